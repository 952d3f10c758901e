"""Compiles src/mjcore into the package python/mjcore; metadata is in pyproject.toml.

Switches of the environment, all off by default:
MJCORE_DEBUG=1     bounds checks, no optimisation
MJCORE_SANITIZE=address,undefined   build with these sanitizers
MJCORE_COVERAGE=1  line tracing for Cython.Coverage
MJCORE_ANNOTATE=1  annotated HTML of every module in build/cython
"""
import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path("src")
PUBLIC = (".pxd", ".h")


def flag(name):
    return os.environ.get(name, "0") not in ("", "0")


COVERAGE = flag("MJCORE_COVERAGE")
DEBUG = flag("MJCORE_DEBUG")
ANNOTATE = flag("MJCORE_ANNOTATE")
SANITIZE = os.environ.get("MJCORE_SANITIZE", "")

DIRECTIVES = {
    "language_level": 3,
    "freethreading_compatible": True,
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    "wraparound": False,
    "cdivision": True,
    "embedsignature": True,
    "linetrace": COVERAGE,
}
# sys.monitoring hides .pyx lines from Cython.Coverage on Python 3.13
MACROS = [("CYTHON_TRACE", "1"), ("CYTHON_TRACE_NOGIL", "1"), ("CYTHON_USE_SYS_MONITORING", "0")] if COVERAGE else []


class BuildExt(build_ext):
    """Picks compiler flags once the compiler is known, and compiles in parallel."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self):
        compile_args, link_args = ["-O3", "-g0", "-fvisibility=hidden"], []
        if self.compiler.compiler_type == "msvc":
            compile_args = ["/O2"]
        elif SANITIZE:
            compile_args = ["-O1", "-g", "-fno-omit-frame-pointer", f"-fsanitize={SANITIZE}"]
            link_args = [f"-fsanitize={SANITIZE}"]
        elif DEBUG:
            compile_args = ["-O0", "-g"]
        for extension in self.extensions:
            extension.extra_compile_args = compile_args + extension.extra_compile_args
            extension.extra_link_args = link_args + extension.extra_link_args
        super().build_extensions()


class BuildPy(build_py):
    """Ships the C API (.pxd, .h) of src/ beside the compiled modules."""

    def _get_data_files(self):
        files = super()._get_data_files()
        folders = {}
        for path in sorted(ROOT.rglob("*")):
            if path.suffix in PUBLIC:
                folders.setdefault(path.parent, []).append(path.name)
        for folder, names in folders.items():
            parts = folder.relative_to(ROOT).parts
            files.append((".".join(parts), str(folder), os.path.join(self.build_lib, *parts), names))
        return files


def extensions():
    for path in sorted(ROOT.rglob("*.pyx")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield Extension(name, [str(path)], include_dirs=[str(ROOT)], define_macros=MACROS)


setup(
    ext_modules=cythonize(
        list(extensions()),
        include_path=[str(ROOT)],
        compiler_directives=DIRECTIVES,
        annotate=ANNOTATE,
        nthreads=0 if sys.platform == "win32" else (os.cpu_count() or 1),
        # Cython.Coverage looks for the .c beside the .pyx
        build_dir=None if COVERAGE else "build/cython",
    ),
    cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
)

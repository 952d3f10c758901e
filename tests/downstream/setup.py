"""A project that uses the C API of mjcore: build with `python setup.py build_ext --inplace`."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import mjcore

include = mjcore.get_include()
# for tests alone: the code that processors other than x86-64 run
portable = [("MJ_NO_SSE2", "1")]
setup(
    name="downstream",
    py_modules=[],
    ext_modules=cythonize(
        [
            Extension("downstream", ["downstream.pyx"], include_dirs=[include]),
            Extension("hand_loops", ["hand_loops.pyx"], include_dirs=[include]),
            Extension("hand_loops_portable", ["hand_loops_portable.pyx"], [include], portable),
        ],
        include_path=[include],
        language_level=3,
    ),
)

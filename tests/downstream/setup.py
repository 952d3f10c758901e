"""A project that uses the C API of mjcore: build with `python setup.py build_ext --inplace`."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import mjcore

include = mjcore.get_include()
setup(
    name="downstream",
    py_modules=[],
    ext_modules=cythonize(
        [Extension("downstream", ["downstream.pyx"], include_dirs=[include])],
        include_path=[include],
        language_level=3,
    ),
)

"""Toys in Cython, compiled when a test asks for them: what a game or a ruleset of one's own takes."""

import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from Cython.Build import cythonize
from setuptools import Distribution, Extension

KERNEL = Path(__file__).parents[2] / "ext"


def _compiled(source, folder):
    """The module of a .pyx file, built in a folder against the kernel's declarations."""
    copy = Path(shutil.copy(source, folder))
    extensions = cythonize(
        [Extension(source.stem, [str(copy)])],
        include_path=[str(KERNEL)],
        compiler_directives={"language_level": 3},
        quiet=True,
    )
    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib = command.build_temp = str(folder)
    command.ensure_finalized()
    command.run()
    spec = spec_from_file_location(source.stem, folder / command.get_ext_filename(source.stem))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """compiled("house_rules"): the module made of house_rules.pyx in this folder."""
    made = {}

    def module(name):
        if name not in made:
            made[name] = _compiled(Path(__file__).with_name(f"{name}.pyx"), tmp_path_factory.mktemp(name))
        return made[name]

    return module

"""Build of the Cython kernel. Everything else about the package is in pyproject.toml.

`ext/` mirrors the package: ext/solsearch/_ext/game.pyx builds solsearch._ext.game. Three builds, chosen by the environment:

    (nothing set)           portable code, optimised
    SOLSEARCH_NATIVE=1      tuned for this machine's processor; not for wheels that travel
    SOLSEARCH_CHECKED=1     every array index, shift and overflow checked; slow, aborts with file and line
    SOLSEARCH_SANITIZE=1    gcc's address and undefined-behaviour sanitizers (see .ci/sanitize)

The last two keep their own build directories, because a changed compiler directive alone rebuilds nothing.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path("ext")


def switched_on(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


NATIVE = switched_on("SOLSEARCH_NATIVE")
SANITIZE = switched_on("SOLSEARCH_SANITIZE")
CHECKED = switched_on("SOLSEARCH_CHECKED") or SANITIZE
VARIANT = "sanitize" if SANITIZE else "checked" if CHECKED else "native" if NATIVE else "portable"


def compiler_flags() -> tuple[list[str], list[str]]:
    """Compile and link arguments of the chosen build."""
    if sys.platform == "win32":
        return ["/O2"], []
    compile_args = ["-O3", "-fno-math-errno", "-ffp-contract=off", "-Wno-unreachable-code-fallthrough", "-Wno-unused-function"]
    link_args: list[str] = []
    if NATIVE:
        compile_args.append("-march=native")
    if CHECKED:
        # "undefined" checks the bounds of arrays inside structs, which is where our state lives.
        checks = "undefined" + (",address" if SANITIZE else "")
        compile_args += ["-O1", "-g", f"-fsanitize={checks}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
        link_args.append(f"-fsanitize={checks}")
    return compile_args, link_args


def extensions() -> list[Extension]:
    compile_args, link_args = compiler_flags()
    macros = [("SOLSEARCH_CHECKED", "1")] if CHECKED else []
    return [
        Extension(
            ".".join(path.relative_to(ROOT).with_suffix("").parts),
            [str(path)],
            extra_compile_args=compile_args,
            extra_link_args=link_args,
            define_macros=macros,
        )
        for path in sorted(ROOT.rglob("*.pyx"))
    ]


setup(
    ext_modules=cythonize(
        extensions(),
        include_path=[str(ROOT)],
        build_dir=f"build/cython-{VARIANT}",
        force=CHECKED,
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": CHECKED,
            "embedsignature": True,
        },
    ),
)

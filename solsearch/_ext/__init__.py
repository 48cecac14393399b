"""The compiled kernel. Its sources are in ext/; each compiled module has a stub beside it here."""

try:
    from solsearch._ext import game  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"the compiled kernel of solsearch cannot be loaded ({error}). In a checkout run `pip install -e .` at its root; "
        "after a plain `pip install .` start Python or pytest outside the checkout, or use bare `pytest`"
    ) from error

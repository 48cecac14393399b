"""Sol: Last Days of a Star. Rulesets as data (rulesets.toml, boards.json) and their Python face."""

"""Sol by David Mines: the tile game for two. Its tiles and galaxy are data (tiles.toml) that another file can replace."""

"""Cards and pieces by number."""

cdef enum:
    SUITS = 8           # seven suits, and the trigger flares as an eighth
    FLARE = 0
    TRIGGER = 7
    NO_CARD = -1

cdef enum Piece:
    NODE = 0
    FOUNDRY = 1
    TOWER = 2
    GATE = 3

cdef enum:
    STATION_TYPES = 3   # node, foundry, tower; gates are pieces, not stations
    PIECES = 4

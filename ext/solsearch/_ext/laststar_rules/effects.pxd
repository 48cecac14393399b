"""The effects by number. What each does is in the file of its timing: effects_move and effects_follow, effects_convert,
effects_activate, effects_any, effects_draw; effect_table.pxd leads there. When it may be played, its numbers and colour are
data (games/laststar/effects.toml)."""

cdef enum EffectNumber:
    # The numbers are part of saved games: other editions add theirs at the end.
    NO_EFFECT = 0
    ACCELERATE = 1
    AUGMENT = 2
    BLIGHT = 3
    CASCADE = 4
    CATAPULT = 5
    CEREMONY = 6
    CHAIN = 7
    CHANNEL = 8
    CLUSTER = 9
    DUPLICATE = 10
    FESTIVAL = 11
    FUEL = 12
    HATCH = 13
    HYPERDRIVE = 14
    INVADE = 15
    JUGGERNAUT = 16
    METAMORPHOSIS = 17
    MOTIVATE = 18
    PASSAGE = 19
    PILLAR = 20
    PORTAL = 21
    PROCREATE = 22
    PULSE = 23
    PUNCTURE = 24
    SACRIFICE = 25
    SQUEEZE = 26
    SYNCHRONIZE = 27
    TELEPORT = 28
    TRANSCEND = 29
    TRIBUTE = 30
    SWAP = 31
    ANNEX = 32
    DEVOUR = 33
    EXTERMINATE = 34
    FLARE_FLIGHTS = 35      # the effect named flare
    GALLOP = 36
    INVERT = 37
    PARASITE = 38
    PERSIST = 39
    PULSATE = 40
    SABOTAGE = 41
    SPAWN = 42
    EFFECTS = 43

"""The parameters in which the editions, openings and variants differ. Filled once from data, constant during a game."""
from libc.stdint cimport int8_t, uint8_t, uint32_t
from solsearch._ext.laststar_rules.board cimport RINGS, Board

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

cdef enum Opening:
    NO_STRUCTURES = 0
    VESTIGIAL = 1       # each seat places a gate and a station before the first turn

cdef enum Timing:
    AT_ANY_TIME = 0     # before the action, between its steps, between a base and its bonus, after the action
    IN_MOVE = 1
    IN_CONVERT = 2
    IN_ACTIVATE = 3
    BEFORE_DRAW = 4

cdef enum:
    MAX_EFFECTS = 64    # of all editions
    MAX_START_PIECES = 8
    SURVIVAL_LEVELS = 7

cdef enum Event:
    NO_EVENT = 0
    ATTRITION = 1
    IMPLODE = 2
    EXPLODE = 3
    SUNWORM = 4
    WARP = 5
    SINGULARITY = 6
    ENERGY_GARDEN = 7
    FEEDERS = 8

cdef struct StartPiece:
    # A station that stands at the start (scenarios). It comes from its owner's reserve.
    int seat
    int kind
    int cell

cdef struct Rules:
    Board board                     # the board for this number of players
    int players                     # seats, 1..5
    int opening                     # an Opening
    int sundivers                   # of each player, hold and reserve together
    int start_hold                  # of those, how many begin in the hold
    int start_energy                # energy at the start
    int pieces[PIECES]              # how many of each piece a player owns
    int movement                    # movement points without any station
    int cell_limit                  # sundivers of one player in a cell
    int hurl_momentum               # momentum for a hurl
    int base[RINGS]                 # reward of a station for the activator, by ring
    int bonus[RINGS]                # reward offered to the owner first, by ring
    int cards[RINGS]                # cards owed for converting or activating, by ring
    int unstable_energy             # with this much energy a flare costs half of it
    int flares                      # flares in the deck, and the length of the spiral
    int suit_cards                  # cards of each other suit
    int triggers                    # trigger flares in the deck
    bint orbit_draws                # solo and co-op: every orbit draws a card
    bint common_win                 # solo and co-op: all win or lose together, by the lowest momentum
    int target                      # momentum that wins together; 0: none set
    int survival[SURVIVAL_LEVELS]   # momentum at which each level of survival begins
    int deconstruct_sundivers       # sundivers that come back for a structure taken down
    int quiet_limit                 # turns in a row without a card after which the game ends
    uint32_t suits_in_play          # bit set of suits, the flares included
    int8_t effect_of[SUITS]         # the effect each suit stands for, 0: none
    int8_t timing[MAX_EFFECTS]      # when each effect may be played, a Timing
    int augment[RINGS]              # what augment adds to the base for each sundiver, by ring
    int event                       # what a trigger flare brings about, an Event
    int start_pieces                # how many stations stand at the start
    StartPiece start_piece[MAX_START_PIECES]
    bint banned[PIECES]             # pieces that may not be converted (scenarios)

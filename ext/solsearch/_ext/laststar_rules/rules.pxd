"""The parameters in which the editions, openings and variants differ, and the table of effects. Filled once from data, constant
during a game.

An effect is a row of the table `Rules.effects`: when it may be played, its numbers, and its functions. Rulesets may give the
same effect other numbers, or other functions. The functions stand in the file of the effect's timing, effect_table.pxd says
which effect has which.
"""
from libc.stdint cimport int8_t, uint32_t, uint64_t
from solsearch._ext.game cimport MAX_SEATS, step_t
from solsearch._ext.laststar_rules.board cimport RINGS, Board
from solsearch._ext.laststar_rules.pieces cimport PIECES, STATION_TYPES, SUITS
from solsearch._ext.laststar_rules.state cimport State

cdef enum Opening:
    NO_STRUCTURES = 0
    VESTIGIAL = 1       # each seat places a gate and a station before the first turn, in either order
    GATES_FIRST = 2     # likewise, first a round of gates and then a round of stations
    QUICKSTART = 3      # likewise, the last seat first: gates from B to C, then stations in C
    STATIONS_IN_A = 4   # the last seat first, each a node and then a foundry in A
    OPENINGS = 5

cdef enum Track:
    # What gives movement points beside the basic ones.
    PER_RING = 0        # each ring with a station of the seat
    PER_STATION = 1     # each station of the seat
    PER_GATE = 2        # each gate of the seat
    TRACKS = 3

cdef enum Timing:
    AT_ANY_TIME = 0     # before the action, between its steps, between a base and its bonus, after the action
    IN_MOVE = 1
    IN_CONVERT = 2
    IN_ACTIVATE = 3
    BEFORE_DRAW = 4
    TIMINGS = 5

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
    EVENTS = 9

cdef enum Then:
    # What follows when an effect has done its part. The effects say it, playing.pxd sees to it.
    THEN_MOVE           # the move goes on, if a step is left
    THEN_ASK            # its choices are asked; whoever has one way only is not asked
    THEN_WAIT           # somebody is asked already
    THEN_GO_BACK        # it is over; back to where it was played
    THEN_CONVERT        # a conversion
    THEN_ACTIVATE       # activations
    THEN_OWNERS_BONUS   # the bonus of the pending station, for its owner first
    THEN_OWN_BONUS      # the bonus of the pending station, for the turn seat alone
    THEN_SETTLE         # no bonus: the pending station is settled
    THEN_NEXT_STATION   # a further activation, if there is one
    THEN_DRAW_AT_ONCE   # the cards owed so far, within the action
    THEN_END_ACTION     # the action is over
    THEN_DRAW           # the draw

# Rules and State as the functions of effects see them: all take the rules first.
cdef struct Rules

ctypedef bint (*Condition)(const Rules*, const State*) noexcept nogil
ctypedef int (*StepList)(const Rules*, const State*, step_t*) noexcept nogil
ctypedef uint64_t (*CellSet)(const Rules*, const State*, int) noexcept nogil
ctypedef int (*Amount)(const Rules*, const State*, int) noexcept nogil
ctypedef void (*Action)(const Rules*, State*) noexcept nogil
ctypedef void (*ActionOn)(const Rules*, State*, int) noexcept nogil
ctypedef void (*StepAction)(const Rules*, State*, step_t) noexcept nogil
ctypedef Then (*Part)(const Rules*, State*) noexcept nogil
ctypedef Then (*StepPart)(const Rules*, State*, step_t) noexcept nogil
ctypedef const char* (*Fault)(const Rules*, const State*) noexcept nogil

cdef struct EffectFunctions:
    # What an effect does, as far as it differs from doing nothing: a NULL or 0 is the ordinary rule. A game without the effect
    # never comes near any of it: the ordinary rules ask only when an effect is in force, or a card is held.
    # -- playing it --------------------------------------------------------------------------------------------------
    uint32_t phases             # of the phases in which its timing lets it be played, those in which it may; 0: all
    Condition can_play          # has it a use now? NULL: always
    Part begin                  # the card was just played; NULL: what follows is clear from its timing (playing.pxd)
    StepList choices            # what it asks the turn seat
    StepPart choose             # what it does with the answer
    Action end                  # the action ends, and the effect with it
    # -- while it is in force: moving ----------------------------------------------------------------------------------
    StepList steps              # the steps of a move; NULL: the ordinary ones
    StepAction apply            # takes a step of a move; NULL: as ordinary
    Condition must_go_on        # may the turn seat not stop here?
    CellSet reach               # cells one flight away from this one beside the ordinary ones
    CellSet launch_cells        # where launches out of this seat's hold go; NULL: around its eye
    ActionOn launched           # one of the turn seat's own hold was launched into this cell
    bint no_tolls               # flights pay none
    ActionOn crossed            # what crossing this border's gate does instead of paying a toll
    bint spends                 # it counts the sundivers that have used it (`spent` in the state)
    # -- while it is in force: converting ------------------------------------------------------------------------------
    bint recalls_converted      # the sundivers of a pattern go to the hold
    # -- while it is in force: activating ------------------------------------------------------------------------------
    CellSet manned              # where the turn seat (this one) can activate; NULL: where it has sundivers
    ActionOn activated          # this cell's station was activated
    bint unmanned               # activating takes no sundiver back
    bint any_type               # the first activation does not bind the others to its type
    Amount built                # sundivers that a foundry of the turn seat builds for this much energy; NULL: as many
    Amount bonus                # of the pending station, ordinarily this much
    bint one_station            # the effect is over when the station is settled
    bint last_station           # the action is over when the station is settled
    # -- while it is in force: drawing ---------------------------------------------------------------------------------
    ActionOn drew               # a card of this suit was drawn
    Part all_drawn              # the cards of THEN_DRAW_AT_ONCE are drawn
    # -- while its card is held ----------------------------------------------------------------------------------------
    Condition revives           # could it, played now, give an action another step that has none left? NULL: never
    ActionOn launched_before    # as `launched`
    StepAction converted_before     # the turn seat converted by this step
    bint follows_station        # it may follow an activation of an own station: that stays pending
    bint follows_node           # likewise, of a node, anyone's
    bint marks_conversion       # `converted_before` marks cells
    # -- for tests and states from outside -----------------------------------------------------------------------------
    Fault fault                 # what is wrong with what it keeps in the state; NULL: it keeps nothing but its uses

cdef struct EffectNumbers:
    # The numbers of an effect. What each means to it is said in effects.toml; those that it does not use are 0.
    int uses                    # how often it may be used
    int points                  # movement points
    int energy                  # energy
    int momentum                # momentum
    int sundivers               # sundivers
    int factor                  # something is multiplied by this
    int by_ring[RINGS]          # a number for each ring
    int by_type[STATION_TYPES]  # a number for each type of station
    int by_players[MAX_SEATS]   # a number for each number of players, from one on

cdef struct Effect:
    # An effect as a ruleset has it.
    int timing                  # when it may be played, a Timing
    uint32_t phases             # the phases in which it may be played, a bit each
    EffectNumbers number        # its numbers
    EffectFunctions function    # what it does

cdef struct StartPiece:
    # A station that stands at the start (scenarios). It comes from its owner's reserve.
    int seat                    # whose
    int kind                    # its type, a Piece
    int cell                    # where

cdef struct Rules:
    Board board                     # the board for this number of players
    int players                     # seats, 1..5
    int opening                     # an Opening
    int sundivers                   # of each player, hold and reserve together
    int start_hold                  # of those, how many begin in the hold
    int start_energy                # energy at the start
    int pieces[PIECES]              # how many of each piece a player owns
    int movement                    # movement points without any station
    int track                       # what gives more of them, a Track
    bint orbits_first               # motherships orbit as the turn begins, not as it ends
    int cell_limit                  # sundivers of one player in a cell
    bint toll_per_crossing          # a gate's owner is paid for each crossing, not once a turn
    int hurl_momentum               # momentum for a hurl
    int hurls_per_card              # hurls of a turn for which a card is owed
    bint hurl_rewards_flares        # flares among the cards that an action with a hurl owes give momentum
    bint hurled_return              # sundivers hurled go to the reserve; else they leave the game
    int base[RINGS]                 # reward of a station for the activator, by ring
    int bonus[RINGS]                # reward offered to the owner first, by ring
    bint declares_sets              # stations are activated as sets declared before, their rewards shared out (sets.pxd)
    int cards[RINGS]                # cards owed for converting or activating, by ring
    int unstable_energy             # with this much energy a flare costs half of it
    int flares                      # flares in the deck
    int spiral                      # of those, how many end the game
    bint cards_only_show            # flares only count, the last one at its draw; nothing is kept, the last card drawn shows
    int suit_cards                  # cards of each other suit
    bint stations_before_loss       # a flare activates stations before it takes energy, not after
    bint sudden_end                 # the game ends as its last flare begins: no stations, no loss
    int triggers                    # trigger flares in the deck
    bint marked_flares              # trigger flares are flares themselves, and their event follows the flare
    bint orbit_draws                # solo and co-op: every orbit draws a card
    bint common_win                 # solo and co-op: all win or lose together, by the lowest momentum
    int target                      # momentum that wins together; 0: none set
    int survival[SURVIVAL_LEVELS]   # momentum at which each level of survival begins
    int deconstruct_sundivers[PIECES]   # sundivers that come back for a structure taken down, by its kind
    bint deconstruct_is_turn        # structures are taken down by choice, as a whole turn; else without sundivers, before it
    bint converts_back              # instead structures are converted back into the sundivers of their pattern, as an action
    int quiet_limit                 # turns in a row without a card after which the game ends
    uint32_t suits_in_play          # bit set of suits, the flares included
    int8_t effect_of[SUITS]         # the effect each suit stands for, 0: none
    int event                       # what a trigger flare brings about, an Event
    int feeders_per_trigger         # feeders that enter at a trigger flare
    int flares_per_feeder_move      # of how many flares the last one moves the feeders
    bint scour_activates            # to scour is an activation of a type of its own, not an action of its own
    bint garden_is_planned          # energy garden: cubes in fixed cells, nobody chooses
    int start_pieces                # how many stations stand at the start
    StartPiece start_piece[MAX_START_PIECES]    # those stations
    bint banned[PIECES]             # pieces that may not be converted (scenarios)
    Effect effects[MAX_EFFECTS]     # the table of effects, by number; row 0 and those of other rulesets are empty

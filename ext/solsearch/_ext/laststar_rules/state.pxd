"""The state of a game of Last Days of a Star: a plain struct, copied with one memcpy, equal when its bytes are equal.

So that equality and hash mean what they should, every field that no longer matters is set back to zero as soon as that is
so (the tolls paid when the move is over, the cards drawn when one was kept). There is no padding inside.

Room is kept for what effects, events and other editions put on the table: sundivers an effect follows, blighted sundivers,
feeders, energy cubes, sundivers lost in space.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from solsearch._ext.bits cimport bit, has
from solsearch._ext.game cimport MAX_SEATS
from solsearch._ext.hashing cimport hash_words
from solsearch._ext.laststar_rules.board cimport MAX_CELLS, NO_CELL
from solsearch._ext.laststar_rules.pieces cimport GATE, PIECES, STATION_TYPES, SUITS

cdef enum Phase:
    # Whose decision, and about what. The order is that of a game and of a turn.
    OPENING = 0         # turn seat: place a gate or a station
    DECONSTRUCT = 1     # turn seat: take down a structure, having no sundivers
    START = 2           # turn seat: the first step of the action, whichever it is, or pass
    MOVING = 3          # turn seat: more move steps, or done
    CONVERTING = 4      # turn seat: play a card after a conversion, or done; the second conversion of a cascade
    ACTIVATING = 5      # turn seat: a further station, or done
    AFTER_BASE = 6      # turn seat: play a card between a base and its bonus, or done
    BONUS = 7           # actor: take the bonus of the pending station or not
    SCOURING = 8        # turn seat: recall a further sundiver with a feeder, or done
    CHOOSING = 9        # turn seat: what the card just played asks
    SQUEEZING = 10      # chance: the next of the cards drawn within the action (squeeze)
    CLOSING = 11        # turn seat: play a card after the action and before the draw, or done
    DRAWING = 12        # chance: the next of the owed cards, or an orbit's card
    EVENT = 13          # actor: what the trigger event asks
    FLARING = 14        # actor: activate own stations in the outer orbit, or done
    KEEPING = 15        # turn seat: which card to keep
    OVER = 16           # nobody
    # (where sets of stations are declared: sets.pxd)
    DECLARING = 17      # turn seat: a further station for the set, or done
    RANKING = 18        # turn seat: of equally deep own stations of the set the one that gives nothing more
    IN_SET = 19         # turn seat: the next station of the set
    TAKING = 20         # actor: how much to take from the pending station
    SPENDING = 21       # turn seat: spend the points of a node, or done
    PHASES = 22

cdef enum:
    MOST = 1000000      # of energy, momentum: where the counting ends, far beyond any game that begins at the start
    STATE_WORDS = 100   # 64-bit words of State: 800 bytes, an even number
    SCOURED = 1 + STATION_TYPES     # as a station type: no station, feeders are removed

cdef struct Seat:
    int32_t energy              # cubes in the hold
    int32_t momentum            # the ark's place on its track
    uint8_t hold                # own sundivers in the own hold
    uint8_t reserve             # own sundivers in the reserve
    uint8_t eye                 # where the mothership stands
    int8_t card                 # suit of the held card, or NO_CARD
    uint8_t pieces[PIECES]      # nodes, foundries, towers, gates in the reserve
    uint8_t guests[MAX_SEATS]   # blighted sundivers of the other seats in this hold, by owner
    uint8_t lost                # own sundivers lost in space
    uint8_t acted               # 1: at the start of the action a card was played, so that the turn can no longer be given up to
    #                             take a structure down (where that is a turn)
    uint8_t spare               # always zero

cdef struct State:
    # -- on the board ------------------------------------------------------------------------------------------------
    uint64_t occupied[MAX_SEATS]        # cells with a sundiver of the seat (follows from `sundivers`)
    uint64_t full[MAX_SEATS]            # cells the seat may not enter, its limit being reached (follows likewise)
    uint64_t stations[STATION_TYPES]    # cells with a node, a foundry, a tower
    uint64_t owned[MAX_SEATS]           # cells with a station of the seat
    uint64_t gates[MAX_SEATS]           # borders with a gate of the seat
    uint64_t cubes                      # cells with an energy cube (energy garden)
    uint8_t sundivers[MAX_SEATS][MAX_CELLS]     # sundivers by seat and cell
    uint8_t feeders[MAX_CELLS]          # feeders by cell
    # (of the turn, but there is room here)
    uint8_t added                       # of the cards owed, those that an event has added; with marked flares: beside them
    uint8_t rewarded_flares             # flares of this draw that give momentum for a hurl
    uint16_t marked                     # of the flares not yet finished those that bring an event, the current one first
    # -- beside it ---------------------------------------------------------------------------------------------------
    Seat seat[MAX_SEATS]                # the players' boards
    uint8_t undrawn[SUITS]              # cards left in the deck, by suit
    uint8_t spiral                      # flares still to come; the game ends at 0
    uint8_t orbiting                    # 1: the card being drawn or resolved is that of an orbit (solo and co-op)
    uint16_t quiet                      # turns in a row without a card drawn
    # -- the turn ----------------------------------------------------------------------------------------------------
    int16_t points                      # movement points left
    uint8_t phase                       # a Phase
    uint8_t turn                        # the seat whose turn it is
    int8_t actor                        # the seat that decides, CHANCE or NOBODY
    uint8_t paid                        # seats that got their toll in this move, a bit each
    uint8_t owed                        # cards to be drawn
    uint8_t hurled                      # 1: flares among the cards that the action owes give momentum; or, where a card is owed
    #                                     for several hurls: those for which none is owed yet
    uint8_t drew                        # 1: a card was drawn this turn
    uint8_t flares                      # flares of this draw not yet finished, the current one included
    uint8_t station_type                # while activating or declaring: 1 + the type chosen by the first one; 0: any; SCOURED
    uint8_t pending                     # cell of the station that gives a bonus or a share, or a card may follow; or NO_CELL
    uint8_t drawn[SUITS]                # cards drawn and not yet decided upon, by suit
    uint64_t activated                  # stations activated already: in this action, or by the actor in this flare
    # -- an effect in force (what it means to each effect: the table below) ------------------------------------------------
    uint64_t marks                      # cells or borders it has marked; of a declared set the stations that give more
    uint8_t effect                      # the effect in force, an EffectNumber; 0: none
    uint8_t uses                        # how often it may still be used
    uint8_t followed                    # cell of the sundiver or station it follows, else NO_CELL
    uint8_t remembered                  # a number it keeps in mind
    uint8_t spent[MAX_CELLS]            # the turn seat's sundivers that have used it, by cell
    # -- a trigger event being resolved -----------------------------------------------------------------------------------
    uint8_t resume                      # the phase to go on with: after an event, or an effect played at any time
    uint8_t least                       # identical sundivers choose cells in ascending order: the lowest still open
    uint64_t to_come                    # cells of the actor whose sundivers have yet to move; or of a declared set the stations
    #                                     that have yet to be activated
    uint64_t spare                      # always zero
    # -- left out of equality and hash: nothing that follows depends on it -------------------------------------------------
    uint32_t fresh                      # 1 before the first step of a turn
    uint32_t showing                    # 1 + the suit of the last card drawn, where it stays to be seen; 0: none

# What an effect in force makes of these fields. Those not listed use none of them.
#
#   effect      | uses                        | followed              | remembered                     | marks
#   ------------|-----------------------------|-----------------------|--------------------------------|----------------------
#   ceremony    |                             |                       | launches into A while the card |
#               |                             |                       | is held and may yet be played  |
#   chain       |                             | next cell of the      | 1: the next sundiver is not    | cells of the chain
#               |                             | chain; NO_CELL: an    | recalled                       | still to be taken
#               |                             | end is to be chosen   |                                |
#   cluster     | flights left                |                       |                                |
#   cluster     | flights left                | cell of the group that| how many it is                 |
#   (further)   |                             | may fly on, or NO_CELL|                                |
#   flare       | flights left                |                       |                                |
#   fuel        | energy that may yet be burnt|                       |                                |
#   gallop      |                             |                       |                                | borders it has
#               |                             |                       |                                | crossed
#   hyperdrive  | 1: the one sundiver is still| that sundiver;        | points at the beginning        |
#               | to be chosen                | NO_CELL: hurled       |                                |
#   invert      | 1: none of the turn seat's  | cell of the station   | 1 + its type; 0: the pattern   | cells of the pattern
#               | is in the pattern yet       |                       | is still to be chosen          | still to be taken
#   juggernaut  | 1: the station is still to  | that station;         | 1 + its type while it hovers   |
#               | be chosen                   | NO_CELL: hurled, eaten| over another one, else 0       |
#   passage     | 1: the sundiver is still to | that sundiver;        |                                | borders it has
#               | be chosen                   | NO_CELL: hurled       |                                | crossed
#   persist     |                             |                       |                                | cells of the pattern,
#               |                             |                       |                                | from the conversion on
#   pillar      |                             |                       | the suit chosen                |
#   puncture    | punctures left              |                       |                                |
#
# `spent` is catapult's: sundivers that have had their free gate. Another ruleset's functions (rules.pxd, EffectFunctions) may
# use the fields in their own way and add a line here. All of them are zero (`followed`: NO_CELL) again when the effect is over.


cdef enum:
    COMPARED_BYTES = 8 * (STATE_WORDS - 1)      # all but `fresh` and `showing`, which must stay last


cdef inline uint64_t all_gates(const State* s) noexcept nogil:
    return s.gates[0] | s.gates[1] | s.gates[2] | s.gates[3] | s.gates[4]


cdef inline uint64_t all_sundivers(const State* s) noexcept nogil:
    """The cells with anyone's."""
    return s.occupied[0] | s.occupied[1] | s.occupied[2] | s.occupied[3] | s.occupied[4]


cdef inline uint64_t all_stations(const State* s) noexcept nogil:
    return s.stations[0] | s.stations[1] | s.stations[2]


cdef inline int station_at(const State* s, int cell) noexcept nogil:
    """The type of the station in a cell that has one."""
    return 0 if has(s.stations[0], cell) else 1 if has(s.stations[1], cell) else 2


cdef inline int owner_of(const State* s, int cell) noexcept nogil:
    """The owner of the station in a cell that has one."""
    cdef int seat = 0
    while not has(s.owned[seat], cell):
        seat += 1
    return seat


cdef inline int gate_owner(const State* s, int border) noexcept nogil:
    """The owner of the gate on a border that has one."""
    cdef int seat = 0
    while not has(s.gates[seat], border):
        seat += 1
    return seat


cdef inline void build_station(State* s, int seat, int kind, int cell) noexcept nogil:
    s.seat[seat].pieces[kind] -= 1
    s.stations[kind] |= bit(cell)
    s.owned[seat] |= bit(cell)


cdef inline void raze_station(State* s, int seat, int kind, int cell) noexcept nogil:
    """Back to its owner's reserve."""
    s.seat[seat].pieces[kind] += 1
    s.stations[kind] &= ~bit(cell)
    s.owned[seat] &= ~bit(cell)


cdef inline void remove_station(State* s, int seat, int kind, int cell) noexcept nogil:
    """Out of the game, or off the board for a moment."""
    s.stations[kind] &= ~bit(cell)
    s.owned[seat] &= ~bit(cell)


cdef inline void build_gate(State* s, int seat, int border) noexcept nogil:
    s.seat[seat].pieces[<int>GATE] -= 1
    s.gates[seat] |= bit(border)


cdef inline void raze_gate(State* s, int seat, int border) noexcept nogil:
    s.seat[seat].pieces[<int>GATE] += 1
    s.gates[seat] &= ~bit(border)


cdef inline void gain_energy(State* s, int seat, int amount) noexcept nogil:
    s.seat[seat].energy = min(s.seat[seat].energy + amount, <int>MOST)


cdef inline void gain_momentum(State* s, int seat, int amount) noexcept nogil:
    s.seat[seat].momentum = min(s.seat[seat].momentum + amount, <int>MOST)


cdef inline void gain_cube(State* s, int cell) noexcept nogil:
    """A piece of the turn seat flies into a cell: an energy cube there goes into the hold (energy garden)."""
    if has(s.cubes, cell):
        s.cubes &= ~bit(cell)
        gain_energy(s, s.turn, 1)


cdef inline int cards_left(const State* s) noexcept nogil:
    cdef int total = 0
    cdef int suit
    for suit in range(SUITS):
        total += s.undrawn[suit]
    return total


cdef inline void cut_to_deck(State* s) noexcept nogil:
    """No more cards are owed than there are. The action's own are drawn first, so those that an event has added go first."""
    cdef int left = cards_left(s)
    cdef int own = s.owed - s.added
    if s.owed > left:
        s.owed = left
        s.added = left - own if left > own else 0


cdef inline uint64_t hash_state(const State* s) noexcept nogil:
    """All bytes but those of `fresh` and `showing`."""
    return hash_words(s, STATE_WORDS - 2)   # an even number: `spare`, which is zero, is left out with them


cdef inline void forget_effect(State* s) noexcept nogil:
    """No effect is in force any longer. What it has spent is catapult's own to forget."""
    s.effect = 0
    s.uses = 0
    s.followed = NO_CELL
    s.remembered = 0
    s.marks = 0

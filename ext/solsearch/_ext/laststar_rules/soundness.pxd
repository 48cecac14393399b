"""Is a state sound? The guard for states from outside, and the invariants that the tests hold every state to.

What is sound stays sound in play: each limit here is one that no step from a sound state exceeds. Some therefore say more
than that a number is small: no more cards are owed for hurls than sundivers have left the game, say.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp, memset
from solsearch._ext.bits cimport bit, has, lowest, size, without_lowest
from solsearch._ext.game cimport CHANCE, MAX_SEATS, MAX_STEPS, NOBODY, step_t
from solsearch._ext.laststar_rules.activating cimport can_take_bonus
from solsearch._ext.laststar_rules.basics cimport held, in_force, most_movement, movement_of
from solsearch._ext.laststar_rules.board cimport MAX_CELLS, NO_CELL, OUTER_ORBIT, RINGS
from solsearch._ext.laststar_rules.effects cimport EFFECTS
from solsearch._ext.laststar_rules.effects_convert cimport pattern_marks_fault
from solsearch._ext.laststar_rules.legal cimport legal_steps
from solsearch._ext.laststar_rules.openings cimport first_to_place, next_seat_to_place
from solsearch._ext.laststar_rules.pieces cimport FLARE, FOUNDRY, GATE, NO_CARD, NODE, STATION_TYPES, SUITS, TRIGGER
from solsearch._ext.laststar_rules.rules cimport (
    AT_ANY_TIME, BEFORE_DRAW, ENERGY_GARDEN, EXPLODE, FEEDERS, IMPLODE, IN_ACTIVATE, IN_CONVERT, IN_MOVE, NO_EVENT,
    NO_STRUCTURES, SINGULARITY, STATIONS_IN_A, SUNWORM, VESTIGIAL, Rules,
)
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, AFTER_BASE, BONUS, CHOOSING, CLOSING, CONVERTING, DECLARING, DECONSTRUCT, DRAWING, EVENT, FLARING, IN_SET,
    KEEPING, MOST, MOVING, OPENING, OVER, PHASES, RANKING, SCOURED, SCOURING, SPENDING, SQUEEZING, START, TAKING, Seat, State,
    all_stations, cards_left, owner_of, station_at,
)
from solsearch._ext.laststar_rules.steps cimport DONE, kind_of
from solsearch._ext.laststar_rules.turn_order cimport must_deconstruct

cdef enum:
    MOST_FEEDERS = 100  # on the board and still to come
    MOST_OWED = 150     # cards for an action: more than any can owe; events add at most one for each sundiver that has left

# Sets of phases, a bit each.
cdef enum:
    DURING_ACTIVATIONS = 1 << <int>ACTIVATING | 1 << <int>AFTER_BASE | 1 << <int>BONUS | 1 << <int>SQUEEZING
    WITH_A_SET = (
        1 << <int>DECLARING | 1 << <int>RANKING | 1 << <int>IN_SET | 1 << <int>TAKING | 1 << <int>SPENDING)
    WITH_CARDS_DRAWN = (    # the phases after the first card of a turn was drawn; the first two: within an action
        1 << <int>ACTIVATING | 1 << <int>BONUS | 1 << <int>SQUEEZING | 1 << <int>DRAWING | 1 << <int>EVENT | 1 << <int>FLARING
        | 1 << <int>KEEPING)


cdef inline bint among(uint32_t phases, int phase) noexcept nogil:
    return (phases >> phase) & 1


# -- what there is -----------------------------------------------------------------------------------------------------------

cdef inline bint may_be_crowded(const Rules* r, const State* s, int seat) noexcept nogil:
    """An implosion or explosion is tidied up when all of a seat have moved."""
    return s.phase == EVENT and s.actor == seat and (r.event == IMPLODE or r.event == EXPLODE)


cdef inline const char* board_fault(const Rules* r, const State* s) noexcept nogil:
    """Masks agree with counts and lie on the board; no two stations in a cell, no two gates on a border."""
    cdef uint64_t cells = bit(r.board.cells) - 1
    cdef uint64_t borders = bit(r.board.borders) - 1
    cdef uint64_t stations = 0
    cdef uint64_t owned = 0
    cdef uint64_t gates = 0
    cdef int seat, cell, kind
    if s.cubes & ~cells or (s.cubes and r.event != ENERGY_GARDEN):
        return b"an energy cube beside the board, or without its event"
    for kind in range(STATION_TYPES):
        if stations & s.stations[kind]:
            return b"two stations in one cell"
        stations |= s.stations[kind]
    for seat in range(MAX_SEATS):
        if owned & s.owned[seat]:
            return b"a station with two owners"
        if gates & s.gates[seat]:
            return b"two gates on one border"
        owned |= s.owned[seat]
        gates |= s.gates[seat]
        if seat >= r.players and s.owned[seat] | s.gates[seat] | s.occupied[seat]:
            return b"pieces of a seat that does not play"
        for cell in range(MAX_CELLS):
            if cell >= r.board.cells and s.sundivers[seat][cell]:
                return b"a sundiver beside the board"
            if s.sundivers[seat][cell] > r.cell_limit and not may_be_crowded(r, s, seat):
                return b"more sundivers of one player in a cell than allowed"
            if has(s.occupied[seat], cell) != (s.sundivers[seat][cell] > 0):
                return b"occupied cells do not match the sundivers"
            if has(s.full[seat], cell) != (s.sundivers[seat][cell] >= r.cell_limit):
                return b"full cells do not match the sundivers"
        if (s.occupied[seat] | s.full[seat]) & ~cells:
            return b"a sundiver beside the board"
    if stations != owned or stations & ~cells:
        return b"stations and their owners do not match"
    if gates & ~borders:
        return b"a gate where no border is"
    return feeder_fault(r, s)


cdef inline const char* feeder_fault(const Rules* r, const State* s) noexcept nogil:
    """Feeders with those that are still to come are not too many for a cell, and have eaten what they eat."""
    cdef int total = r.feeders_per_trigger * s.undrawn[<int>TRIGGER]
    cdef int cell, ring
    for cell in range(MAX_CELLS):
        total += s.feeders[cell]
        if s.feeders[cell] and (r.event != FEEDERS or cell >= r.board.cells):
            return b"feeders without their event, or beside the board"
        if s.feeders[cell] and has(all_stations(s), cell):
            ring = r.board.ring_of[cell]
            if s.feeders[cell] >= r.base[ring] + r.bonus[ring]:
                return b"a station with so many feeders would have left the game"
    if total > MOST_FEEDERS and r.event == FEEDERS:
        return b"more feeders, those of the trigger flares to come included, than there is room for"
    return NULL


cdef inline int sundivers_of(const Rules* r, const State* s, int seat) noexcept nogil:
    """Those that have not left the game, wherever they are."""
    cdef int total = s.seat[seat].hold + s.seat[seat].reserve + s.seat[seat].lost
    cdef int cell, other
    for cell in range(r.board.cells):
        total += s.sundivers[seat][cell]
    for other in range(MAX_SEATS):
        total += s.seat[other].guests[seat]
    return total


cdef inline int vaporized(const Rules* r, const State* s, int seat) noexcept nogil:
    return r.sundivers - sundivers_of(r, s, seat)


cdef inline int stations_gone(const Rules* r, const State* s, int seat) noexcept nogil:
    """Stations that have left the game."""
    cdef int total = 0
    cdef int kind
    for kind in range(STATION_TYPES):
        total += r.pieces[kind] - s.seat[seat].pieces[kind] - size(s.owned[seat] & s.stations[kind])
    return total


cdef inline bint nothing_gone_fault(const Rules* r, const State* s, int seat) noexcept nogil:
    """Where even hurled sundivers return nothing leaves the game. Is there less than a player has?"""
    return vaporized(r, s, seat) != 0 or stations_gone(r, s, seat) != 0 or (
        s.seat[seat].pieces[<int>GATE] + size(s.gates[seat]) != r.pieces[<int>GATE])


cdef inline const char* seat_fault(const Rules* r, const State* s, int seat) noexcept nogil:
    """No more sundivers and pieces than a player has; everything in range."""
    cdef int other, kind
    for other in range(MAX_SEATS):
        if s.seat[seat].guests[other] and (other == seat or other >= r.players):
            return b"a guest of no other player in a hold"
    if vaporized(r, s, seat) < 0:
        return b"more sundivers than a player has"
    if r.hurled_return and nothing_gone_fault(r, s, seat):
        return b"something has left the game, and nothing can"
    for kind in range(STATION_TYPES):
        if s.seat[seat].pieces[kind] + size(s.owned[seat] & s.stations[kind]) > r.pieces[kind]:
            return b"more stations of a type than a player has"
    if s.seat[seat].pieces[<int>GATE] + size(s.gates[seat]) > r.pieces[<int>GATE]:
        return b"more gates than a player has"
    if not 0 <= s.seat[seat].energy <= MOST or not 0 <= s.seat[seat].momentum <= MOST:
        return b"energy or momentum out of range"
    if not 1 <= s.seat[seat].eye <= r.board.eyes:
        return b"no such eye"
    if s.seat[seat].card != NO_CARD and not (0 <= s.seat[seat].card < TRIGGER and has(r.suits_in_play, s.seat[seat].card)):
        return b"a held card of a suit not in play"
    if s.seat[seat].card != NO_CARD and r.cards_only_show:
        return b"a held card where cards only show"
    return NULL


cdef inline int marked_undrawn(const Rules* r, const State* s) noexcept nogil:
    """Flares in the deck that bring an event."""
    return s.undrawn[<int>TRIGGER] if r.marked_flares else 0


cdef inline bint showing_fault(const Rules* r, const State* s) noexcept nogil:
    """Is no card of the suit that shows out of the deck?"""
    cdef int suit = s.showing - 1
    if not r.cards_only_show or suit >= TRIGGER or not has(r.suits_in_play, suit):
        return True
    return s.undrawn[suit] >= (r.flares if suit == FLARE else r.suit_cards)


cdef inline const char* deck_fault(const Rules* r, const State* s) noexcept nogil:
    """Cards undrawn, drawn and held are no more than there are; the spiral agrees with the flares."""
    cdef int suit, seat, seen, most
    for suit in range(SUITS):
        if suit == TRIGGER:
            most = r.triggers
        elif has(r.suits_in_play, suit):
            most = r.flares if suit == FLARE else r.suit_cards
        else:
            most = 0
        seen = s.undrawn[suit] + s.drawn[suit]
        if suit == FLARE:
            seen += marked_undrawn(r, s)
        for seat in range(r.players):
            seen += s.seat[seat].card == suit
        if seen > most:
            return b"more cards of a suit than there are"
    if s.drawn[<int>TRIGGER]:
        return b"a trigger flare can be kept"
    if s.spiral > r.spiral:
        return b"the spiral is longer than it can be"
    if s.showing and showing_fault(r, s):
        return b"a card shows that was not drawn"
    if s.phase == OVER:
        return NULL
    # Flares drawn but not yet struck: those of the draw going on, less the one that strikes now.
    if s.undrawn[<int>FLARE] + marked_undrawn(r, s) + s.flares - (s.phase == FLARING) != s.spiral + r.flares - r.spiral:
        return b"undrawn flares and spiral disagree"
    if s.spiral == 0 and s.phase != FLARING:
        return b"the last flare has come, and yet the game is not over"
    if s.marked and (not r.marked_flares or s.marked >> s.flares or s.undrawn[<int>TRIGGER] + size(s.marked) > r.triggers):
        return b"flares are marked that were not drawn"
    return NULL


# -- the turn ----------------------------------------------------------------------------------------------------------------

cdef inline bint comes_now(const Rules* r, const State* s) noexcept nogil:
    """Does an event interrupt a draw, or follow a marked flare?"""
    if r.marked_flares:
        return s.resume == FLARING and not s.owed
    return s.owed != 0 and (s.resume == DRAWING or s.resume == SQUEEZING)


cdef inline const char* phase_fault(const Rules* r, const State* s) noexcept nogil:
    """The phase is one that the game has, and the right one acts. What the other checks use as an index is in range."""
    if s.phase >= PHASES or s.turn >= r.players or s.resume >= PHASES:
        return b"no such phase or turn"
    if s.effect >= EFFECTS or (s.pending != NO_CELL and s.pending >= r.board.cells) or (
            s.followed != NO_CELL and s.followed >= r.board.cells):
        return b"no such effect or cell"
    if s.phase == OVER:
        if s.actor == NOBODY:
            return NULL
        return b"somebody acts after the end"
    if s.phase == DRAWING or s.phase == SQUEEZING:
        if s.actor != CHANCE:
            return b"a card is drawn by a seat"
        if not s.owed or s.owed > cards_left(s):
            return b"no card is owed, or more than there are"
        return NULL
    if not 0 <= s.actor < r.players:
        return b"nobody decides"
    if s.phase != BONUS and s.phase != FLARING and s.phase != EVENT and s.phase != TAKING and s.actor != s.turn:
        return b"a seat decides in another's turn"
    if (among(WITH_A_SET, s.phase) and not r.declares_sets) or (r.declares_sets and s.phase != SQUEEZING and (
            among(DURING_ACTIVATIONS, s.phase))):
        return b"stations are activated in another way"
    if r.cards_only_show and (s.phase == FLARING or s.phase == KEEPING):
        return b"cards only show, and yet something comes of them"
    if s.phase == EVENT and (r.event == NO_EVENT or r.event == SUNWORM or r.event == FEEDERS or not comes_now(r, s) or (
            r.event == ENERGY_GARDEN and (s.actor != s.turn or r.garden_is_planned))):
        return b"an event that asks nobody"
    if (s.phase == SCOURING or s.resume == SCOURING) and (r.event != FEEDERS or r.scour_activates):
        return b"feeders without their event"
    if s.phase == DECONSTRUCT and not must_deconstruct(r, s):
        return b"a seat must not take down a structure"
    if s.phase == OPENING:
        return stations_opening_fault(r, s) if r.opening == STATIONS_IN_A else opening_fault(r, s)
    return NULL


cdef inline const char* opening_fault(const Rules* r, const State* s) noexcept nogil:
    """Structures are placed in the order of the opening, one each and then the other; every seat has those that it lacks."""
    cdef int placed = (s.gates[s.turn] != 0) + (s.owned[s.turn] != 0)
    cdef bint before = True     # does the seat place before the one whose turn it is?
    cdef int seat = first_to_place(r)
    cdef int kind, cell, stations, _i
    if r.opening == NO_STRUCTURES or placed > 1:
        return b"an opening without structures to place"
    for cell in range(MAX_CELLS):
        if s.feeders[cell]:
            return b"feeders are on the board before the first turn"
    for _i in range(r.players):
        if seat == s.turn:
            before = False
        if s.occupied[seat]:
            return b"a sundiver is on the board before the first turn"
        if without_lowest(s.gates[seat]) | without_lowest(s.owned[seat]):
            return b"a seat has placed more than a gate and a station"
        if (s.gates[seat] != 0) + (s.owned[seat] != 0) != placed + before:
            return b"structures were not placed in turn order"
        if r.opening != VESTIGIAL and s.owned[seat] and not s.gates[seat]:
            return b"a station was placed before a gate"
        stations = 0
        for kind in range(STATION_TYPES):
            stations += s.seat[seat].pieces[kind]
        if (not s.gates[seat] and not s.seat[seat].pieces[<int>GATE]) or (not s.owned[seat] and not stations):
            return b"a seat has no piece left of a kind that it has yet to place"
        seat = next_seat_to_place(r, seat)
    return NULL


cdef inline const char* stations_opening_fault(const Rules* r, const State* s) noexcept nogil:
    """The seats behind the one that places have a node and a foundry in A, itself at most the node, the others nothing."""
    cdef uint64_t outer = r.board.ring[<int>OUTER_ORBIT]
    cdef int seat, nodes, foundries
    for seat in range(r.players):
        nodes = size(s.owned[seat] & s.stations[<int>NODE] & outer)
        foundries = size(s.owned[seat] & s.stations[<int>FOUNDRY] & outer)
        if s.occupied[seat] | s.gates[seat] or size(s.owned[seat]) != nodes + foundries:
            return b"more than nodes and foundries in A before the first turn"
        if nodes > 1 or foundries != (seat > s.turn) or nodes < (seat > s.turn) or nodes > (seat >= s.turn):
            return b"stations were not placed in turn order"
        if s.seat[seat].pieces[<int>NODE] + nodes < 1 or s.seat[seat].pieces[<int>FOUNDRY] + foundries < 1:
            return b"a seat has no piece left of a kind that it has yet to place"
    return NULL


cdef inline bint is_moving(const State* s) noexcept nogil:
    """In a move, or a card was played between its steps."""
    return s.phase == MOVING or (s.phase == CHOOSING and s.resume == MOVING)


cdef inline bint is_activating(const Rules* r, const State* s) noexcept nogil:
    """Stations are activated, or something was played or drawn between them. Not motivate, which activates a conversion."""
    if s.phase == CHOOSING:
        return s.resume == ACTIVATING or s.resume == AFTER_BASE or (
            in_force(r, s).timing == IN_ACTIVATE and has(in_force(r, s).phases, ACTIVATING))
    if s.phase == EVENT:
        return s.resume == SQUEEZING
    return among(DURING_ACTIVATIONS, s.phase) and not (s.effect and in_force(r, s).timing == IN_CONVERT)


cdef inline int most_cards(const Rules* r) noexcept nogil:
    """That a structure anywhere owes."""
    cdef int most = 0
    cdef int ring
    for ring in range(RINGS):
        most = max(most, r.cards[ring])
    return most


cdef inline int cards_for(const Rules* r, uint64_t cells) noexcept nogil:
    """That stations in these cells owe."""
    cdef int total = 0
    while cells:
        total += r.cards[r.board.ring_of[lowest(cells)]]
        cells = without_lowest(cells)
    return total


cdef inline int set_type(const State* s) noexcept nogil:
    """The type of the stations of a declared set, the sound one being of one type."""
    if s.phase == SPENDING:
        return NODE
    return station_at(s, s.pending if s.phase == TAKING else lowest(s.to_come))


cdef inline int most_owed(const Rules* r, const State* s) noexcept nogil:
    """Cards that the action can owe so far."""
    if is_moving(s):
        return vaporized(r, s, s.turn) + stations_gone(r, s, s.turn) + most_cards(r) * (in_force(r, s).number.uses - s.uses)
    if is_activating(r, s):
        return cards_for(r, s.activated)
    if s.phase == CONVERTING or s.phase == BONUS or (
            s.phase == CHOOSING and in_force(r, s).timing == IN_CONVERT and has(in_force(r, s).phases, CONVERTING)):
        return most_cards(r)
    if s.phase == IN_SET or s.phase == TAKING or s.phase == SPENDING:
        return cards_for(r, s.stations[set_type(s)] & ~s.to_come)
    if s.phase == CLOSING or s.phase == DRAWING or s.phase == EVENT or (
            s.phase == CHOOSING and (s.resume == CLOSING or in_force(r, s).timing == BEFORE_DRAW)):
        return MOST_OWED
    return 0


cdef inline const char* action_fault(const Rules* r, const State* s) noexcept nogil:
    """Points, tolls, stations activated, cards owed: each where it can be, and no more than there can be."""
    cdef uint64_t cells = bit(r.board.cells) - 1
    cdef int most, ring
    if s.phase == START or (s.phase == CHOOSING and s.resume == START):
        if s.points != movement_of(r, s, s.turn):
            return b"movement points do not match the track"
    elif is_moving(s):
        most = most_movement(r) * max(1, in_force(r, s).number.factor) + in_force(r, s).number.points * (
            in_force(r, s).number.uses - s.uses)
        if not 0 <= s.points <= most:
            return b"movement points out of range"
    elif s.phase == SPENDING:
        most = 0
        for ring in range(RINGS):
            most = max(most, r.base[ring] + r.bonus[ring])
        if not 1 <= s.points <= most:
            return b"movement points out of range"
    elif s.points:
        return b"movement points out of range"
    if s.paid and (not is_moving(s) or r.toll_per_crossing or s.paid >> r.players or has(s.paid, s.turn)):
        return b"a toll paid to nobody"
    if s.phase == FLARING:
        cells = s.owned[s.actor] & r.board.ring[<int>OUTER_ORBIT]
    elif not is_activating(r, s):
        cells = 0
    if s.activated & ~cells or (s.station_type and not is_activating(r, s) and s.phase != DECLARING) or s.station_type > (
            SCOURED if r.scour_activates and r.event == FEEDERS else <int>STATION_TYPES):
        return b"stations activated that cannot be"
    if s.owed - s.added > most_owed(r, s):
        return b"more cards are owed than there can be"
    return NULL


cdef inline bint adds_now(const Rules* r, const State* s) noexcept nogil:
    """Can there be cards that an event has added? They are among those owed, or a draw of their own that is still to come."""
    if r.marked_flares:
        return s.phase == FLARING or s.phase == EVENT
    return s.added <= s.owed and (s.phase == DRAWING or s.phase == SQUEEZING or s.phase == EVENT)


cdef inline const char* drawn_fault(const Rules* r, const State* s) noexcept nogil:
    """Cards drawn, the flares among them, and what they are drawn for."""
    cdef bint after_draw = among(WITH_CARDS_DRAWN, s.phase)
    cdef int drawn = 0
    cdef int gone = 0
    cdef int suit, seat
    for suit in range(SUITS):
        drawn += s.drawn[suit]
    for seat in range(r.players):
        gone += vaporized(r, s, seat)
    if s.hurled > max(1, r.hurls_per_card - 1) or s.drew > 1 or s.orbiting > 1:
        return b"a flag is neither 0 nor 1"
    if r.cards_only_show and (drawn or s.flares or s.hurled):
        return b"cards only show, and yet something comes of them"
    if not after_draw and (drawn or s.drew or s.flares):
        return b"cards are drawn before the draw"
    if (s.phase == ACTIVATING or s.phase == BONUS) and (drawn or s.drew or s.flares) and s.seat[s.turn].card != NO_CARD:
        return b"cards were drawn within the action for no effect"
    if s.flares > (drawn if not s.orbiting else <int>r.flares) or ((drawn or s.flares) and not s.drew):
        return b"flares are resolved that were not drawn"
    if (s.phase == FLARING and not s.flares) or (s.phase == KEEPING and (s.flares or not drawn)):
        return b"no flare to resolve, or no card to keep"
    if s.orbiting and (not r.orbit_draws or drawn or s.hurled or s.effect or not (
            s.phase == DRAWING or s.phase == FLARING or (s.phase == EVENT and s.resume != SQUEEZING))):
        return b"an orbit draws no card then"
    if s.added and (s.added > gone or r.event != IMPLODE or not adds_now(r, s)):
        return b"cards are added by no event"
    if s.hurled and not (is_moving(s) or (r.hurls_per_card == 1 and (
            s.phase == CLOSING or s.phase == DRAWING or s.phase == FLARING or (s.phase == EVENT and s.resume != SQUEEZING) or (
                s.phase == CHOOSING and (s.resume == CLOSING or in_force(r, s).timing == BEFORE_DRAW))))):
        return b"momentum for a hurl that was not"
    if s.rewarded_flares and (not s.hurled or s.rewarded_flares > s.flares - (s.phase == FLARING)):
        return b"momentum for flares that were not drawn"
    if s.quiet > r.quiet_limit or (s.quiet == r.quiet_limit and s.phase != OVER):
        return b"the game would have ended, so many turns were quiet"
    return NULL


cdef inline const char* pending_fault(const Rules* r, const State* s) noexcept nogil:
    """A station is pending where it must be, and only where it may be."""
    cdef bint needed = s.phase == BONUS or s.phase == TAKING or s.phase == AFTER_BASE or s.phase == SQUEEZING or (
        s.resume == AFTER_BASE or s.resume == SQUEEZING)
    if s.pending == NO_CELL:
        if not needed:
            return NULL
        return b"the bonus of no station"
    if not has(all_stations(s), s.pending):
        # Feeders may have eaten it.
        if s.phase == SQUEEZING and r.event == FEEDERS:
            return NULL
        return b"the bonus of no station"
    if (s.phase == BONUS or s.phase == TAKING) and s.actor != s.turn and s.actor != owner_of(s, s.pending):
        return b"the bonus of another's station"
    if s.phase == BONUS and not can_take_bonus(r, s, s.actor):
        return b"a bonus that cannot be taken is offered"
    if needed:
        return NULL
    # A card may follow: the one held, or, while it asks, the one just played.
    if s.phase == ACTIVATING and held(r, s).function.follows_node and has(s.stations[<int>NODE], s.pending):
        return NULL
    if not has(s.owned[s.turn], s.pending):
        return b"a card follows the station of another"
    if s.phase == ACTIVATING and held(r, s).function.follows_station:
        return NULL
    if s.phase == CONVERTING and held(r, s).function.converted_before != NULL:
        return NULL
    if s.phase == CHOOSING and in_force(r, s).function.follows_station:
        return NULL
    return b"a bonus is pending in the wrong phase"


# -- an effect in force, an event --------------------------------------------------------------------------------------------

cdef inline bint in_its_phase(const Rules* r, const State* s) noexcept nogil:
    """May the effect be in force now?"""
    cdef int timing = in_force(r, s).timing
    if s.phase == MOVING:
        return timing == IN_MOVE
    if s.phase == CONVERTING:
        return timing == IN_CONVERT and in_force(r, s).function.begin == NULL and in_force(r, s).function.choices == NULL
    if s.phase == ACTIVATING:
        return timing == IN_ACTIVATE
    if s.phase == BONUS:
        return timing == IN_ACTIVATE or (timing == IN_CONVERT and in_force(r, s).function.last_station)
    if s.phase == SQUEEZING or (s.phase == EVENT and s.resume == SQUEEZING):
        return in_force(r, s).function.all_drawn != NULL
    if s.phase == DRAWING or s.phase == EVENT:
        return timing == BEFORE_DRAW and s.resume != FLARING
    if s.phase == CHOOSING:
        return in_force(r, s).function.choices != NULL and (
            has(in_force(r, s).phases, s.resume) if timing == AT_ANY_TIME else s.resume == 0)
    return False


cdef inline bint is_in_play(const Rules* r, const State* s) noexcept nogil:
    """Does a suit stand for the effect in force?"""
    cdef int suit
    for suit in range(SUITS):
        if has(r.suits_in_play, suit) and r.effect_of[suit] == s.effect:
            return True
    return False


cdef inline const char* effect_fault(const Rules* r, const State* s) noexcept nogil:
    """An effect is in force where it can be, and keeps in the state what it can keep."""
    cdef int cell
    if not s.effect:
        if s.phase == CHOOSING or s.phase == SQUEEZING or (s.phase == EVENT and s.resume == SQUEEZING):
            return b"a choice, or cards within the action, of no effect"
        if s.uses or s.followed != NO_CELL or (s.marks and not among(WITH_A_SET, s.phase) and not (
                s.phase == CONVERTING and held(r, s).function.marks_conversion and not pattern_marks_fault(r, s))):
            return b"marks of no effect"
        # A held card may have something to remember before it is played: launches, each for a point.
        if s.remembered and (s.phase != MOVING or held(r, s).function.launched_before == NULL or (
                s.remembered + s.points > most_movement(r))):
            return b"marks of no effect"
    elif s.seat[s.turn].card != NO_CARD or not is_in_play(r, s) or not in_its_phase(r, s):
        return b"an effect is in force that cannot be"
    elif s.uses > in_force(r, s).number.uses:
        return b"an effect can be used too often"
    for cell in range(MAX_CELLS):
        if s.spent[cell] and (not in_force(r, s).function.spends or s.phase != MOVING or (
                s.spent[cell] > s.sundivers[s.turn][cell])):
            return b"more sundivers were catapulted than there are"
    if not s.effect:
        return NULL
    if in_force(r, s).function.fault != NULL:
        return in_force(r, s).function.fault(r, s)
    if s.followed == NO_CELL and not s.remembered and not s.marks:
        return NULL
    return b"marks of another effect"


cdef inline const char* event_fault(const Rules* r, const State* s) noexcept nogil:
    """What an event has yet to move, and the phase to go back to."""
    if s.resume and s.phase != EVENT and s.phase != CHOOSING:
        return b"a phase to go back to, and no reason"
    if s.to_come and not among(WITH_A_SET, s.phase) and (s.phase != EVENT or s.to_come & ~s.occupied[s.actor] or (
            r.event != IMPLODE and r.event != EXPLODE)):
        return b"an event moves what is not there"
    if s.least and (s.phase != EVENT or s.least >= r.board.cells or (
            r.event != IMPLODE and r.event != EXPLODE and r.event != SINGULARITY)):
        return b"an event goes on that is over"
    return NULL


# -- a declared set ------------------------------------------------------------------------------------------------------------

cdef inline const char* set_fault(const Rules* r, const State* s) noexcept nogil:
    """Stations of one type on which the turn seat has sundivers; of its own ones all but the deepest give more."""
    cdef uint64_t left = s.to_come | (bit(s.pending) if s.phase == TAKING else 0)
    cdef uint64_t own = left & s.owned[s.turn]
    cdef uint64_t plain = own & ~s.marks
    cdef uint64_t more = s.marks
    if not among(WITH_A_SET, s.phase):
        return NULL
    if s.phase == TAKING and (s.pending == NO_CELL or not has(all_stations(s), s.pending)):
        return b"the share of no station"
    if s.to_come & ~(s.occupied[s.turn] & all_stations(s)) or (s.phase == TAKING and has(s.to_come, s.pending)):
        return b"a station of the set that cannot be activated"
    if not s.to_come and s.phase != TAKING and s.phase != SPENDING:
        return b"a set of no stations"
    if left & ~s.stations[set_type(s)]:
        return b"a set of several types"
    if s.phase == DECLARING or s.phase == RANKING:
        if s.marks or (s.phase == DECLARING and s.station_type != 1 + set_type(s)):
            return b"an open set of another type, or with stations that give more"
        return NULL
    if s.marks & ~own or without_lowest(plain):
        return b"stations give more that should not, or the other way round"
    while more:
        if plain and r.board.ring_of[lowest(more)] > r.board.ring_of[lowest(plain)]:
            return b"a station gives more that is the deepest"
        more = without_lowest(more)
    return NULL


# -- all of it ---------------------------------------------------------------------------------------------------------------

cdef inline const char* unused_fault(const Rules* r, const State* s) noexcept nogil:
    """What nothing uses is zero, or equal states would differ; the mark of a turn's start is where it belongs."""
    cdef Seat nobody
    cdef int seat
    memset(&nobody, 0, sizeof(Seat))
    nobody.card = NO_CARD
    for seat in range(r.players, MAX_SEATS):
        if memcmp(&s.seat[seat], &nobody, sizeof(Seat)):
            return b"a seat that does not play has something"
    for seat in range(r.players):
        if s.seat[seat].spare:
            return b"an unused field is used"
        if s.seat[seat].acted > (r.deconstruct_is_turn and seat == s.turn and s.phase == START and not s.fresh):
            return b"a card was played that was not"
    if s.spare:
        return b"an unused field is used"
    if s.fresh > 1 or (s.fresh and s.phase > START) or (not s.fresh and s.phase < START):
        return b"a turn does not start here"
    return NULL


cdef inline const char* choice_fault(const Rules* r, const State* s) noexcept nogil:
    """There is a step; nobody is asked who has one way only, but for the pass, the draws and the opening."""
    cdef step_t steps[MAX_STEPS]
    cdef int count
    if s.phase == OVER:
        return NULL
    count = legal_steps(r, s, steps)
    if count == 0:
        return b"no step, and yet the game is not over"
    if count == 1 and s.actor != CHANCE and s.phase != OPENING and not (s.phase == START and kind_of(steps[0]) == DONE):
        return b"a choice with one answer"
    return NULL


cdef inline const char* state_fault(const Rules* r, const State* s) noexcept nogil:
    """NULL for a sound state, else what is wrong with it. Each check may rely on those before it."""
    cdef const char* why = phase_fault(r, s)
    cdef int seat
    if why == NULL:
        why = board_fault(r, s)
    for seat in range(r.players):
        if why == NULL:
            why = seat_fault(r, s, seat)
    if why == NULL:
        why = deck_fault(r, s)
    if why == NULL:
        why = set_fault(r, s)
    if why == NULL:
        why = event_fault(r, s)
    if why == NULL:
        why = effect_fault(r, s)
    if why == NULL:
        why = action_fault(r, s)
    if why == NULL:
        why = drawn_fault(r, s)
    if why == NULL:
        why = pending_fault(r, s)
    if why == NULL:
        why = unused_fault(r, s)
    if why == NULL:
        why = choice_fault(r, s)
    return why

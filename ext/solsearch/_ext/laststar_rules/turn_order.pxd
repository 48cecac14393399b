"""Start and end of a turn, and of the game: deconstruction, whose turn comes next, when nobody can go on."""
from libc.string cimport memset
from solsearch._ext.game cimport CHANCE, NOBODY, step_t
from solsearch._ext.laststar_rules.basics cimport movement_of
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.legal cimport add_deconstructions
from solsearch._ext.laststar_rules.pieces cimport GATE, NO_CARD
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport (
    DECONSTRUCT, DRAWING, OVER, START, State, cards_left, forget_effect, raze_gate, raze_station, station_at,
)
from solsearch._ext.laststar_rules.steps cimport DECONSTRUCT_STATION, first_of, kind_of, second_of


cdef inline void forget_action(State* s) noexcept nogil:
    """Nothing of the action itself matters any longer."""
    forget_effect(s)
    s.points = 0
    s.paid = 0
    s.station_type = 0
    s.pending = NO_CELL
    s.activated = 0


cdef inline void end_game(State* s) noexcept nogil:
    forget_action(s)
    s.phase = OVER
    s.actor = NOBODY
    s.owed = 0
    s.added = 0
    s.rewarded_flares = 0
    s.marked = 0
    s.hurled = 0
    s.drew = 0
    s.flares = 0
    s.orbiting = 0
    memset(s.drawn, 0, sizeof(s.drawn))


cdef inline bint can_deconstruct(const State* s, int seat) noexcept nogil:
    return (s.owned[seat] | s.gates[seat]) != 0 and s.seat[seat].reserve > 0


cdef inline bint has_own_sundivers(const State* s, int seat) noexcept nogil:
    """In the own hold or on the board; lost in space counts as on the board."""
    return s.seat[seat].hold > 0 or s.occupied[seat] != 0 or s.seat[seat].lost > 0


cdef inline bint nobody_can_go_on(const Rules* r, const State* s) noexcept nogil:
    """No seat has a sundiver anywhere, can take down a structure, or holds a card."""
    cdef int seat, holder
    for seat in range(r.players):
        if has_own_sundivers(s, seat) or can_deconstruct(s, seat) or s.seat[seat].card != NO_CARD:
            return False
        for holder in range(r.players):
            if s.seat[holder].guests[seat]:
                return False
    return True


cdef inline void start_action(const Rules* r, State* s) noexcept nogil:
    s.phase = START
    s.actor = s.turn
    s.points = movement_of(r, s, s.turn)


cdef inline void take_down(const Rules* r, State* s, step_t step) noexcept nogil:
    """A structure back to the reserve, two sundivers or so (or what there is) from reserve to hold."""
    cdef int cell = first_of(step)
    cdef int kind = GATE
    cdef int back
    if kind_of(step) == DECONSTRUCT_STATION:
        kind = station_at(s, cell)
        raze_station(s, s.turn, kind, cell)
    else:
        raze_gate(s, s.turn, r.board.border_between[cell][second_of(step)])
    back = min(r.deconstruct_sundivers[kind], <int>s.seat[s.turn].reserve)
    s.seat[s.turn].reserve -= back
    s.seat[s.turn].hold += back


cdef inline bint must_deconstruct(const Rules* r, const State* s) noexcept nogil:
    """A seat without sundivers takes down a structure before its action, where nothing else brings structures back."""
    return not r.deconstruct_is_turn and not r.converts_back and not has_own_sundivers(s, s.turn) and can_deconstruct(s, s.turn)


cdef inline void begin_turn(const Rules* r, State* s) noexcept nogil:
    """First the forced deconstruction of a seat without sundivers, then the action; the points follow."""
    cdef step_t choices[64]
    s.fresh = 1
    if must_deconstruct(r, s):
        s.phase = DECONSTRUCT
        s.actor = s.turn
        if add_deconstructions(r, s, choices) == 1:
            take_down(r, s, choices[0])
            start_action(r, s)
    else:
        start_action(r, s)


cdef inline void orbit(const Rules* r, State* s, int seat) noexcept nogil:
    s.seat[seat].eye = s.seat[seat].eye % r.board.eyes + 1


cdef inline void come_to_turn(const Rules* r, State* s) noexcept nogil:
    """The turn of the next seat; its mothership may orbit before it."""
    if r.orbits_first:
        orbit(r, s, s.turn)
    begin_turn(r, s)


cdef inline void next_turn(const Rules* r, State* s) noexcept nogil:
    if s.drew:
        s.drew = 0
        s.quiet = 0
    else:
        s.quiet += 1
    s.turn = (s.turn + 1) % r.players
    if s.quiet >= r.quiet_limit or (not r.orbit_draws and nobody_can_go_on(r, s)):
        end_game(s)
    else:
        come_to_turn(r, s)


cdef inline void end_turn(const Rules* r, State* s) noexcept nogil:
    """The mothership orbits, unless it did so before; in solo and co-op the orbit draws a card."""
    if not r.orbits_first:
        orbit(r, s, s.turn)
    if r.orbit_draws and cards_left(s):
        s.orbiting = 1
        s.phase = DRAWING
        s.actor = CHANCE
        s.owed = 1
    else:
        next_turn(r, s)


cdef inline void deconstruct(const Rules* r, State* s, step_t step) noexcept nogil:
    """Taken down before the action; or as the whole turn, in which nothing is drawn."""
    take_down(r, s, step)
    if r.deconstruct_is_turn:
        forget_action(s)
        end_turn(r, s)
    else:
        start_action(r, s)

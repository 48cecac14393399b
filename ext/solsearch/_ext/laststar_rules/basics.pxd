"""What all rules do with a state: sundivers into and out of cells, movement points, the effects that matter now."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport bit, lowest, size, without_lowest
from solsearch._ext.laststar_rules.board cimport RINGS
from solsearch._ext.laststar_rules.pieces cimport GATE, STATION_TYPES
from solsearch._ext.laststar_rules.rules cimport PER_GATE, PER_STATION, Effect, EffectNumbers, Rules
from solsearch._ext.laststar_rules.state cimport State


cdef inline void put_sundiver(const Rules* r, State* s, int seat, int cell) noexcept nogil:
    s.sundivers[seat][cell] += 1
    s.occupied[seat] |= bit(cell)
    if s.sundivers[seat][cell] >= r.cell_limit:
        s.full[seat] |= bit(cell)


cdef inline void take_sundiver(const Rules* r, State* s, int seat, int cell) noexcept nogil:
    s.sundivers[seat][cell] -= 1
    if s.sundivers[seat][cell] < r.cell_limit:
        s.full[seat] &= ~bit(cell)
    if s.sundivers[seat][cell] == 0:
        s.occupied[seat] &= ~bit(cell)


cdef inline void reinforce(const Rules* r, State* s, uint64_t cells) noexcept nogil:
    """One of the turn seat's reserve into each of the cells."""
    while cells:
        s.seat[s.turn].reserve -= 1
        put_sundiver(r, s, s.turn, lowest(cells))
        cells = without_lowest(cells)


cdef inline int movement_of(const Rules* r, const State* s, int seat) noexcept nogil:
    """The movement track: the basic points, and one for each ring with a station of the seat, or each station, or each gate."""
    cdef int points = r.movement
    cdef int ring
    if r.track == PER_STATION:
        return points + size(s.owned[seat])
    if r.track == PER_GATE:
        return points + size(s.gates[seat])
    for ring in range(RINGS):
        points += (s.owned[seat] & r.board.ring[ring]) != 0
    return points


cdef inline int most_movement(const Rules* r) noexcept nogil:
    """The end of the movement track."""
    cdef int stations = 0
    cdef int kind
    if r.track == PER_STATION:
        for kind in range(STATION_TYPES):
            stations += r.pieces[kind]
        return r.movement + stations
    if r.track == PER_GATE:
        return r.movement + r.pieces[<int>GATE]
    return r.movement + RINGS


cdef inline int held_effect(const Rules* r, const State* s) noexcept nogil:
    """The effect of the card that the turn seat holds, by number; 0: no card, or a card without an effect."""
    return 0 if s.seat[s.turn].card < 0 else r.effect_of[s.seat[s.turn].card]


cdef inline const Effect* held(const Rules* r, const State* s) noexcept nogil:
    """The same effect's row of the table; without one the row of number 0, which is empty."""
    return &r.effects[held_effect(r, s)]


cdef inline const Effect* in_force(const Rules* r, const State* s) noexcept nogil:
    """The row of the effect in force. The ordinary rules ask for it only if there is one (`s.effect`)."""
    return &r.effects[s.effect]


cdef inline const EffectNumbers* numbers(const Rules* r, const State* s) noexcept nogil:
    """For the functions of an effect: its numbers. It is in force, or its card is held: never are there two such effects."""
    return &r.effects[s.effect if s.effect else held_effect(r, s)].number

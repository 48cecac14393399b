"""Openings: before the first turn each seat places two structures.

A gate and a station in two rounds: vestigial structures in either order; gates first and then stations; or the quickstart,
gates first and the last seat first. Or a node and a foundry in A, one seat after the other, the last one first.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport has, lowest, size, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.board cimport CONVECTIVE, INNER_ORBIT, OUTER_ORBIT, RINGS
from solsearch._ext.laststar_rules.pieces cimport FOUNDRY, GATE, NODE, STATION_TYPES
from solsearch._ext.laststar_rules.rules cimport QUICKSTART, STATIONS_IN_A, VESTIGIAL, Rules
from solsearch._ext.laststar_rules.state cimport State, all_gates, all_stations
from solsearch._ext.laststar_rules.steps cimport PLACE_GATE, PLACE_STATION, step_of


# -- who places ------------------------------------------------------------------------------------------------------------

cdef inline int placed_by(const State* s, int seat) noexcept nogil:
    """How many structures the seat has placed."""
    return size(s.gates[seat]) + size(s.owned[seat])


cdef inline bint last_seat_first(const Rules* r) noexcept nogil:
    return r.opening == QUICKSTART or r.opening == STATIONS_IN_A


cdef inline int first_to_place(const Rules* r) noexcept nogil:
    return r.players - 1 if last_seat_first(r) else 0


cdef inline int next_seat_to_place(const Rules* r, int seat) noexcept nogil:
    return (seat + (r.players - 1 if last_seat_first(r) else 1)) % r.players


cdef inline int next_to_place(const Rules* r, const State* s) noexcept nogil:
    """Who places after the seat that has just done so; a node is followed by the same seat's foundry."""
    if r.opening == STATIONS_IN_A and placed_by(s, s.turn) < 2:
        return s.turn
    return next_seat_to_place(r, s.turn)


# -- where -----------------------------------------------------------------------------------------------------------------

cdef inline int rings_reached(const Rules* r, const State* s) noexcept nogil:
    """How many rings, from outside in, are open: A and B, and what a chain of gates leads to."""
    cdef uint64_t gates = all_gates(s)
    cdef int ring = INNER_ORBIT
    while ring < RINGS - 1 and gates & r.board.inward_borders[ring]:
        ring += 1
    return ring + 1


cdef inline uint64_t cells_reached(const Rules* r, const State* s) noexcept nogil:
    cdef uint64_t cells = 0
    cdef int ring
    for ring in range(rings_reached(r, s)):
        cells |= r.board.ring[ring]
    return cells


cdef inline uint64_t borders_for_gate(const Rules* r, const State* s) noexcept nogil:
    """From a ring reached, B inward, to the next; in the quickstart from B, and not at the seat's own eye."""
    cdef uint64_t borders = 0
    cdef uint64_t places
    cdef int ring
    if r.opening != QUICKSTART:
        for ring in range(<int>INNER_ORBIT, rings_reached(r, s)):
            borders |= r.board.inward_borders[ring]
        return borders
    places = r.board.inward_borders[<int>INNER_ORBIT]
    while places:
        if not has(r.board.around_eye[s.seat[s.turn].eye], r.board.border_outer[lowest(places)]):
            borders |= places & (~places + 1)
        places = without_lowest(places)
    return borders


cdef inline uint64_t cells_for_station(const Rules* r, const State* s) noexcept nogil:
    """In any ring reached; in the quickstart in C; or in A."""
    if r.opening == STATIONS_IN_A:
        return r.board.ring[<int>OUTER_ORBIT]
    return r.board.ring[<int>CONVECTIVE] if r.opening == QUICKSTART else cells_reached(r, s)


# -- what ------------------------------------------------------------------------------------------------------------------

cdef inline bint may_place_gate(const Rules* r, const State* s, int seat) noexcept nogil:
    return r.opening != STATIONS_IN_A and not s.gates[seat] and s.seat[seat].pieces[<int>GATE] > 0


cdef inline bint may_place_station(const Rules* r, const State* s, int seat, int kind) noexcept nogil:
    """Whichever the seat still lacks; gates come first unless the order is free. Or a node first, then a foundry."""
    if not s.seat[seat].pieces[kind]:
        return False
    if r.opening == STATIONS_IN_A:
        return kind == (<int>FOUNDRY if s.owned[seat] else <int>NODE)
    return not s.owned[seat] and (r.opening == VESTIGIAL or s.gates[seat] != 0)


cdef inline int add_placements(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t places
    cdef int kind
    cdef int count = 0
    if may_place_gate(r, s, s.turn):
        places = borders_for_gate(r, s) & ~all_gates(s)
        while places:
            out[count] = step_of(
                PLACE_GATE, r.board.border_outer[lowest(places)], r.board.border_inner[lowest(places)], 0)
            count += 1
            places = without_lowest(places)
    for kind in range(STATION_TYPES):
        places = cells_for_station(r, s) & ~all_stations(s) if may_place_station(r, s, s.turn, kind) else 0
        while places:
            out[count] = step_of(PLACE_STATION, lowest(places), kind, 0)
            count += 1
            places = without_lowest(places)
    return count

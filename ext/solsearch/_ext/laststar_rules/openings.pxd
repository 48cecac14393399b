"""Vestigial structures: before the first turn each seat places a gate and a station, in two rounds, in either order."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport lowest, without_lowest
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.board cimport INNER_ORBIT, OUTER_ORBIT, RINGS
from solsearch._ext.laststar_rules.pieces cimport GATE, STATION_TYPES
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport State, all_gates, all_stations
from solsearch._ext.laststar_rules.steps cimport PLACE_GATE, PLACE_STATION, step_of


cdef inline int rings_reached(const Rules* r, const State* s) noexcept nogil:
    """How many rings, from outside in, are open: A and B, and what a chain of gates leads to."""
    cdef uint64_t gates = all_gates(s)
    cdef int ring = INNER_ORBIT
    while ring < RINGS - 1 and gates & r.board.inward_borders[ring]:
        ring += 1
    return ring + 1


cdef inline int add_placements(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """A gate from a ring reached, B inward, to the next; a station in any ring reached; whichever the seat still lacks."""
    cdef int reached = rings_reached(r, s)
    cdef uint64_t places
    cdef int ring, kind
    cdef int count = 0
    if not s.gates[s.turn] and s.seat[s.turn].pieces[<int>GATE]:
        for ring in range(<int>INNER_ORBIT, reached):
            places = r.board.inward_borders[ring] & ~all_gates(s)
            while places:
                out[count] = step_of(
                    PLACE_GATE, r.board.border_outer[lowest(places)], r.board.border_inner[lowest(places)], 0)
                count += 1
                places = without_lowest(places)
    if not s.owned[s.turn]:
        for kind in range(STATION_TYPES):
            if not s.seat[s.turn].pieces[kind]:
                continue
            for ring in range(<int>OUTER_ORBIT, reached):
                places = r.board.ring[ring] & ~all_stations(s)
                while places:
                    out[count] = step_of(PLACE_STATION, lowest(places), kind, 0)
                    count += 1
                    places = without_lowest(places)
    return count

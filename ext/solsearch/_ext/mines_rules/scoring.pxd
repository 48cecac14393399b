"""The end: most suns, and the six tie-breaks."""
from solsearch._ext.mines_rules.state cimport Body, State
from solsearch._ext.mines_rules.tiles cimport MOST_MOONS, MOST_PLANETS, MOST_SUNS, SEATS, Rules

cdef enum:
    # In the order in which they decide.
    SUNS, PLANET_VALUE, MOON_VALUE, HOLES_SPARED, LARGE_SUNS, LARGE_PLANETS, LARGE_MOONS, CRITERIA

cdef struct Tally:
    int of[SEATS][CRITERIA]


cdef inline void count_up(const Rules* r, const State* s, Tally* tally) noexcept nogil:
    """What each seat has of everything that decides."""
    cdef const Body* body
    cdef int seat, i, criterion
    for seat in range(SEATS):
        for criterion in range(CRITERIA):
            tally.of[seat][criterion] = 0
        tally.of[seat][HOLES_SPARED] = -s.hole_count[seat]      # the fewest placed
    for seat in range(SEATS):
        for i in range(s.sun_count[seat]):
            body = &s.suns[seat * MOST_SUNS + i]
            tally.of[body.owner][SUNS] += 1
            tally.of[body.owner][LARGE_SUNS] += r.is_large[body.tile]
        for i in range(s.planet_count[seat]):
            body = &s.planets[seat * MOST_PLANETS + i]
            tally.of[body.owner][PLANET_VALUE] += body.worth
            tally.of[body.owner][LARGE_PLANETS] += r.is_large[body.tile]
        for i in range(s.moon_count[seat]):
            tally.of[seat][MOON_VALUE] += s.moons[seat * MOST_MOONS + i].value
            tally.of[seat][LARGE_MOONS] += r.is_large[s.moons[seat * MOST_MOONS + i].tile]


cdef inline int winner_by(const Tally* tally, int* decided_by) noexcept nogil:
    """The seat that wins, -1: both share it. `decided_by`: the criterion that decides, CRITERIA if none does."""
    cdef int criterion
    for criterion in range(CRITERIA):
        if tally.of[0][criterion] != tally.of[1][criterion]:
            decided_by[0] = criterion
            return tally.of[1][criterion] > tally.of[0][criterion]
    decided_by[0] = CRITERIA
    return -1

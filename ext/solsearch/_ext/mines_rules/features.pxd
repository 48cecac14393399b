"""What an evaluator sees of a position: for each seat what it controls, how safe that is, what it can take, and its hand.

Everything is a count that is good to have (or bad, in features with `lost` and `threatened` in their names), and follows from a
look at each sun and planet: how much it takes to turn it, and whether there is still room to do so.
"""
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset
from solsearch._ext.mines_rules.rows cimport columns, count_of, free_squares, larger_fit, wider
from solsearch._ext.mines_rules.scoring cimport (
    LARGE_MOONS, LARGE_PLANETS, LARGE_SUNS, MOON_VALUE, PLANET_VALUE, SUNS, Tally, count_up,
)
from solsearch._ext.mines_rules.state cimport PLACING, Body, State
from solsearch._ext.mines_rules.tiles cimport (
    MOON, MOON_LARGE, MOON_SMALL, MOON_SMALL_DOUBLE, MOON_SMALL_DOUBLE_LONG, MOON_SMALL_LONG, MOST_PLANETS, MOST_SUNS,
    MOST_TILES, PLANET, PLANET_LARGE, PLANET_LARGE_DOUBLE, PLANET_SMALL, PLANET_SMALL_DOUBLE, SEATS, SIDE, SUN_LARGE, SUN_SMALL,
    TILE_TYPES, Rules,
)

cdef enum:
    # Of a seat. The policy sees these.
    F_SUNS              # it controls
    F_SAFE_SUNS         # of them: those that the opponent cannot take by one tile
    F_SETTLED_SUNS      # of them: those that nobody can ever take
    F_SUN_MARGIN        # what it takes to turn its suns, of each at most 4
    F_SUNS_IN_REACH     # the opponent's that it can take by one tile
    F_PLANETS           # it controls, doubles twice
    F_SAFE_PLANETS
    F_SETTLED_PLANETS
    F_PLANET_MARGIN     # of each at most 3
    F_PLANETS_IN_REACH
    F_KEY_PLANETS       # it controls, that hold a sun for it: turned, the sun would be lost
    F_SAFE_KEY_PLANETS  # of them: those that the opponent cannot take by one tile
    F_INFLUENCE         # its planets, doubles twice, once for each sun next to them
    F_MOONS             # value placed
    F_HOLES             # in hand
    F_LARGE_SUNS        # it controls, as the next two: what decides ties
    F_LARGE_PLANETS
    F_LARGE_MOONS
    F_HAND_SUNS         # in hand, as the next seven
    F_HAND_LARGE_PLANETS
    F_HAND_SMALL_PLANETS
    F_HAND_DOUBLE_PLANETS
    F_HAND_LARGE_MOONS
    F_HAND_SMALL_MOONS
    F_HAND_DOUBLE_MOONS
    F_HAND_LONG_MOONS
    F_TO_PLACE          # it is its turn
    FEATURES

cdef enum:
    # Further details of a seat, for those who value positions: counts by margin.
    D_SUNS_BY_1         # it controls, and they turn by a planet of 1
    D_SUNS_BY_2
    D_SUNS_BY_3
    D_SUNS_BY_MORE
    D_PLANETS_BY_1
    D_PLANETS_BY_2
    D_PLANETS_BY_MORE
    D_LOST_SUNS         # it placed and does not control
    D_LOST_PLANETS
    D_OPEN_SUNS         # it controls, with room for a planet next to them
    D_OPEN_PLANETS      # it controls, with room for a moon
    D_ROOM_BY_PLANETS   # empty squares next to its planets
    D_BARE_SUNS         # it controls, without a planet
    D_SHARED_PLANETS    # it controls, next to several suns
    D_TIES_WON          # planets it controls because it placed them
    D_ALL_MOONS_LEFT    # value in hand
    DETAILS

cdef enum:
    # Of the position as a whole.
    C_TILES_LEFT
    C_EMPTY             # squares
    C_SUNS
    C_OPEN_SUNS
    C_PLANETS
    C_OPEN_PLANETS
    C_AFTER_TILE        # a hole may be placed now
    COMMON_FEATURES

cdef struct Sight:
    # What a look over the board finds.
    uint32_t free[SIDE]
    uint32_t room[SIDE]             # where the smallest planet fits
    uint8_t room_for_moons[SEATS * MOST_PLANETS]    # empty squares next to a planet
    uint8_t planet_need[SEATS * MOST_PLANETS]       # the moon value that turns it
    uint8_t planet_falls[SEATS * MOST_PLANETS]      # the opponent can turn it by one tile
    uint8_t room_for_planets[SEATS * MOST_SUNS]     # is there any
    uint8_t sun_need[SEATS * MOST_SUNS]
    uint8_t sun_falls[SEATS * MOST_SUNS]
    uint8_t open_around[SEATS * MOST_SUNS]          # it has a planet that can still turn
    uint8_t held_by[SEATS * MOST_SUNS]              # planets next to it
    int best_moon[SEATS]            # the highest value in hand, 0: none left
    int best_planet[SEATS]


cdef inline int bits_of(uint32_t word) noexcept nogil:
    """How many are set, of up to 8."""
    word = word - ((word >> 1) & 0x55)
    word = (word & 0x33) + ((word >> 2) & 0x33)
    return (word + (word >> 4)) & 0x0F


cdef inline int empty_beside(const Sight* sight, const Body* body) noexcept nogil:
    """Empty squares that share an edge with a tile."""
    cdef uint32_t block = columns(body.x, body.size)
    cdef uint32_t beside = wider(block)
    # Shifted so that the tile's column is bit 1: six bits are enough for the widest.
    cdef int count = 0
    cdef int y
    for y in range(body.y, body.y + body.size):
        count += bits_of(((sight.free[y] & beside) << 1) >> body.x)
    if body.y > 0:
        count += bits_of((sight.free[body.y - 1] & block) >> body.x)
    if body.y + body.size < SIDE:
        count += bits_of((sight.free[body.y + body.size] & block) >> body.x)
    return count


cdef inline bint has_room_for_planet(const Sight* sight, const Body* sun, int size) noexcept nogil:
    """Is there a place next to a sun for a planet of this size, the smallest?"""
    cdef uint32_t across = (((<uint32_t>1) << (sun.size + size - 1)) - 1)
    cdef uint32_t sides
    cdef int left = sun.x - size
    cdef int y
    # Above and below: from the sun's right end to where the planet's right end still meets it.
    across = across << (left + 1) if left + 1 >= 0 else across >> -(left + 1)
    if sun.y >= size and sight.room[sun.y - size] & across:
        return True
    if sun.y + sun.size < SIDE and sight.room[sun.y + sun.size] & across:
        return True
    sides = ((<uint32_t>1) << left if left >= 0 else 0) | ((<uint32_t>1) << (sun.x + sun.size))
    for y in range(max(0, sun.y - size + 1), sun.y + sun.size):
        if sight.room[y] & sides:
            return True
    return False


cdef inline int need_of(const Body* body, int placer) noexcept nogil:
    """The value that the seat which does not control it would have to add to turn it."""
    return (body.lead if body.lead > 0 else -body.lead) + (body.owner == placer)


cdef inline int room_of_planets(const Rules* r) noexcept nogil:
    return r.size[PLANET_SMALL] if r.count[PLANET_SMALL] or r.count[PLANET_SMALL_DOUBLE] else r.size[PLANET_LARGE]


cdef inline void best_in_hand(const Rules* r, const State* s, Sight* sight) noexcept nogil:
    cdef int seat, tile
    for seat in range(SEATS):
        sight.best_moon[seat] = 0
        sight.best_planet[seat] = 0
        for tile in range(PLANET_LARGE, TILE_TYPES):
            if s.left[seat][tile]:
                if r.kind[tile] == PLANET:
                    sight.best_planet[seat] = max(sight.best_planet[seat], <int>r.worth[tile])
                else:
                    sight.best_moon[seat] = max(sight.best_moon[seat], <int>r.worth[tile])


cdef inline void look_at(const Rules* r, const State* s, Sight* sight) noexcept nogil:
    cdef const Body* body
    cdef int seat, number, i, sun, attacker, size, _larger
    cdef uint8_t suns
    memset(sight.open_around, 0, sizeof(sight.open_around))
    memset(sight.held_by, 0, sizeof(sight.held_by))
    free_squares(s.taken, sight.free)
    best_in_hand(r, s, sight)
    size = room_of_planets(r)
    free_squares(s.taken, sight.room)
    for _larger in range(1, size):
        larger_fit(sight.room, sight.room)
    for seat in range(SEATS):
        for i in range(s.sun_count[seat]):
            number = seat * MOST_SUNS + i
            body = &s.suns[number]
            attacker = 1 - body.owner
            sight.sun_need[number] = need_of(body, seat)
            sight.room_for_planets[number] = has_room_for_planet(sight, body, size)
            sight.sun_falls[number] = (
                sight.room_for_planets[number] and sight.sun_need[number] <= sight.best_planet[attacker])
    for seat in range(SEATS):
        for i in range(s.planet_count[seat]):
            number = seat * MOST_PLANETS + i
            body = &s.planets[number]
            attacker = 1 - body.owner
            sight.planet_need[number] = need_of(body, seat)
            sight.room_for_moons[number] = empty_beside(sight, body)
            sight.planet_falls[number] = (
                sight.room_for_moons[number] > 0 and sight.planet_need[number] <= sight.best_moon[attacker])
            suns = body.suns
            sun = 0
            while suns:
                if suns & 1:
                    sight.held_by[sun] += 1
                    if sight.room_for_moons[number] and sight.best_moon[0] + sight.best_moon[1]:
                        sight.open_around[sun] = True
                    if sight.planet_falls[number] and s.suns[sun].owner == body.owner and (
                            sight.sun_need[sun] <= 2 * body.worth):
                        sight.sun_falls[sun] = True
                suns >>= 1
                sun += 1


cdef inline bint holds_a_sun(const State* s, const Sight* sight, const Body* planet) noexcept nogil:
    """Would a sun next to it be lost with it?"""
    cdef uint8_t suns = planet.suns
    cdef int sun = 0
    while suns:
        if suns & 1 and s.suns[sun].owner == planet.owner and sight.sun_need[sun] <= 2 * planet.worth:
            return True
        suns >>= 1
        sun += 1
    return False


cdef inline int sun_count_of(uint8_t suns) noexcept nogil:
    return bits_of(suns)


cdef inline void fill_features(const Rules* r, const State* s, float out[SEATS][FEATURES]) noexcept nogil:
    """Of both seats at once: most of the work is the same."""
    cdef Sight sight
    cdef Tally tally
    cdef const Body* body
    cdef float* own
    cdef int seat, i, number
    cdef const uint8_t* left
    memset(out, 0, SEATS * FEATURES * sizeof(float))
    look_at(r, s, &sight)
    count_up(r, s, &tally)
    for seat in range(SEATS):
        for i in range(s.sun_count[seat]):
            number = seat * MOST_SUNS + i
            body = &s.suns[number]
            own = out[body.owner]
            own[F_SAFE_SUNS] += not sight.sun_falls[number]
            own[F_SETTLED_SUNS] += not sight.open_around[number] and not (
                sight.room_for_planets[number] and sight.best_planet[0] + sight.best_planet[1])
            own[F_SUN_MARGIN] += min(<int>sight.sun_need[number], 4)
            out[1 - body.owner][F_SUNS_IN_REACH] += sight.sun_falls[number]
        for i in range(s.planet_count[seat]):
            number = seat * MOST_PLANETS + i
            body = &s.planets[number]
            own = out[body.owner]
            own[F_SAFE_PLANETS] += body.worth * (not sight.planet_falls[number])
            own[F_SETTLED_PLANETS] += body.worth * (
                sight.room_for_moons[number] == 0 or sight.best_moon[1 - body.owner] == 0)
            own[F_PLANET_MARGIN] += min(<int>sight.planet_need[number], 3)
            own[F_INFLUENCE] += body.worth * sun_count_of(body.suns)
            out[1 - body.owner][F_PLANETS_IN_REACH] += body.worth * sight.planet_falls[number]
            if holds_a_sun(s, &sight, body):
                own[F_KEY_PLANETS] += 1
                own[F_SAFE_KEY_PLANETS] += not sight.planet_falls[number]
    for seat in range(SEATS):
        own = out[seat]
        left = s.left[seat]
        own[F_SUNS] = tally.of[seat][SUNS]
        own[F_PLANETS] = tally.of[seat][PLANET_VALUE]
        own[F_MOONS] = tally.of[seat][MOON_VALUE]
        own[F_HOLES] = 2 - s.hole_count[seat]
        own[F_LARGE_SUNS] = tally.of[seat][LARGE_SUNS]
        own[F_LARGE_PLANETS] = tally.of[seat][LARGE_PLANETS]
        own[F_LARGE_MOONS] = tally.of[seat][LARGE_MOONS]
        own[F_HAND_SUNS] = left[SUN_LARGE] + left[SUN_SMALL]
        own[F_HAND_LARGE_PLANETS] = left[PLANET_LARGE]
        own[F_HAND_SMALL_PLANETS] = left[PLANET_SMALL]
        own[F_HAND_DOUBLE_PLANETS] = left[PLANET_LARGE_DOUBLE] + left[PLANET_SMALL_DOUBLE]
        for i in range(MOON_LARGE, MOON_SMALL):
            own[F_HAND_LARGE_MOONS] += left[i]
        own[F_HAND_SMALL_MOONS] = left[MOON_SMALL]
        own[F_HAND_DOUBLE_MOONS] = left[MOON_SMALL_DOUBLE] + left[MOON_SMALL_DOUBLE_LONG]
        own[F_HAND_LONG_MOONS] = left[MOON_SMALL_LONG]
        own[F_TO_PLACE] = s.phase == PLACING and s.turn == seat


cdef inline void fill_details(const Rules* r, const State* s, int me, float* out) noexcept nogil:
    cdef Sight sight
    cdef const Body* body
    cdef int seat, i, number, tile
    memset(out, 0, DETAILS * sizeof(float))
    look_at(r, s, &sight)
    for seat in range(SEATS):
        for i in range(s.sun_count[seat]):
            number = seat * MOST_SUNS + i
            body = &s.suns[number]
            if body.owner == me:
                out[D_SUNS_BY_1 + max(0, min(<int>sight.sun_need[number] - 1, 3))] += 1
                out[D_OPEN_SUNS] += sight.room_for_planets[number] != 0
                out[D_BARE_SUNS] += sight.held_by[number] == 0
            elif seat == me:
                out[D_LOST_SUNS] += 1
        for i in range(s.planet_count[seat]):
            number = seat * MOST_PLANETS + i
            body = &s.planets[number]
            if body.owner == me:
                out[D_PLANETS_BY_1 + max(0, min(<int>sight.planet_need[number] - 1, 2))] += 1
                out[D_OPEN_PLANETS] += sight.room_for_moons[number] > 0
                out[D_ROOM_BY_PLANETS] += sight.room_for_moons[number]
                out[D_SHARED_PLANETS] += sun_count_of(body.suns) > 1
                out[D_TIES_WON] += body.lead == 0
            elif seat == me:
                out[D_LOST_PLANETS] += 1
    for tile in range(MOON_LARGE, TILE_TYPES):
        if r.kind[tile] == MOON:
            out[D_ALL_MOONS_LEFT] += s.left[me][tile] * r.worth[tile]


cdef inline int tiles_left(const State* s) noexcept nogil:
    return SEATS * MOST_TILES - s.tile_count[0] - s.tile_count[1]


cdef inline void fill_common(const Rules* r, const State* s, float* out) noexcept nogil:
    cdef Sight sight
    cdef int seat, i
    memset(out, 0, COMMON_FEATURES * sizeof(float))
    look_at(r, s, &sight)
    out[C_TILES_LEFT] = tiles_left(s)
    out[C_EMPTY] = count_of(sight.free)
    out[C_AFTER_TILE] = s.phase != PLACING
    for seat in range(SEATS):
        out[C_SUNS] += s.sun_count[seat]
        out[C_PLANETS] += s.planet_count[seat]
        for i in range(s.sun_count[seat]):
            out[C_OPEN_SUNS] += sight.room_for_planets[seat * MOST_SUNS + i] != 0
        for i in range(s.planet_count[seat]):
            out[C_OPEN_PLANETS] += sight.room_for_moons[seat * MOST_PLANETS + i] > 0

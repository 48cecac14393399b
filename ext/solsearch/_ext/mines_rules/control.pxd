"""Who controls what: brought up to date by each tile that is placed.

A planet belongs to the seat with more moon value next to it, a sun to the seat that controls more planet value next to it;
tied, to the seat that placed it.
"""
from libc.stdint cimport uint8_t, uint16_t
from solsearch._ext.mines_rules.rows cimport add_block, add_border, meets_block
from solsearch._ext.mines_rules.state cimport Body, Moon, State, hash_of_placed, moon_of, planet_of, sun_of
from solsearch._ext.mines_rules.tiles cimport (
    HOLE, MOON, MOST_PLANETS, MOST_SUNS, PLANET, SEATS, SUN, Rules, column_of, row_of, type_of,
)


cdef inline bint adjacent(int x, int y, int size, int other_x, int other_y, int other_size, bint corners) noexcept nogil:
    """Do two tiles share a part of an edge, or with `corners` at least a corner? No two tiles overlap."""
    cdef int across = min(x + size, other_x + other_size) - max(x, other_x)
    cdef int upward = min(y + size, other_y + other_size) - max(y, other_y)
    return across >= 0 and upward >= 0 and (corners or across + upward > 0)


cdef inline int owner_by(int lead, int placer) noexcept nogil:
    return placer if lead == 0 else lead < 0


cdef inline int signed_for(int seat, int value) noexcept nogil:
    """A value of a seat as part of a lead."""
    return value if seat == 0 else -value


cdef inline void change_suns(State* s, uint8_t suns, int change) noexcept nogil:
    """The planets next to these suns have changed by so much of a lead."""
    cdef int number = 0
    while suns:
        if suns & 1:
            s.suns[number].lead += change
            s.suns[number].owner = owner_by(s.suns[number].lead, number // MOST_SUNS)
        suns >>= 1
        number += 1


cdef inline void change_planet(State* s, int number, int change) noexcept nogil:
    """The moons next to a planet have changed by so much of a lead."""
    cdef Body* planet = &s.planets[number]
    cdef int owner
    planet.lead += change
    owner = owner_by(planet.lead, number // MOST_PLANETS)
    if owner != planet.owner:
        planet.owner = owner
        change_suns(s, planet.suns, 2 * signed_for(owner, planet.worth))


cdef inline void place_sun(State* s, int seat, Body* sun, int number) noexcept nogil:
    cdef Body* planet
    cdef int other, i
    for other in range(SEATS):
        for i in range(s.planet_count[other]):
            planet = planet_of(s, other, i)
            if adjacent(sun.x, sun.y, sun.size, planet.x, planet.y, planet.size, False):
                planet.suns |= 1 << number
                sun.lead += signed_for(planet.owner, planet.worth)
    sun.owner = owner_by(sun.lead, seat)
    add_border(s.near_sun, sun.x, sun.y, sun.size, False)


cdef inline void place_planet(const Rules* r, State* s, int seat, Body* planet) noexcept nogil:
    cdef Body* sun
    cdef Moon* moon
    cdef int other, i
    for other in range(SEATS):
        for i in range(s.moon_count[other]):
            moon = moon_of(s, other, i)
            if adjacent(planet.x, planet.y, planet.size, moon.x, moon.y, r.size[moon.tile], r.is_long[moon.tile]):
                planet.lead += signed_for(other, moon.value)
        for i in range(s.sun_count[other]):
            sun = sun_of(s, other, i)
            if adjacent(planet.x, planet.y, planet.size, sun.x, sun.y, sun.size, False):
                planet.suns |= 1 << (other * MOST_SUNS + i)
    planet.owner = owner_by(planet.lead, seat)
    change_suns(s, planet.suns, signed_for(planet.owner, planet.worth))
    add_border(s.near_planet, planet.x, planet.y, planet.size, False)
    add_border(s.round_planet, planet.x, planet.y, planet.size, True)


cdef inline void place_moon(const Rules* r, State* s, int seat, const Moon* moon) noexcept nogil:
    cdef Body* planet
    cdef int other, i
    for other in range(SEATS):
        for i in range(s.planet_count[other]):
            planet = planet_of(s, other, i)
            if adjacent(moon.x, moon.y, r.size[moon.tile], planet.x, planet.y, planet.size, r.is_long[moon.tile]):
                change_planet(s, other * MOST_PLANETS + i, signed_for(seat, moon.value))


cdef inline Body body_of(const Rules* r, int tile, int x, int y) noexcept nogil:
    """With nothing next to it yet."""
    cdef Body body
    body.x = x
    body.y = y
    body.size = r.size[tile]
    body.tile = tile
    body.lead = 0
    body.owner = 0
    body.suns = 0
    body.worth = r.worth[tile]
    return body


cdef inline void place(const Rules* r, State* s, int seat, int step) noexcept nogil:
    """A tile or hole out of a seat's hand onto the board, and all that it changes there."""
    cdef int tile = type_of(step)
    cdef int kind = r.kind[tile]
    cdef int x = column_of(step)
    cdef int y = row_of(step)
    cdef Body* body
    cdef Moon* moon
    s.sum += hash_of_placed(step, seat)
    s.left[seat][tile] -= 1
    add_block(s.taken, x, y, r.size[tile])
    if kind == HOLE:
        s.holes[seat][s.hole_count[seat]] = <uint16_t>step
        s.hole_count[seat] += 1
        return
    s.placed[seat][s.tile_count[seat]] = <uint16_t>step
    s.tile_count[seat] += 1
    if kind == SUN:
        body = sun_of(s, seat, s.sun_count[seat])
        body[0] = body_of(r, tile, x, y)
        place_sun(s, seat, body, seat * MOST_SUNS + s.sun_count[seat])
        s.sun_count[seat] += 1
    elif kind == PLANET:
        body = planet_of(s, seat, s.planet_count[seat])
        body[0] = body_of(r, tile, x, y)
        place_planet(r, s, seat, body)
        s.planet_count[seat] += 1
    elif kind == MOON:
        moon = moon_of(s, seat, s.moon_count[seat])
        moon.x = x
        moon.y = y
        moon.tile = tile
        # A station under it is worth one more, several as much as one.
        moon.value = r.worth[tile] + meets_block(r.stations, x, y, r.size[tile])
        place_moon(r, s, seat, moon)
        s.moon_count[seat] += 1

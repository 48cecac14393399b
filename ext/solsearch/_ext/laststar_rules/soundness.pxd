"""Is a state sound? The guard for states from outside, and the invariants that the tests hold every state to."""
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memset
from solsearch._ext.bits cimport bit, has, size
from solsearch._ext.game cimport CHANCE, MAX_SEATS, MAX_STEPS, NOBODY, step_t
from solsearch._ext.laststar_rules.activating cimport can_take_bonus
from solsearch._ext.laststar_rules.board cimport MAX_CELLS, NO_CELL
from solsearch._ext.laststar_rules.effects cimport CATAPULT, EFFECTS, JUGGERNAUT, NO_EFFECT
from solsearch._ext.laststar_rules.rules cimport (
    FEEDERS, FLARE, GATE, NO_CARD, NO_EVENT, STATION_TYPES, SUITS, TRIGGER, VESTIGIAL, Rules,
)
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, AFTER_BASE, BONUS, CHOOSING, CLOSING, CONVERTING, DRAWING, EVENT, FLARING, MOVING, OPENING, OVER, SCOURING, SQUEEZING,
    START, Seat, State, all_stations, cards_left, owner_of,
)
from solsearch._ext.laststar_rules.legal cimport legal_steps

cdef enum:
    MOST = 1000000      # of energy, momentum: far beyond any game, far below an overflow


cdef inline const char* board_fault(const Rules* r, const State* s) noexcept nogil:
    """Masks agree with counts and lie on the board; no two stations in a cell, no two gates on a border."""
    cdef uint64_t cells = bit(r.board.cells) - 1
    cdef uint64_t borders = bit(r.board.borders) - 1
    cdef uint64_t stations = 0
    cdef uint64_t owned = 0
    cdef uint64_t gates = 0
    cdef int seat, cell, kind
    if s.cubes & ~cells:
        return b"an energy cube beside the board"
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
            if s.sundivers[seat][cell] > r.cell_limit and s.phase != EVENT:     # an implosion is tidied up at its end
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
    return NULL


cdef inline const char* seat_fault(const Rules* r, const State* s, int seat) noexcept nogil:
    """No more sundivers and pieces than a player has; everything in range."""
    cdef int total = s.seat[seat].hold + s.seat[seat].reserve + s.seat[seat].lost
    cdef int cell, other, kind
    for cell in range(r.board.cells):
        total += s.sundivers[seat][cell]
    for other in range(MAX_SEATS):
        total += s.seat[other].guests[seat]
        if s.seat[seat].guests[other] and (other == seat or other >= r.players):
            return b"a guest of no other player in a hold"
    if total > r.sundivers:
        return b"more sundivers than a player has"
    for kind in range(STATION_TYPES):
        if s.seat[seat].pieces[kind] + size(s.owned[seat] & s.stations[kind]) > r.pieces[kind]:
            return b"more stations of a type than a player has"
    if s.seat[seat].pieces[<int>GATE] + size(s.gates[seat]) > r.pieces[<int>GATE]:
        return b"more gates than a player has"
    if not 0 <= s.seat[seat].energy <= MOST or not 0 <= s.seat[seat].momentum <= MOST:
        return b"energy or momentum out of range"
    if not 1 <= s.seat[seat].eye <= r.board.eyes:
        return b"no such eye"
    if s.seat[seat].lost > r.sundivers:
        return b"more lost sundivers than a player has"
    if s.seat[seat].card != NO_CARD and not (0 <= s.seat[seat].card < TRIGGER and has(r.suits_in_play, s.seat[seat].card)):
        return b"a held card of a suit not in play"
    return NULL


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
        for seat in range(r.players):
            seen += s.seat[seat].card == suit
        if seen > most:
            return b"more cards of a suit than there are"
    if s.drawn[<int>TRIGGER]:
        return b"a trigger flare can be kept"
    if s.spiral > r.flares:
        return b"the spiral is longer than it can be"
    # Flares drawn but not yet struck: those of the draw going on, less the one that strikes now.
    if s.undrawn[<int>FLARE] + s.flares - (s.phase == FLARING) != s.spiral and s.phase != OVER:
        return b"undrawn flares and spiral disagree"
    return NULL


cdef inline const char* actor_fault(const Rules* r, const State* s) noexcept nogil:
    """The right one acts in each phase."""
    if s.phase == OVER:
        if s.actor != NOBODY:
            return b"somebody acts after the end"
        return NULL
    if s.phase == DRAWING or s.phase == SQUEEZING:
        if s.actor != CHANCE:
            return b"a card is drawn by a seat"
        if not s.owed or s.owed > cards_left(s):
            return b"no card is owed, or more than there are"
        return NULL
    if not 0 <= s.actor < r.players:
        return b"nobody decides"
    if s.phase != BONUS and s.phase != FLARING and s.phase != EVENT and s.actor != s.turn:
        return b"a seat decides in another's turn"
    return NULL


cdef inline const char* pending_fault(const Rules* r, const State* s) noexcept nogil:
    """A station is pending where it must be, and only where it may be."""
    if s.pending == NO_CELL:
        if s.phase == BONUS or s.phase == AFTER_BASE or s.phase == SQUEEZING:
            return b"the bonus of no station"
        return NULL
    if s.pending >= r.board.cells:
        return b"a station beside the board is pending"
    if s.phase != CONVERTING and s.phase != CHOOSING and s.phase != EVENT and not ACTIVATING <= s.phase <= BONUS and (
            s.phase != SQUEEZING):
        return b"a bonus is pending in the wrong phase"
    if not has(all_stations(s), s.pending):
        if s.phase == SQUEEZING or s.phase == EVENT:    # feeders may have eaten it
            return NULL
        return b"the bonus of no station"
    if s.phase == BONUS and s.actor != s.turn and s.actor != owner_of(s, s.pending):
        return b"the bonus of another's station"
    if s.phase == BONUS and not can_take_bonus(r, s, s.actor):
        return b"a bonus that cannot be taken is offered"
    return NULL


cdef inline const char* effect_fault(const Rules* r, const State* s) noexcept nogil:
    """Numbers that an effect or event uses are in range."""
    cdef int cell, spent
    if s.effect >= EFFECTS or s.uses > 3 or (s.followed != NO_CELL and s.followed >= r.board.cells):
        return b"an effect is out of range"
    if s.crossed >> 58 or s.moving & ~(bit(r.board.cells) - 1):
        return b"a mark of an effect lies beside the board"
    if s.effect == JUGGERNAUT and s.named > STATION_TYPES:
        return b"no such station hovers"
    if s.effect == JUGGERNAUT and s.named and (s.followed == NO_CELL or s.phase != MOVING):
        return b"a station hovers nowhere"
    for cell in range(MAX_CELLS):
        spent = s.spent[cell]
        if spent and (s.effect != CATAPULT or spent > s.sundivers[s.turn][cell]):
            return b"more sundivers were catapulted than there are"
    if s.phase == CHOOSING and (s.effect == NO_EFFECT or (s.resume and not is_action_phase(s.resume))):
        return b"a choice of no effect"
    if s.phase == EVENT and (r.event == NO_EVENT or (s.resume != DRAWING and s.resume != SQUEEZING)):
        return b"an event that cannot be"
    if s.phase == EVENT and (s.moving & ~s.occupied[s.actor] or (s.pending != NO_CELL and s.resume != SQUEEZING)):
        return b"an event moves what is not there"
    if s.phase != EVENT and (s.moving or s.least):
        return b"an event goes on that is over"
    if s.resume and s.phase != EVENT and s.phase != CHOOSING:
        return b"a phase to go back to, and no reason"
    if s.effect and not (MOVING <= s.phase <= BONUS or s.phase == CHOOSING or s.phase == SQUEEZING or s.phase == DRAWING or (
            s.phase == EVENT)):
        return b"an effect is in force in the wrong phase"
    if not s.effect and (s.uses or s.followed != NO_CELL or s.crossed):
        return b"marks of no effect"
    if not s.effect and s.named and s.phase != START and s.phase != MOVING:     # ceremony counts launches before it is played
        return b"marks of no effect"
    return NULL


cdef inline bint is_action_phase(int phase) noexcept nogil:
    return phase == START or phase == MOVING or phase == ACTIVATING or phase == AFTER_BASE or phase == SCOURING or (
        phase == CLOSING)


cdef inline const char* turn_fault(const Rules* r, const State* s) noexcept nogil:
    """Phase, actor and what belongs to them."""
    cdef const char* why
    if s.phase > OVER or s.turn >= r.players:
        return b"no such phase or turn"
    if s.phase == OPENING and r.opening != VESTIGIAL:
        return b"an opening without structures"
    if s.points < 0 or s.points > 1000 or (s.points and s.phase != START and s.phase != MOVING and s.phase != CHOOSING):
        return b"movement points out of range"
    if s.station_type > STATION_TYPES or s.paid >> r.players or s.quiet > r.quiet_limit or s.owed > 200:
        return b"a count of the turn is out of range"
    if s.quiet == r.quiet_limit and s.phase != OVER:
        return b"the game would have ended, so many turns were quiet"
    if s.phase == FLARING and not s.flares:
        return b"no flare to resolve"
    if s.added > s.owed or s.lucky > s.flares - (s.phase == FLARING and s.flares > 0):
        return b"more cards of a kind than cards"
    if s.hurled > 1 or s.drew > 1 or s.orbiting > 1:
        return b"a flag is neither 0 nor 1"
    why = actor_fault(r, s)
    if why == NULL:
        why = pending_fault(r, s)
    if why == NULL:
        why = effect_fault(r, s)
    return why


cdef inline const char* unused_fault(const Rules* r, const State* s) noexcept nogil:
    """What nothing uses is zero, or equal states would differ."""
    cdef Seat nobody
    cdef int seat, i
    memset(&nobody, 0, sizeof(Seat))
    nobody.card = NO_CARD
    for seat in range(r.players, MAX_SEATS):
        if memcmp(&s.seat[seat], &nobody, sizeof(Seat)):
            return b"a seat that does not play has something"
    for seat in range(r.players):
        if s.seat[seat].spare[0] or s.seat[seat].spare[1]:
            return b"an unused field is used"
    if s.pad[0] or s.pad[1]:
        return b"an unused field is used"
    if s.spare or s.fresh > 1:
        return b"an unused field is used"
    if r.event != FEEDERS:
        for i in range(MAX_CELLS):
            if s.feeders[i]:
                return b"feeders without their event"
    return NULL


cdef inline const char* state_fault(const Rules* r, const State* s) noexcept nogil:
    """NULL for a sound state, else what is wrong with it."""
    cdef const char* why = board_fault(r, s)
    cdef step_t steps[MAX_STEPS]
    cdef int seat
    for seat in range(r.players):
        if why == NULL:
            why = seat_fault(r, s, seat)
    if why == NULL:
        why = deck_fault(r, s)
    if why == NULL:
        why = turn_fault(r, s)
    if why == NULL:
        why = unused_fault(r, s)
    if why == NULL and s.phase != OVER and legal_steps(r, s, steps) == 0:
        why = b"no step, and yet the game is not over"
    return why

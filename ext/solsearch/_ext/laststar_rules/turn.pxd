"""The course of a turn: which steps are legal in each phase, what a step leads to, and what follows without a choice.

    begin_turn -> one action -> end_action -> draws -> flares -> keep -> end_turn -> (orbit's card) -> begin_turn

Nobody is asked who has no choice: an action ends by itself when no step is left, a bonus that cannot be taken is passed
over, a single structure to take down comes down. Only the pass at the start of a turn is always a step of its own.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset
from solsearch._ext.bits cimport bit, lowest, size, without_lowest
from solsearch._ext.game cimport CHANCE, NOBODY, step_t
from solsearch._ext.laststar_rules.activating cimport (
    activate, add_activations, can_activate_more, can_take_bonus, take_bonus, take_reward,
)
from solsearch._ext.laststar_rules.board cimport NO_CELL, OUTER_ORBIT
from solsearch._ext.laststar_rules.cards cimport (
    add_draws, add_flare_activations, add_keeps, can_activate_in_flare, draw_card, strike,
)
from solsearch._ext.laststar_rules.converting cimport add_conversions, convert
from solsearch._ext.laststar_rules.moving cimport add_move_steps, fly, has_move_step, hurl, launch
from solsearch._ext.laststar_rules.openings cimport add_placements
from solsearch._ext.laststar_rules.rules cimport FLARE, NO_CARD, SUITS, TRIGGER, VESTIGIAL, Rules
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, BONUS, DECONSTRUCT, DRAWING, FLARING, KEEPING, MOVING, OPENING, OVER, START,
    State, build_gate, build_station, cards_left, movement_of, owner_of, raze_gate, raze_station, station_at,
)
from solsearch._ext.laststar_rules.steps cimport (
    ACTIVATE, BUILD_FOUNDRY, BUILD_GATE, BUILD_NODE, BUILD_TOWER, DECLINE_BONUS, DECONSTRUCT_GATE, DECONSTRUCT_STATION,
    DONE, DRAW, FLY, HURL, KEEP, KEEP_NONE, LAUNCH, PLACE_GATE, PLACE_STATION, TAKE_BONUS,
    first_of, kind_of, second_of, step_of,
)


# -- the legal steps ---------------------------------------------------------------------------------------------------

cdef inline int add_deconstructions(const Rules* r, const State* s, step_t* out) noexcept nogil:
    cdef uint64_t places = s.owned[s.turn]
    cdef int count = 0
    while places:
        out[count] = step_of(DECONSTRUCT_STATION, lowest(places), 0, 0)
        count += 1
        places = without_lowest(places)
    places = s.gates[s.turn]
    while places:
        out[count] = step_of(
            DECONSTRUCT_GATE, r.board.border_outer[lowest(places)], r.board.border_inner[lowest(places)], 0)
        count += 1
        places = without_lowest(places)
    return count


cdef inline int legal_steps(const Rules* r, const State* s, step_t* out) noexcept nogil:
    """Every legal step of the actor; `done`, where it is one, comes last."""
    cdef int count = 0
    if s.phase == START:
        count = add_move_steps(r, s, out)
        count += add_conversions(r, s, out + count)
        count += add_activations(r, s, out + count)
    elif s.phase == MOVING:
        count = add_move_steps(r, s, out)
    elif s.phase == ACTIVATING:
        count = add_activations(r, s, out)
    elif s.phase == FLARING:
        count = add_flare_activations(r, s, s.actor, out)
    elif s.phase == BONUS:
        out[0] = step_of(TAKE_BONUS, 0, 0, 0)
        out[1] = step_of(DECLINE_BONUS, 0, 0, 0)
        return 2
    elif s.phase == DRAWING:
        return add_draws(s, out)
    elif s.phase == KEEPING:
        return add_keeps(s, out)
    elif s.phase == DECONSTRUCT:
        return add_deconstructions(r, s, out)
    elif s.phase == OPENING:
        return add_placements(r, s, out)
    else:
        return 0
    out[count] = step_of(DONE, 0, 0, 0)
    return count + 1


# -- the turn's start and end --------------------------------------------------------------------------------------------

cdef inline void end_game(State* s) noexcept nogil:
    s.phase = OVER
    s.actor = NOBODY
    s.points = 0
    s.paid = 0
    s.owed = 0
    s.hurled = 0
    s.drew = 0
    s.flares = 0
    s.orbiting = 0
    s.station_type = 0
    s.pending = NO_CELL
    s.activated = 0
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


cdef inline void deconstruct(const Rules* r, State* s, step_t step) noexcept nogil:
    """A structure back to the reserve, two sundivers (or what there is) from reserve to hold; the points follow."""
    cdef int cell = first_of(step)
    cdef int back = r.deconstruct_sundivers
    if kind_of(step) == DECONSTRUCT_STATION:
        raze_station(s, s.turn, station_at(s, cell), cell)
    else:
        raze_gate(s, s.turn, r.board.border_between[cell][second_of(step)])
    if back > s.seat[s.turn].reserve:
        back = s.seat[s.turn].reserve
    s.seat[s.turn].reserve -= back
    s.seat[s.turn].hold += back
    start_action(r, s)


cdef inline void start_action(const Rules* r, State* s) noexcept nogil:
    s.phase = START
    s.actor = s.turn
    s.points = movement_of(r, s, s.turn)


cdef inline void begin_turn(const Rules* r, State* s) noexcept nogil:
    """First the forced deconstruction of a seat without sundivers, then the action."""
    cdef step_t choices[64]
    if not has_own_sundivers(s, s.turn) and can_deconstruct(s, s.turn):
        s.phase = DECONSTRUCT
        s.actor = s.turn
        if add_deconstructions(r, s, choices) == 1:
            deconstruct(r, s, choices[0])
    else:
        start_action(r, s)


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
        begin_turn(r, s)


cdef inline void end_turn(const Rules* r, State* s) noexcept nogil:
    """The mothership orbits; in solo and co-op the orbit draws a card."""
    s.hurled = 0
    s.seat[s.turn].eye = s.seat[s.turn].eye % r.board.eyes + 1
    if r.orbit_draws and cards_left(s):
        s.orbiting = 1
        s.phase = DRAWING
        s.actor = CHANCE
        s.owed = 1
    else:
        next_turn(r, s)


# -- flares and the card kept --------------------------------------------------------------------------------------------

cdef inline void after_flares(const Rules* r, State* s) noexcept nogil:
    """Choose a card to keep if any were drawn that can be kept."""
    cdef int suit
    if s.orbiting:
        s.orbiting = 0
        next_turn(r, s)
        return
    for suit in range(SUITS):
        if s.drawn[suit]:
            s.phase = KEEPING
            s.actor = s.turn
            return
    end_turn(r, s)


cdef inline void ask_in_flare(const Rules* r, State* s, int seat) noexcept nogil:
    """The first seat, from `seat` on in turn order, that can activate a station in this flare; if none, the next flare."""
    while True:
        s.activated = 0
        if can_activate_in_flare(r, s, seat):
            s.actor = seat
            return
        seat = (seat + 1) % r.players
        if seat == s.turn:
            break
    finish_flare(r, s)


cdef inline void finish_flare(const Rules* r, State* s) noexcept nogil:
    s.flares -= 1
    s.activated = 0
    if s.spiral == 0:
        end_game(s)
    else:
        next_flare(r, s)


cdef inline void next_flare(const Rules* r, State* s) noexcept nogil:
    """Resolve the flares one by one, stopping where a seat has a choice."""
    if s.flares:
        s.phase = FLARING
        strike(r, s)
        ask_in_flare(r, s, s.turn)
    else:
        after_flares(r, s)


cdef inline void keep_card(const Rules* r, State* s, int card) noexcept nogil:
    s.seat[s.turn].card = card
    memset(s.drawn, 0, sizeof(s.drawn))
    end_turn(r, s)


# -- the action ------------------------------------------------------------------------------------------------------------

cdef inline void end_action(const Rules* r, State* s) noexcept nogil:
    """What the action left behind no longer matters; the cards it owes are drawn, as far as the deck goes."""
    cdef int left = cards_left(s)
    s.points = 0
    s.paid = 0
    s.station_type = 0
    s.pending = NO_CELL
    s.activated = 0
    if s.owed > left:
        s.owed = left
    if s.owed:
        s.phase = DRAWING
        s.actor = CHANCE
    else:
        end_turn(r, s)


cdef inline void after_move_step(const Rules* r, State* s) noexcept nogil:
    s.phase = MOVING
    if not has_move_step(r, s):
        end_action(r, s)


cdef inline void after_activation(const Rules* r, State* s) noexcept nogil:
    """The station is settled; on to the next, if there is one."""
    s.pending = NO_CELL
    s.phase = ACTIVATING
    s.actor = s.turn
    if not can_activate_more(r, s):
        end_action(r, s)


cdef inline void ask_activator(const Rules* r, State* s) noexcept nogil:
    """The owner cannot take the bonus or declined it: the activator may."""
    if can_take_bonus(r, s, s.turn):
        s.phase = BONUS
        s.actor = s.turn
    else:
        after_activation(r, s)


cdef inline void ask_owner(const Rules* r, State* s) noexcept nogil:
    cdef int owner = owner_of(s, s.pending)
    if owner != s.turn and can_take_bonus(r, s, owner):
        s.phase = BONUS
        s.actor = owner
    else:
        ask_activator(r, s)


cdef inline void place(const Rules* r, State* s, step_t step) noexcept nogil:
    """A structure of the opening; the first turn begins when every seat has both."""
    if kind_of(step) == PLACE_GATE:
        build_gate(s, s.turn, r.board.border_between[first_of(step)][second_of(step)])
    else:
        build_station(s, s.turn, second_of(step), first_of(step))
    s.turn = (s.turn + 1) % r.players
    s.actor = s.turn
    if s.gates[s.turn] and s.owned[s.turn]:
        begin_turn(r, s)


cdef inline void apply_done(const Rules* r, State* s) noexcept nogil:
    """In a flare the next seat is asked; else the action is over."""
    cdef int next_seat
    if s.phase == FLARING:
        next_seat = (s.actor + 1) % r.players
        if next_seat == s.turn:
            finish_flare(r, s)
        else:
            ask_in_flare(r, s, next_seat)
    else:
        end_action(r, s)


cdef inline void apply_activate(const Rules* r, State* s, int cell) noexcept nogil:
    if s.phase == FLARING:
        take_reward(s, s.actor, station_at(s, cell), r.base[<int>OUTER_ORBIT])
        s.activated |= bit(cell)
        if not can_activate_in_flare(r, s, s.actor):
            apply_done(r, s)
    else:
        s.points = 0    # the action is not to move
        activate(r, s, cell)
        ask_owner(r, s)


cdef inline void apply_draw(const Rules* r, State* s, int suit) noexcept nogil:
    """After the last owed card the flares among them resolve."""
    draw_card(s, suit)
    if s.owed == 0:
        next_flare(r, s)


cdef inline void apply_step(const Rules* r, State* s, step_t step) noexcept nogil:
    cdef int kind = kind_of(step)
    if kind == FLY:
        fly(r, s, first_of(step), second_of(step))
        after_move_step(r, s)
    elif kind == LAUNCH:
        launch(r, s, first_of(step), second_of(step))
        after_move_step(r, s)
    elif kind == HURL:
        hurl(r, s, first_of(step))
        after_move_step(r, s)
    elif kind == DONE:
        apply_done(r, s)
    elif kind == ACTIVATE:
        apply_activate(r, s, first_of(step))
    elif kind == TAKE_BONUS:
        take_bonus(r, s, s.actor)
        after_activation(r, s)
    elif kind == DECLINE_BONUS:
        if s.actor == s.turn:
            after_activation(r, s)
        else:
            ask_activator(r, s)
    elif kind == DRAW:
        apply_draw(r, s, first_of(step))
    elif kind == KEEP:
        keep_card(r, s, first_of(step))
    elif kind == KEEP_NONE:
        keep_card(r, s, NO_CARD)
    elif kind == PLACE_GATE or kind == PLACE_STATION:
        place(r, s, step)
    elif kind == DECONSTRUCT_STATION or kind == DECONSTRUCT_GATE:
        deconstruct(r, s, step)
    else:
        convert(r, s, step)
        end_action(r, s)


cdef inline bint is_eager(step_t step) noexcept nogil:
    """Convert, activate, take the bonus, hurl."""
    cdef int kind = kind_of(step)
    return HURL <= kind <= TAKE_BONUS


# -- the game's start ----------------------------------------------------------------------------------------------------------

cdef inline void start_game(const Rules* r, State* s) noexcept nogil:
    """Full holds and an untouched deck; motherships evenly spaced, the gap in front of seat 0 one eye larger."""
    cdef int seat, piece, suit
    memset(s, 0, sizeof(State))
    s.pending = NO_CELL
    s.followed = NO_CELL
    s.spiral = r.flares
    for suit in range(SUITS):
        if (r.suits_in_play >> suit) & 1:
            s.undrawn[suit] = r.flares if suit == FLARE else r.suit_cards
    s.undrawn[<int>TRIGGER] = r.triggers
    for seat in range(5):
        s.seat[seat].card = NO_CARD
    for seat in range(r.players):
        s.seat[seat].hold = r.start_hold
        s.seat[seat].reserve = r.sundivers - r.start_hold
        s.seat[seat].energy = r.start_energy
        s.seat[seat].eye = r.board.eyes - seat * (r.board.eyes - 1) // r.players
        for piece in range(4):
            s.seat[seat].pieces[piece] = r.pieces[piece]
    if r.opening == VESTIGIAL:
        s.phase = OPENING
    else:
        begin_turn(r, s)

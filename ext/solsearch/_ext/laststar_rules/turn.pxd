"""The course of a turn: what a step leads to, and what follows without a choice. Which steps are legal is in legal.pxd.

    begin_turn -> one action -> end_action -> draws -> flares -> keep -> end_turn -> (orbit's card) -> begin_turn

Its parts, each using only those before it:

    turn_order      start and end of a turn
    triggering      trigger events
    flaring         flares, the card kept
    drawing         cards
    action          the action
    set_action      the activate action, where sets are declared
    playing         cards played
    turn            apply_step, the game's start

Nobody is asked who has no choice: an action ends by itself when no step is left, a bonus that cannot be taken is passed
over, a single structure to take down comes down. Only the pass at the start of a turn is always a step of its own.
"""
from libc.string cimport memset
from solsearch._ext.bits cimport bit
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.action cimport (
    after_bonus, after_move_step, after_scour, apply_activation, apply_conversion, apply_conversion_back, ask_activator,
    ask_owner, end_action,
)
from solsearch._ext.laststar_rules.activating cimport take_bonus
from solsearch._ext.laststar_rules.basics cimport in_force
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.drawing cimport apply_draw, apply_event_step, start_draw
from solsearch._ext.laststar_rules.events cimport scour
from solsearch._ext.laststar_rules.flaring cimport activate_in_flare, keep_card, next_seat_in_flare
from solsearch._ext.laststar_rules.moving cimport come_back, fly, hurl, launch, take_move_step
from solsearch._ext.laststar_rules.openings cimport first_to_place, next_to_place, placed_by
from solsearch._ext.laststar_rules.pieces cimport FLARE, NO_CARD, PIECES, SUITS, TRIGGER
from solsearch._ext.laststar_rules.playing cimport all_drawn, choose, play
from solsearch._ext.laststar_rules.rules cimport NO_STRUCTURES, Rules
from solsearch._ext.laststar_rules.set_action cimport (
    activate_of_set, close_set, declare, rank, spend, stop_spending, take_from_set,
)
from solsearch._ext.laststar_rules.state cimport (
    AFTER_BASE, CHOOSING, CLOSING, CONVERTING, DECLARING, EVENT, FLARING, IN_SET, MOVING, OPENING, RANKING, SPENDING, State,
    build_gate, build_station,
)
from solsearch._ext.laststar_rules.steps cimport (
    ACTIVATE, BACK_GATE, BUILD_GATE, BUILD_TOWER, CHOOSE_CELL, CHOOSE_FLIGHT, DECLARE, DECLINE_BONUS, DECONSTRUCT_GATE,
    DECONSTRUCT_STATION, DONE, DRAW, FLY, FLY_FREE, FLY_SPENT, HURL, HURL_STATION, KEEP, KEEP_NONE, LAUNCH, PLACE_GATE,
    PLACE_STATION, PLAY, RETURN_TO, SCOUR, TAKE, TAKE_BONUS, TELEPORT_TO, first_of, kind_of, second_of, step_of,
)
from solsearch._ext.laststar_rules.turn_order cimport come_to_turn, deconstruct


cdef inline void place(const Rules* r, State* s, step_t step) noexcept nogil:
    """A structure of the opening; the first turn begins when every seat has both."""
    if kind_of(step) == PLACE_GATE:
        build_gate(s, s.turn, r.board.border_between[first_of(step)][second_of(step)])
    else:
        build_station(s, s.turn, second_of(step), first_of(step))
    s.turn = next_to_place(r, s)
    s.actor = s.turn
    s.fresh = 1
    if placed_by(s, s.turn) == 2:
        s.turn = 0
        come_to_turn(r, s)


cdef inline void apply_done(const Rules* r, State* s) noexcept nogil:
    if s.phase == FLARING:
        next_seat_in_flare(r, s)
    elif s.phase == AFTER_BASE:
        ask_owner(r, s)
    elif s.phase == CLOSING:
        start_draw(r, s)
    elif s.phase == CONVERTING:
        end_action(r, s, True)
    elif s.phase == CHOOSING:   # an effect that goes on until its seat stops
        choose(r, s, step_of(DONE, 0, 0, 0))
    elif s.phase == DECLARING:
        close_set(r, s)
    elif s.phase == SPENDING:
        stop_spending(r, s)
    else:
        end_action(r, s, False)


cdef inline void apply_effect_move(const Rules* r, State* s, step_t step) noexcept nogil:
    """A step of a move while an effect is in force."""
    if in_force(r, s).function.apply != NULL:
        in_force(r, s).function.apply(r, s, step)
    else:
        take_move_step(r, s, step)
    after_move_step(r, s)


cdef inline void apply_step(const Rules* r, State* s, step_t step) noexcept nogil:
    cdef int kind = kind_of(step)
    s.fresh = 0
    if r.deconstruct_is_turn:
        s.seat[s.turn].acted = 0    # it matters to the first step of the action alone
    if s.effect and s.phase == MOVING and kind != DONE:
        apply_effect_move(r, s, step)
    elif s.phase == SPENDING and kind != DONE:
        spend(r, s, step)
    elif kind == FLY:
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
        if s.phase == FLARING:
            activate_in_flare(r, s, first_of(step))
        elif s.phase == IN_SET:
            activate_of_set(r, s, first_of(step))
        else:
            apply_activation(r, s, first_of(step))
    elif kind == TAKE_BONUS:
        take_bonus(r, s, s.actor)
        after_bonus(r, s)
    elif kind == DECLINE_BONUS:
        if s.actor == s.turn:
            after_bonus(r, s)
        else:
            ask_activator(r, s)
    elif kind == DRAW:
        if apply_draw(r, s, first_of(step)):
            all_drawn(r, s)
    elif kind == KEEP:
        keep_card(r, s, first_of(step))
    elif kind == KEEP_NONE:
        keep_card(r, s, NO_CARD)
    elif BUILD_GATE <= kind <= BUILD_TOWER:
        if s.phase == CHOOSING:
            choose(r, s, step)
        else:
            apply_conversion(r, s, step)
    elif kind == PLAY:
        play(r, s, first_of(step))
    elif CHOOSE_CELL <= kind <= CHOOSE_FLIGHT:
        if s.phase == RANKING:
            rank(r, s, bit(first_of(step)))
        elif s.phase != EVENT:
            choose(r, s, step)
        elif apply_event_step(r, s, step):
            all_drawn(r, s)
    elif kind == PLACE_GATE or kind == PLACE_STATION:
        place(r, s, step)
    elif kind == DECONSTRUCT_STATION or kind == DECONSTRUCT_GATE:
        deconstruct(r, s, step)
    elif kind == RETURN_TO:
        come_back(r, s, first_of(step))
        after_move_step(r, s)
    elif kind == DECLARE:
        declare(r, s, first_of(step))
    elif kind == TAKE:
        take_from_set(r, s, first_of(step))
    elif kind >= BACK_GATE:
        apply_conversion_back(r, s, step)
    else:
        scour(r, s, first_of(step))
        after_scour(r, s)


cdef inline bint is_eager(step_t step) noexcept nogil:
    """Convert, activate, take the bonus or something at all, hurl, play a card and use it."""
    cdef int kind = kind_of(step)
    return HURL <= kind <= TAKE_BONUS or kind == PLAY or kind == SCOUR or kind == DECLARE or (
        kind == TAKE and first_of(step) > 0) or (
        FLY_FREE <= kind <= HURL_STATION and kind != FLY_SPENT and kind != TELEPORT_TO)


# == the game's start ========================================================================================================

cdef inline void start_game(const Rules* r, State* s) noexcept nogil:
    """Full holds and an untouched deck; motherships evenly spaced, the gap in front of seat 0 one eye larger."""
    cdef int seat, piece, suit, i
    memset(s, 0, sizeof(State))
    s.pending = NO_CELL
    s.followed = NO_CELL
    s.spiral = r.spiral
    for suit in range(SUITS):
        if (r.suits_in_play >> suit) & 1:
            s.undrawn[suit] = r.flares if suit == FLARE else r.suit_cards
    s.undrawn[<int>TRIGGER] = r.triggers
    if r.marked_flares:
        s.undrawn[<int>FLARE] -= r.triggers
    for seat in range(5):
        s.seat[seat].card = NO_CARD
    for seat in range(r.players):
        s.seat[seat].hold = r.start_hold
        s.seat[seat].reserve = r.sundivers - r.start_hold
        s.seat[seat].energy = r.start_energy
        s.seat[seat].eye = r.board.eyes - seat * (r.board.eyes - 1) // r.players
        for piece in range(PIECES):
            s.seat[seat].pieces[piece] = r.pieces[piece]
    for i in range(r.start_pieces):
        build_station(s, r.start_piece[i].seat, r.start_piece[i].kind, r.start_piece[i].cell)
    if r.opening != NO_STRUCTURES:
        s.phase = OPENING
        s.turn = first_to_place(r)
        s.actor = s.turn
        s.fresh = 1
    else:
        come_to_turn(r, s)

"""The action: what follows each step of it, and its end.

Nobody is asked who has no choice: an action ends by itself when no step is left, a bonus that cannot be taken is passed over.
"""
from solsearch._ext.bits cimport has
from solsearch._ext.game cimport step_t
from solsearch._ext.laststar_rules.activating cimport activate, bonus_at, can_activate_more, can_take_bonus
from solsearch._ext.laststar_rules.basics cimport held, held_effect, in_force
from solsearch._ext.laststar_rules.board cimport NO_CELL
from solsearch._ext.laststar_rules.converting cimport convert, convert_back
from solsearch._ext.laststar_rules.drawing cimport start_draw
from solsearch._ext.laststar_rules.events cimport can_scour, eat_stations
from solsearch._ext.laststar_rules.legal cimport can_play
from solsearch._ext.laststar_rules.moving cimport can_move_on
from solsearch._ext.laststar_rules.pieces cimport NODE
from solsearch._ext.laststar_rules.rules cimport AT_ANY_TIME, Rules
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, AFTER_BASE, BONUS, CLOSING, CONVERTING, MOVING, SCOURING, State, forget_effect, owner_of,
)
from solsearch._ext.laststar_rules.turn_order cimport forget_action


cdef inline void end_action(const Rules* r, State* s, bint by_itself) noexcept nogil:
    """A last chance to play a card before the draw. A seat that said `done` was asked about any-time cards just now."""
    if s.effect and in_force(r, s).function.end != NULL:
        in_force(r, s).function.end(r, s)
    forget_action(s)
    if r.hurls_per_card > 1:
        s.hurled = 0    # those left over owe nothing
    s.actor = s.turn
    s.phase = CLOSING
    if not can_play(r, s) or (not by_itself and held(r, s).timing == AT_ANY_TIME):
        start_draw(r, s)


cdef inline bint waits_for_card(const Rules* r, const State* s) noexcept nogil:
    """An action without a step left ends by itself, unless a card of its own timing can be played, or one for any time that
    could give it a step again."""
    if not can_play(r, s):
        return False
    if held(r, s).timing != AT_ANY_TIME:
        return True
    return held(r, s).function.revives != NULL and held(r, s).function.revives(r, s)


cdef inline void after_move_step(const Rules* r, State* s) noexcept nogil:
    s.phase = MOVING
    if not can_move_on(r, s) and not waits_for_card(r, s):
        end_action(r, s, True)


cdef inline void after_scour(const Rules* r, State* s) noexcept nogil:
    s.points = 0
    if r.scour_activates:
        next_activation(r, s)
        return
    s.phase = SCOURING
    if not can_scour(r, s) and not waits_for_card(r, s):
        end_action(r, s, True)


cdef inline void after_conversion(const Rules* r, State* s) noexcept nogil:
    """A card may follow it."""
    eat_stations(r, s)
    if s.pending != NO_CELL and not has(s.owned[s.turn], s.pending):
        s.pending = NO_CELL
    s.points = 0
    s.phase = CONVERTING
    if not can_play(r, s):
        end_action(r, s, True)


cdef inline void apply_conversion(const Rules* r, State* s, step_t step) noexcept nogil:
    convert(r, s, step)
    if held_effect(r, s) and held(r, s).function.converted_before != NULL:
        held(r, s).function.converted_before(r, s, step)
    after_conversion(r, s)


cdef inline void apply_conversion_back(const Rules* r, State* s, step_t step) noexcept nogil:
    convert_back(r, s, step)
    end_action(r, s, True)


# -- activation: base, card, bonus of the owner, bonus of the activator, card, next ----------------------------------------

cdef inline void apply_activation(const Rules* r, State* s, int cell) noexcept nogil:
    s.points = 0    # the action is not to move
    activate(r, s, cell)
    after_base(r, s)


cdef inline void after_base(const Rules* r, State* s) noexcept nogil:
    """A card may follow a base; those for any time if there is a bonus still to come."""
    s.phase = AFTER_BASE
    s.actor = s.turn
    if not can_play(r, s) or (held(r, s).timing == AT_ANY_TIME and bonus_at(r, s, s.pending) == 0):
        ask_owner(r, s)


cdef inline void ask_owner(const Rules* r, State* s) noexcept nogil:
    cdef int owner = owner_of(s, s.pending)
    if owner != s.turn and can_take_bonus(r, s, owner):
        s.phase = BONUS
        s.actor = owner
    else:
        ask_activator(r, s)


cdef inline void ask_activator(const Rules* r, State* s) noexcept nogil:
    """The owner cannot take the bonus or declined it: the activator may."""
    if can_take_bonus(r, s, s.turn):
        s.phase = BONUS
        s.actor = s.turn
    else:
        after_bonus(r, s)


cdef inline void after_bonus(const Rules* r, State* s) noexcept nogil:
    """The station is settled."""
    s.actor = s.turn
    if s.effect:
        if in_force(r, s).function.last_station:
            end_action(r, s, True)
            return
        if in_force(r, s).function.one_station:
            forget_effect(s)
    if not (held(r, s).function.follows_station and has(s.owned[s.turn], s.pending)) and not (
            held(r, s).function.follows_node and has(s.stations[<int>NODE], s.pending)):
        s.pending = NO_CELL
    next_activation(r, s)


cdef inline void next_activation(const Rules* r, State* s) noexcept nogil:
    s.phase = ACTIVATING
    if not can_activate_more(r, s) and not (r.scour_activates and can_scour(r, s)) and not waits_for_card(r, s):
        end_action(r, s, True)

"""The course of a turn: what a step leads to, and what follows without a choice. Which steps are legal is in legal.pxd.

    begin_turn -> one action -> end_action -> draws -> flares -> keep -> end_turn -> (orbit's card) -> begin_turn

Nobody is asked who has no choice: an action ends by itself when no step is left, a bonus that cannot be taken is passed
over, a single structure to take down comes down. Only the pass at the start of a turn is always a step of its own.

The parts, in order: start and end of a turn; flares; drawing and events; the action; cards played; apply_step.
"""
from libc.string cimport memset
from solsearch._ext.bits cimport bit, has
from solsearch._ext.game cimport CHANCE, NOBODY, step_t
from solsearch._ext.laststar_rules.activating cimport (
    activate, base_at, bonus_at, can_activate_more, can_take, can_take_bonus, take_bonus, take_reward,
)
from solsearch._ext.laststar_rules.board cimport CONVECTIVE, NO_CELL
from solsearch._ext.laststar_rules.cards cimport can_activate_in_flare, draw_card, strike
from solsearch._ext.laststar_rules.converting cimport add_conversions, convert
from solsearch._ext.laststar_rules.effects cimport (
    ACCELERATE, AUGMENT, BLIGHT, CASCADE, CATAPULT, CHAIN, CHANNEL, HATCH, HYPERDRIVE, INVADE, METAMORPHOSIS, MOTIVATE,
    PILLAR, PROCREATE, SACRIFICE, SQUEEZE,
)
from solsearch._ext.laststar_rules.effects_activate cimport augment, blight, metamorphose, sacrifice
from solsearch._ext.laststar_rules.effects_any cimport accelerate, begin_chain, hatch, procreate, take_link, take_tribute
from solsearch._ext.laststar_rules.effects_convert cimport invade, motivate
from solsearch._ext.laststar_rules.effects_draw cimport reward_card
from solsearch._ext.laststar_rules.effects_move cimport (
    add_flights_of_station, begin_move_effect, burn_fuel, can_move_on, end_hyperdrive, fly_chosen, fly_cluster,
    fly_under_catapult, follow_hyperdrive, hurl_chosen, hurl_cluster, hurl_station, hurl_under_catapult, move_station,
    puncture, teleport,
)
from solsearch._ext.laststar_rules.events cimport (
    add_scours, eat_stations, enter_feeders, fall, move_feeders, plant, push, recall_excess, scour, suffer_attrition,
    swallow, warp,
)
from solsearch._ext.laststar_rules.legal cimport can_play, add_deconstructions, add_choices, add_event_steps
from solsearch._ext.laststar_rules.moving cimport come_back, fly, hurl, launch
from solsearch._ext.laststar_rules.rules cimport (
    AT_ANY_TIME, ATTRITION, ENERGY_GARDEN, EXPLODE, FEEDERS, FLARE, IMPLODE, IN_ACTIVATE, IN_CONVERT, IN_MOVE, NO_CARD,
    NO_EVENT, PIECES, SINGULARITY, SUITS, SUNWORM, TRIGGER, VESTIGIAL, WARP, Rules,
)
from solsearch._ext.laststar_rules.state cimport (
    ACTIVATING, AFTER_BASE, BONUS, CHOOSING, CLOSING, CONVERTING, DECONSTRUCT, DRAWING, EVENT, FLARING, KEEPING, MOVING,
    OPENING, OVER, SCOURING, SQUEEZING, START, State, build_gate, build_station, cards_left, held_effect, movement_of,
    owner_of, raze_gate, raze_station, remove_station, station_at,
)
from solsearch._ext.laststar_rules.steps cimport (
    ACTIVATE, BUILD_GATE, BUILD_TOWER, BURN_FUEL, CHOOSE_CELL, CHOOSE_LOST_TO, CLUSTER_FLY, CLUSTER_HURL, DECLINE_BONUS,
    DECONSTRUCT_GATE, DECONSTRUCT_STATION, DONE, DRAW, FLY, FLY_CHOSEN, FLY_FREE, FLY_SPENT, HURL, HURL_CHOSEN, HURL_SPENT,
    HURL_STATION, KEEP, KEEP_NONE, LAUNCH, PLACE_GATE, PLACE_STATION, PLAY, PUNCTURE_TO, RETURN_TO, SCOUR, TAKE_BONUS,
    TELEPORT_TO, first_of, kind_of, second_of,
)

cdef enum:
    MOST_CHOICES = 1024     # that an effect or event ever asks among


# == start and end of a turn =================================================================================================

cdef inline void forget_effect(State* s) noexcept nogil:
    if s.effect == CATAPULT:
        memset(s.spent, 0, sizeof(s.spent))
    s.effect = 0
    s.uses = 0
    s.followed = NO_CELL
    s.named = 0
    s.crossed = 0


cdef inline void forget_action(State* s) noexcept nogil:
    """Nothing of the action itself matters any longer."""
    forget_effect(s)
    s.points = 0
    s.paid = 0
    s.station_type = 0
    s.pending = NO_CELL
    s.activated = 0


cdef inline void end_game(State* s) noexcept nogil:
    forget_action(s)
    s.phase = OVER
    s.actor = NOBODY
    s.owed = 0
    s.added = 0
    s.lucky = 0
    s.hurled = 0
    s.drew = 0
    s.flares = 0
    s.orbiting = 0
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


cdef inline void start_action(const Rules* r, State* s) noexcept nogil:
    s.phase = START
    s.actor = s.turn
    s.points = movement_of(r, s, s.turn)


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


cdef inline void begin_turn(const Rules* r, State* s) noexcept nogil:
    """First the forced deconstruction of a seat without sundivers, then the action."""
    cdef step_t choices[64]
    s.fresh = 1
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
    s.seat[s.turn].eye = s.seat[s.turn].eye % r.board.eyes + 1
    if r.orbit_draws and cards_left(s):
        s.orbiting = 1
        s.phase = DRAWING
        s.actor = CHANCE
        s.owed = 1
    else:
        next_turn(r, s)


# == flares and the card kept ==================================================================================================

cdef inline void after_flares(const Rules* r, State* s) noexcept nogil:
    """Choose a card to keep if any were drawn that can be kept."""
    cdef int suit
    s.hurled = 0
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
        move_feeders(r, s)
        next_flare(r, s)


cdef inline void next_flare(const Rules* r, State* s) noexcept nogil:
    """Resolve the flares one by one, stopping where a seat has a choice."""
    if s.flares:
        s.phase = FLARING
        strike(r, s)
        ask_in_flare(r, s, s.turn)
    else:
        after_flares(r, s)


cdef inline void next_seat_in_flare(const Rules* r, State* s) noexcept nogil:
    cdef int seat = (s.actor + 1) % r.players
    if seat == s.turn:
        finish_flare(r, s)
    else:
        ask_in_flare(r, s, seat)


cdef inline void activate_in_flare(const Rules* r, State* s, int cell) noexcept nogil:
    """No sundiver, no bonus, no cards."""
    take_reward(s, s.actor, station_at(s, cell), base_at(r, s, cell))
    s.activated |= bit(cell)
    if not can_activate_in_flare(r, s, s.actor):
        next_seat_in_flare(r, s)


cdef inline void keep_card(const Rules* r, State* s, int card) noexcept nogil:
    s.seat[s.turn].card = card
    memset(s.drawn, 0, sizeof(s.drawn))
    end_turn(r, s)


# == drawing, and trigger events ===============================================================================================

cdef inline void start_draw(const Rules* r, State* s) noexcept nogil:
    s.phase = DRAWING
    continue_draw(r, s)


cdef inline void continue_draw(const Rules* r, State* s) noexcept nogil:
    """The next owed card, as far as the deck goes; after the last one the flares, or what a squeeze is followed by."""
    cdef int left = cards_left(s)
    if s.owed > left:
        s.owed = left
    if s.added > s.owed:
        s.added = s.owed
    if s.owed:
        s.actor = CHANCE
    elif s.phase == SQUEEZING:
        after_squeeze(r, s)
    else:
        forget_effect(s)    # channel, pillar
        next_flare(r, s)


cdef inline void apply_draw(const Rules* r, State* s, int suit) noexcept nogil:
    draw_card(s, suit)
    if suit == TRIGGER:
        begin_event(r, s)
    else:
        reward_card(s, suit)
        continue_draw(r, s)


cdef inline void begin_event(const Rules* r, State* s) noexcept nogil:
    """At once; then another card in the trigger flare's place."""
    s.resume = s.phase
    if r.event == SUNWORM:
        swallow(r, s)
    elif r.event == FEEDERS:
        enter_feeders(r, s)
    elif r.event != NO_EVENT:
        s.phase = EVENT
        begin_event_for(r, s, s.turn)
    run_event(r, s)


cdef inline void begin_event_for(const Rules* r, State* s, int seat) noexcept nogil:
    s.actor = seat
    s.least = 0
    s.moving = s.occupied[seat] if r.event == IMPLODE or r.event == EXPLODE else 0


cdef inline void run_event(const Rules* r, State* s) noexcept nogil:
    """Goes on until somebody has a choice, or the event is over and the draw continues."""
    cdef step_t choices[MOST_CHOICES]
    cdef int count
    while s.phase == EVENT:
        count = add_event_steps(r, s, choices)
        if count > 1:
            return
        if count == 0 or not take_event_step(r, s, choices[0]):
            next_seat_in_event(r, s)
    s.resume = 0
    continue_draw(r, s)


cdef inline void next_seat_in_event(const Rules* r, State* s) noexcept nogil:
    cdef int seat = (s.actor + 1) % r.players
    recall_excess(r, s)
    s.least = 0
    s.moving = 0
    if seat == s.turn or r.event == ENERGY_GARDEN:
        s.phase = s.resume
    else:
        begin_event_for(r, s, seat)


cdef inline bint take_event_step(const Rules* r, State* s, step_t step) noexcept nogil:
    """One choice of the actor; True if the event may ask the same seat again."""
    if r.event == ATTRITION:
        suffer_attrition(r, s, step)
        return False
    if r.event == WARP:
        warp(r, s, step)
        return False
    if r.event == ENERGY_GARDEN:
        plant(r, s, first_of(step))
        return False
    if r.event == SINGULARITY:
        fall(r, s, first_of(step))
    else:
        push(r, s, first_of(step), second_of(step))
    return True


cdef inline void apply_event_step(const Rules* r, State* s, step_t step) noexcept nogil:
    if not take_event_step(r, s, step):
        next_seat_in_event(r, s)
    run_event(r, s)


# == the action ================================================================================================================

cdef inline void end_action(const Rules* r, State* s, bint by_itself) noexcept nogil:
    """A last chance to play a card before the draw. A seat that said `done` was asked about any-time cards just now."""
    if s.effect == HYPERDRIVE:
        end_hyperdrive(s)
    forget_action(s)
    s.actor = s.turn
    s.phase = CLOSING
    if not can_play(r, s) or (not by_itself and r.timing[held_effect(r, s)] == AT_ANY_TIME):
        start_draw(r, s)


cdef inline void after_move_step(const Rules* r, State* s) noexcept nogil:
    s.phase = MOVING
    if can_move_on(r, s):
        return
    if held_effect(r, s) == 0 or r.timing[held_effect(r, s)] != IN_MOVE or not can_play(r, s):
        end_action(r, s, True)


cdef inline void after_scour(const Rules* r, State* s) noexcept nogil:
    cdef step_t steps[64]
    s.phase = SCOURING
    s.points = 0
    if add_scours(r, s, steps) == 0:
        end_action(r, s, True)


cdef inline void after_conversion(const Rules* r, State* s) noexcept nogil:
    """Cascade and motivate follow a conversion."""
    eat_stations(r, s)
    if s.pending != NO_CELL and not has(s.owned[s.turn], s.pending):
        s.pending = NO_CELL
    s.points = 0
    s.phase = CONVERTING
    if s.effect == CASCADE or not can_play(r, s):
        end_action(r, s, True)


cdef inline void apply_conversion(const Rules* r, State* s, step_t step) noexcept nogil:
    convert(r, s, step)
    if held_effect(r, s) == MOTIVATE and kind_of(step) != BUILD_GATE:
        s.pending = step & 63 if kind_of(step) == BUILD_TOWER else first_of(step)
    after_conversion(r, s)


# -- activation: base, card, bonus of the owner, bonus of the activator, card, next ----------------------------------------------

cdef inline void apply_activation(const Rules* r, State* s, int cell) noexcept nogil:
    s.points = 0    # the action is not to move
    activate(r, s, cell)
    after_base(r, s)


cdef inline void after_base(const Rules* r, State* s) noexcept nogil:
    """Augment and squeeze, or any-time cards if there is a bonus still to come."""
    s.phase = AFTER_BASE
    s.actor = s.turn
    if not can_play(r, s) or (r.timing[held_effect(r, s)] == AT_ANY_TIME and bonus_at(r, s, s.pending) == 0):
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
    """The station is settled. Motivate ends the action; metamorphosis may follow an own station."""
    s.actor = s.turn
    if s.effect == MOTIVATE:
        end_action(r, s, True)
        return
    if s.effect == SQUEEZE:
        forget_effect(s)
    if held_effect(r, s) != METAMORPHOSIS or not has(s.owned[s.turn], s.pending):
        s.pending = NO_CELL
    next_activation(r, s)


cdef inline void next_activation(const Rules* r, State* s) noexcept nogil:
    s.phase = ACTIVATING
    if can_activate_more(r, s):
        return
    if held_effect(r, s) != METAMORPHOSIS or not can_play(r, s):
        end_action(r, s, True)


cdef inline void squeeze(const Rules* r, State* s) noexcept nogil:
    """In C, D, E all cards owed so far are drawn now; in A and B nothing can go wrong."""
    if r.board.ring_of[s.pending] >= CONVECTIVE:
        s.phase = SQUEEZING
        continue_draw(r, s)
    else:
        after_squeeze(r, s)


cdef inline void after_squeeze(const Rules* r, State* s) noexcept nogil:
    """A flare among the cards: no bonus, and the station leaves the game. None: the base again, and the bonus doubled."""
    cdef int kind
    s.actor = s.turn
    if not has(s.owned[s.turn], s.pending):     # an event took it
        after_bonus(r, s)
        return
    kind = station_at(s, s.pending)
    if s.flares:
        remove_station(s, s.turn, kind, s.pending)
        after_bonus(r, s)
        return
    if can_take(s, s.turn, kind, base_at(r, s, s.pending)):
        take_reward(s, s.turn, kind, base_at(r, s, s.pending))
    ask_activator(r, s)


# == cards played ================================================================================================================

cdef inline void play(const Rules* r, State* s, int effect) noexcept nogil:
    """The card is discarded at once. What it does next depends on its timing."""
    s.seat[s.turn].card = NO_CARD
    s.effect = effect
    if r.timing[effect] == IN_MOVE:
        begin_move_effect(s, effect)
        after_move_step(r, s)
    elif r.timing[effect] == IN_CONVERT:
        play_with_conversion(r, s, effect)
    elif r.timing[effect] == IN_ACTIVATE:
        play_with_activation(r, s, effect)
    elif effect == CHANNEL:
        start_draw(r, s)
    elif effect == PILLAR:
        ask_choice(r, s)
    else:
        s.resume = s.phase
        if effect == PROCREATE:
            procreate(r, s)
            after_any_time_effect(r, s)
        else:
            ask_choice(r, s)


cdef inline void play_with_conversion(const Rules* r, State* s, int effect) noexcept nogil:
    cdef step_t conversions[MOST_CHOICES]
    s.points = 0
    if effect == INVADE:
        ask_choice(r, s)
    elif effect == CASCADE:
        s.phase = CONVERTING
        if add_conversions(r, s, conversions) == 1:
            apply_conversion(r, s, conversions[0])
    else:
        motivate(r, s)
        ask_activator(r, s)


cdef inline void play_with_activation(const Rules* r, State* s, int effect) noexcept nogil:
    s.points = 0
    if effect == AUGMENT:
        augment(r, s)
        forget_effect(s)
        ask_owner(r, s)
    elif effect == SQUEEZE:
        squeeze(r, s)
    elif effect == METAMORPHOSIS or effect == BLIGHT or effect == SACRIFICE:
        ask_choice(r, s)
    else:
        s.phase = ACTIVATING    # duplicate, festival, pulse, synchronize: in force for what follows
        s.pending = NO_CELL


cdef inline void ask_choice(const Rules* r, State* s) noexcept nogil:
    """Whoever has one way only is not asked."""
    cdef step_t choices[MOST_CHOICES]
    while True:
        s.phase = CHOOSING
        s.actor = s.turn
        if add_choices(r, s, choices) != 1 or not choose(r, s, choices[0]):
            return


cdef inline bint choose(const Rules* r, State* s, step_t step) noexcept nogil:
    """What the card does with the choice; True if it asks on."""
    cdef int chosen = first_of(step)
    if s.effect == CHAIN:
        return choose_in_chain(r, s, chosen)
    if s.effect == PILLAR:
        s.named = chosen
        start_draw(r, s)
    elif s.effect == INVADE:
        invade(r, s, chosen)
        end_action(r, s, True)
    elif s.effect == BLIGHT:
        blight(r, s, chosen, second_of(step))
        end_action(r, s, True)
    elif s.effect == SACRIFICE:
        sacrifice(r, s, chosen)
        end_action(r, s, True)
    elif s.effect == METAMORPHOSIS:
        metamorphose(s, chosen)
        forget_effect(s)
        next_activation(r, s)
    else:
        if s.effect == ACCELERATE:
            accelerate(r, s, chosen)
        elif s.effect == HATCH:
            hatch(r, s, chosen, second_of(step))
        else:
            take_tribute(r, s, chosen)
        after_any_time_effect(r, s)
    return False


cdef inline bint choose_in_chain(const Rules* r, State* s, int chosen) noexcept nogil:
    """First an end of the chain, then whose sundiver is taken in each cell."""
    if s.followed == NO_CELL:
        begin_chain(r, s, chosen)
        return True
    take_link(r, s, chosen)
    if s.followed != NO_CELL:
        return True
    after_any_time_effect(r, s)
    return False


cdef inline void after_any_time_effect(const Rules* r, State* s) noexcept nogil:
    """Back to where it was played; what was possible there is checked again."""
    forget_effect(s)
    s.phase = s.resume
    s.resume = 0
    if s.phase == MOVING:
        after_move_step(r, s)
    elif s.phase == ACTIVATING:
        next_activation(r, s)
    elif s.phase == AFTER_BASE:
        ask_owner(r, s)
    elif s.phase == SCOURING:
        after_scour(r, s)
    elif s.phase == CLOSING:
        start_draw(r, s)


# == apply_step ==================================================================================================================

cdef inline void place(const Rules* r, State* s, step_t step) noexcept nogil:
    """A structure of the opening; the first turn begins when every seat has both."""
    if kind_of(step) == PLACE_GATE:
        build_gate(s, s.turn, r.board.border_between[first_of(step)][second_of(step)])
    else:
        build_station(s, s.turn, second_of(step), first_of(step))
    s.turn = (s.turn + 1) % r.players
    s.actor = s.turn
    s.fresh = 1
    if s.gates[s.turn] and s.owned[s.turn]:
        begin_turn(r, s)


cdef inline void apply_done(const Rules* r, State* s) noexcept nogil:
    if s.phase == FLARING:
        next_seat_in_flare(r, s)
    elif s.phase == AFTER_BASE:
        ask_owner(r, s)
    elif s.phase == CLOSING:
        start_draw(r, s)
    elif s.phase == CONVERTING:
        end_action(r, s, True)
    else:
        end_action(r, s, False)


cdef inline void apply_station_flight(const Rules* r, State* s, step_t step) noexcept nogil:
    """Juggernaut. Over another station it flies on by itself where there is one way only."""
    cdef step_t ways[64]
    while True:
        if kind_of(step) == HURL_STATION:
            hurl_station(r, s, first_of(step))
            return
        move_station(r, s, first_of(step), second_of(step))
        if not s.named:
            break
        if add_flights_of_station(r, s, s.followed, ways) != 1:
            return
        step = ways[0]
    eat_stations(r, s)
    if not has(s.owned[s.turn], s.followed):    # feeders ate it
        s.followed = NO_CELL


cdef inline void apply_effect_move(const Rules* r, State* s, step_t step) noexcept nogil:
    """Steps of a move that only an effect allows, or that it changes."""
    cdef int kind = kind_of(step)
    cdef int a = first_of(step)
    cdef int b = second_of(step)
    if s.effect == CATAPULT and (kind == FLY or kind == FLY_FREE or kind == FLY_SPENT):
        fly_under_catapult(r, s, kind, a, b)
    elif s.effect == CATAPULT and (kind == HURL or kind == HURL_SPENT):
        hurl_under_catapult(r, s, kind, a)
    elif kind == FLY:
        fly(r, s, a, b)
    elif kind == HURL:
        hurl(r, s, a)
    elif kind == LAUNCH:
        launch(r, s, a, b)
    elif kind == RETURN_TO:
        come_back(r, s, a)
    elif kind == FLY_CHOSEN:
        fly_chosen(r, s, a, b)
    elif kind == HURL_CHOSEN:
        hurl_chosen(r, s, a)
    elif kind == CLUSTER_FLY:
        fly_cluster(r, s, a, b)
    elif kind == CLUSTER_HURL:
        hurl_cluster(r, s, a)
    elif kind == TELEPORT_TO:
        teleport(r, s, a, b)
    elif kind == PUNCTURE_TO:
        puncture(r, s, a, b)
    elif kind == BURN_FUEL:
        burn_fuel(s)
    else:
        apply_station_flight(r, s, step)
    if s.effect == HYPERDRIVE:
        follow_hyperdrive(s, NO_CELL if kind == HURL else b if kind == FLY else a)
    after_move_step(r, s)


cdef inline void apply_step(const Rules* r, State* s, step_t step) noexcept nogil:
    cdef int kind = kind_of(step)
    s.fresh = 0
    if s.effect and s.phase == MOVING and kind != DONE:
        apply_effect_move(r, s, step)
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
        apply_draw(r, s, first_of(step))
    elif kind == KEEP:
        keep_card(r, s, first_of(step))
    elif kind == KEEP_NONE:
        keep_card(r, s, NO_CARD)
    elif BUILD_GATE <= kind <= BUILD_TOWER:
        apply_conversion(r, s, step)
    elif kind == PLAY:
        play(r, s, first_of(step))
    elif CHOOSE_CELL <= kind <= CHOOSE_LOST_TO:
        if s.phase == EVENT:
            apply_event_step(r, s, step)
        elif choose(r, s, step):
            ask_choice(r, s)
    elif kind == PLACE_GATE or kind == PLACE_STATION:
        place(r, s, step)
    elif kind == DECONSTRUCT_STATION or kind == DECONSTRUCT_GATE:
        deconstruct(r, s, step)
    elif kind == RETURN_TO:
        come_back(r, s, first_of(step))
        after_move_step(r, s)
    else:
        scour(r, s, first_of(step))
        after_scour(r, s)


cdef inline bint is_eager(step_t step) noexcept nogil:
    """Convert, activate, take the bonus, hurl, play a card and use it."""
    cdef int kind = kind_of(step)
    return HURL <= kind <= TAKE_BONUS or kind == PLAY or kind == SCOUR or (
        FLY_FREE <= kind <= HURL_STATION and kind != FLY_SPENT and kind != TELEPORT_TO)


# == the game's start ==============================================================================================================

cdef inline void start_game(const Rules* r, State* s) noexcept nogil:
    """Full holds and an untouched deck; motherships evenly spaced, the gap in front of seat 0 one eye larger."""
    cdef int seat, piece, suit, i
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
        for piece in range(PIECES):
            s.seat[seat].pieces[piece] = r.pieces[piece]
    for i in range(r.start_pieces):
        build_station(s, r.start_piece[i].seat, r.start_piece[i].kind, r.start_piece[i].cell)
    if r.opening == VESTIGIAL:
        s.phase = OPENING
        s.fresh = 1
    else:
        begin_turn(r, s)

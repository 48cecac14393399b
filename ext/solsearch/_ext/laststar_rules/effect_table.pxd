"""Which effect has which functions: a row for each. What a field means is said in rules.pxd, EffectFunctions."""
from libc.stdint cimport uint32_t
from libc.string cimport memset
from solsearch._ext.laststar_rules.activating cimport can_activate_more
from solsearch._ext.laststar_rules.effects cimport (
    ACCELERATE, AUGMENT, BLIGHT, CASCADE, CATAPULT, CEREMONY, CHAIN, CHANNEL, CLUSTER, DUPLICATE, EFFECTS, FESTIVAL, FUEL,
    HATCH, HYPERDRIVE, INVADE, JUGGERNAUT, METAMORPHOSIS, MOTIVATE, PASSAGE, PILLAR, PORTAL, PROCREATE, PULSE, PUNCTURE,
    SACRIFICE, SQUEEZE, SYNCHRONIZE, TELEPORT, TRANSCEND, TRIBUTE,
)
from solsearch._ext.laststar_rules.effects_activate cimport (
    add_blights, add_other_types, add_sacrifices, after_squeeze, augment, blight, can_augment, can_blight, can_duplicate,
    can_metamorphose, can_pulse, can_sacrifice, can_squeeze, duplicated, gain_for_station, metamorphose, pulsing_cells,
    sacrifice, squeeze, squeezed_bonus,
)
from solsearch._ext.laststar_rules.effects_any cimport (
    accelerate, add_chain_choices, add_distances, add_hatches, add_tributes, can_chain, can_hatch, can_procreate,
    can_take_tribute, chain_fault, choose_in_chain, hatch, procreate, take_tribute,
    tribute_pays_for_station,
)
from solsearch._ext.laststar_rules.effects_convert cimport (
    add_invasions, can_convert, can_invade, can_motivate, invade, motivate, remember_station,
)
from solsearch._ext.laststar_rules.effects_draw cimport (
    add_suits, can_build_pillar, can_channel, channel_card, choose_suit, pillar_fault, reward_card,
)
from solsearch._ext.laststar_rules.effects_follow cimport (
    add_catapult_moves, add_hyperdrive_moves, add_juggernaut_moves, add_passage_moves, begin_hyperdrive, can_move_station,
    end_catapult, end_hyperdrive, hovers, hyperdrive_fault, juggernaut_fault, passage_fault, take_catapult_step,
    take_hyperdrive_step, take_juggernaut_step, take_passage_step,
)
from solsearch._ext.laststar_rules.effects_move cimport (
    add_cluster_moves, add_fuel_moves, add_punctures, add_teleports, begin_ceremony, can_hold_ceremony, can_puncture,
    can_teleport, celebrate_launch, has_fuel, has_points, portal_launch_cells, reach_across_barriers, reach_by_portal,
    remember_launch, take_cluster_step, take_fuel_step, take_puncture_step, take_teleport_step,
)
from solsearch._ext.laststar_rules.rules cimport BEFORE_DRAW, IN_ACTIVATE, IN_CONVERT, IN_MOVE, EffectFunctions
from solsearch._ext.laststar_rules.state cimport ACTIVATING, AFTER_BASE, CLOSING, CONVERTING, MOVING, SCOURING, START


cdef inline void fill_functions(EffectFunctions* table) noexcept:
    """The table by number. What a row does not mention is the ordinary rule."""
    cdef EffectFunctions* row
    memset(table, 0, EFFECTS * sizeof(EffectFunctions))

    # -- at any time -------------------------------------------------------------------------------------------------
    row = &table[<int>ACCELERATE]
    row.choices = add_distances
    row.choose = accelerate

    row = &table[<int>CHAIN]
    row.can_play = can_chain
    row.choices = add_chain_choices
    row.choose = choose_in_chain
    row.fault = chain_fault

    row = &table[<int>HATCH]
    row.can_play = can_hatch
    row.choices = add_hatches
    row.choose = hatch

    row = &table[<int>PROCREATE]
    row.can_play = can_procreate
    row.begin = procreate

    row = &table[<int>TRIBUTE]
    row.can_play = can_take_tribute
    row.choices = add_tributes
    row.choose = take_tribute
    row.revives = tribute_pays_for_station

    # -- in a move ---------------------------------------------------------------------------------------------------
    row = &table[<int>CATAPULT]
    row.steps = add_catapult_moves
    row.apply = take_catapult_step
    row.spends = True
    row.end = end_catapult

    row = &table[<int>CEREMONY]
    row.can_play = can_hold_ceremony
    row.begin = begin_ceremony
    row.launched = celebrate_launch
    row.launched_before = remember_launch

    row = &table[<int>CLUSTER]
    row.can_play = has_points
    row.steps = add_cluster_moves
    row.apply = take_cluster_step

    row = &table[<int>FUEL]
    row.can_play = has_fuel
    row.steps = add_fuel_moves
    row.apply = take_fuel_step

    row = &table[<int>HYPERDRIVE]
    row.phases = 1 << <int>START
    row.begin = begin_hyperdrive
    row.steps = add_hyperdrive_moves
    row.apply = take_hyperdrive_step
    row.end = end_hyperdrive
    row.fault = hyperdrive_fault

    row = &table[<int>JUGGERNAUT]
    row.can_play = can_move_station
    row.steps = add_juggernaut_moves
    row.apply = take_juggernaut_step
    row.must_go_on = hovers
    row.fault = juggernaut_fault

    row = &table[<int>PASSAGE]
    row.can_play = has_points
    row.steps = add_passage_moves
    row.apply = take_passage_step
    row.fault = passage_fault

    row = &table[<int>PORTAL]
    row.can_play = has_points
    row.reach = reach_by_portal
    row.launch_cells = portal_launch_cells

    row = &table[<int>PUNCTURE]
    row.can_play = can_puncture
    row.steps = add_punctures
    row.apply = take_puncture_step

    row = &table[<int>TELEPORT]
    row.can_play = can_teleport
    row.steps = add_teleports
    row.apply = take_teleport_step

    row = &table[<int>TRANSCEND]
    row.can_play = has_points
    row.reach = reach_across_barriers
    row.no_tolls = True

    # -- with a conversion -------------------------------------------------------------------------------------------
    row = &table[<int>CASCADE]
    row.phases = 1 << <int>CONVERTING
    row.can_play = can_convert
    row.recalls_converted = True

    row = &table[<int>INVADE]
    row.phases = 1 << <int>START
    row.can_play = can_invade
    row.choices = add_invasions
    row.choose = invade

    row = &table[<int>MOTIVATE]
    row.phases = 1 << <int>CONVERTING
    row.converted_before = remember_station
    row.can_play = can_motivate
    row.begin = motivate
    row.last_station = True

    # -- with an activation ------------------------------------------------------------------------------------------
    row = &table[<int>AUGMENT]
    row.phases = 1 << <int>AFTER_BASE
    row.can_play = can_augment
    row.begin = augment

    row = &table[<int>BLIGHT]
    row.phases = 1 << <int>START
    row.can_play = can_blight
    row.choices = add_blights
    row.choose = blight

    row = &table[<int>DUPLICATE]
    row.phases = 1 << <int>START
    row.can_play = can_duplicate
    row.built = duplicated

    row = &table[<int>FESTIVAL]
    row.phases = 1 << <int>START
    row.can_play = can_activate_more
    row.any_type = True

    row = &table[<int>METAMORPHOSIS]
    row.phases = 1 << <int>ACTIVATING
    row.follows_station = True
    row.can_play = can_metamorphose
    row.choices = add_other_types
    row.choose = metamorphose

    row = &table[<int>PULSE]
    row.phases = 1 << <int>START
    row.can_play = can_pulse
    row.manned = pulsing_cells
    row.unmanned = True
    row.any_type = True

    row = &table[<int>SACRIFICE]
    row.phases = 1 << <int>START
    row.can_play = can_sacrifice
    row.choices = add_sacrifices
    row.choose = sacrifice

    row = &table[<int>SQUEEZE]
    row.phases = 1 << <int>AFTER_BASE
    row.can_play = can_squeeze
    row.begin = squeeze
    row.all_drawn = after_squeeze
    row.bonus = squeezed_bonus
    row.one_station = True

    row = &table[<int>SYNCHRONIZE]
    row.phases = 1 << <int>START | 1 << <int>ACTIVATING
    row.can_play = can_activate_more
    row.activated = gain_for_station

    # -- before the draw ---------------------------------------------------------------------------------------------
    row = &table[<int>CHANNEL]
    row.can_play = can_channel
    row.drew = channel_card

    row = &table[<int>PILLAR]
    row.can_play = can_build_pillar
    row.choices = add_suits
    row.choose = choose_suit
    row.fault = pillar_fault
    row.drew = reward_card


cdef inline uint32_t phases_of(int timing) noexcept nogil:
    """The phases in which a card of this timing can be played at all, a bit each."""
    if timing == IN_MOVE:
        return 1 << <int>START | 1 << <int>MOVING
    if timing == IN_CONVERT:
        return 1 << <int>START | 1 << <int>CONVERTING
    if timing == IN_ACTIVATE:
        return 1 << <int>START | 1 << <int>ACTIVATING | 1 << <int>AFTER_BASE
    if timing == BEFORE_DRAW:
        return 1 << <int>CLOSING
    return (
        1 << <int>START | 1 << <int>MOVING | 1 << <int>ACTIVATING | 1 << <int>AFTER_BASE | 1 << <int>SCOURING
        | 1 << <int>CLOSING)

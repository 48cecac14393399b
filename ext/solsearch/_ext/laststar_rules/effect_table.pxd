"""Which effect has which functions: a row for each. What a field means is said in rules.pxd, EffectFunctions."""
from libc.stdint cimport uint32_t
from libc.string cimport memset
from solsearch._ext.laststar_rules.activating cimport can_activate_more
from solsearch._ext.laststar_rules.effects cimport (
    ACCELERATE, ANNEX, AUGMENT, BLIGHT, CASCADE, CATAPULT, CEREMONY, CHAIN, CHANNEL, CLUSTER, DEVOUR, DUPLICATE, EFFECTS,
    EXTERMINATE, FESTIVAL, FLARE_FLIGHTS, FUEL, GALLOP, HATCH, HYPERDRIVE, INVADE, INVERT, JUGGERNAUT, METAMORPHOSIS, MOTIVATE,
    PARASITE, PASSAGE, PERSIST, PILLAR, PORTAL, PROCREATE, PULSATE, PULSE, PUNCTURE, SABOTAGE, SACRIFICE, SPAWN, SQUEEZE, SWAP,
    SYNCHRONIZE, TELEPORT, TRANSCEND, TRIBUTE,
)
from solsearch._ext.laststar_rules.effects_activate cimport (
    add_blights, add_meals, add_other_types, add_own_sacrifices, add_sabotages, add_sacrifices, after_squeeze, annex, augment,
    blight, can_annex, can_augment, can_blight, can_devour, can_duplicate, can_metamorphose, can_pulse, can_pulse_with_everyone,
    can_sabotage, can_sacrifice, can_sacrifice_own, can_spawn, can_squeeze, devour, duplicated, gain_for_station, metamorphose,
    pulsing_cells, pulsing_cells_of_everyone, sabotage, sacrifice, spawn, squeeze, squeezed_bonus,
)
from solsearch._ext.laststar_rules.effects_any cimport (
    accelerate, add_chain_choices, add_distances, add_hatches, add_path_choices, add_swaps, add_tributes, can_chain,
    can_chain_with_branches, can_exterminate, can_hatch, can_procreate, can_swap, can_take_tribute, chain_fault,
    choose_in_chain, choose_in_path, exterminate, hatch, procreate, swap, swap_mans_station, take_tribute,
    tribute_pays_for_station,
)
from solsearch._ext.laststar_rules.effects_convert cimport (
    add_flare_choices, add_invasions, add_invert_choices, add_pattern_cells, begin_flare, can_convert, can_drain, can_flare,
    can_invade, can_invert, can_motivate, can_persist, choose_in_invert, drain, flare_fault, fly_anyones, invade,
    invade_vaporizing, invert_fault, mark_pattern, motivate, persist, persist_fault, remember_station,
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
    add_cluster_moves, add_fuel_moves, add_gated_teleports, add_group_moves, add_punctures, add_teleports, begin_ceremony,
    can_hold_ceremony, can_puncture, can_teleport, celebrate_launch, collect_toll, gallop_fault, group_fault, has_fuel,
    has_points, portal_launch_cells, reach_across_barriers, reach_by_portal, remember_launch, take_cluster_step, take_fuel_step,
    take_gated_teleport_step, take_group_step, take_puncture_step, take_teleport_step,
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

    row = &table[<int>EXTERMINATE]
    row.can_play = can_exterminate
    row.begin = exterminate

    row = &table[<int>HATCH]
    row.can_play = can_hatch
    row.choices = add_hatches
    row.choose = hatch

    row = &table[<int>PROCREATE]
    row.can_play = can_procreate
    row.begin = procreate

    row = &table[<int>SWAP]
    row.can_play = can_swap
    row.choices = add_swaps
    row.choose = swap
    row.revives = swap_mans_station

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

    row = &table[<int>GALLOP]
    row.can_play = has_points
    row.crossed = collect_toll
    row.fault = gallop_fault

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

    row = &table[<int>FLARE_FLIGHTS]
    row.phases = 1 << <int>CONVERTING
    row.converted_before = remember_station
    row.can_play = can_flare
    row.begin = begin_flare
    row.choices = add_flare_choices
    row.choose = fly_anyones
    row.fault = flare_fault

    row = &table[<int>INVADE]
    row.phases = 1 << <int>START
    row.can_play = can_invade
    row.choices = add_invasions
    row.choose = invade

    row = &table[<int>INVERT]
    row.phases = 1 << <int>START
    row.can_play = can_invert
    row.choices = add_invert_choices
    row.choose = choose_in_invert
    row.fault = invert_fault

    row = &table[<int>MOTIVATE]
    row.phases = 1 << <int>CONVERTING
    row.converted_before = remember_station
    row.can_play = can_motivate
    row.begin = motivate
    row.last_station = True

    row = &table[<int>PARASITE]
    row.phases = 1 << <int>CONVERTING
    row.can_play = can_drain
    row.begin = drain

    row = &table[<int>PERSIST]
    row.phases = 1 << <int>CONVERTING
    row.converted_before = mark_pattern
    row.marks_conversion = True
    row.can_play = can_persist
    row.choices = add_pattern_cells
    row.choose = persist
    row.fault = persist_fault

    # -- with an activation ------------------------------------------------------------------------------------------
    row = &table[<int>ANNEX]
    row.phases = 1 << <int>AFTER_BASE
    row.can_play = can_annex
    row.begin = annex
    row.one_station = True

    row = &table[<int>AUGMENT]
    row.phases = 1 << <int>AFTER_BASE
    row.can_play = can_augment
    row.begin = augment

    row = &table[<int>BLIGHT]
    row.phases = 1 << <int>START
    row.can_play = can_blight
    row.choices = add_blights
    row.choose = blight

    row = &table[<int>DEVOUR]
    row.phases = 1 << <int>START | 1 << <int>ACTIVATING
    row.can_play = can_devour
    row.choices = add_meals
    row.choose = devour

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

    row = &table[<int>SABOTAGE]
    row.phases = 1 << <int>START | 1 << <int>ACTIVATING
    row.can_play = can_sabotage
    row.choices = add_sabotages
    row.choose = sabotage

    row = &table[<int>SACRIFICE]
    row.phases = 1 << <int>START
    row.can_play = can_sacrifice
    row.choices = add_sacrifices
    row.choose = sacrifice

    row = &table[<int>SPAWN]
    row.phases = 1 << <int>ACTIVATING
    row.follows_node = True
    row.can_play = can_spawn
    row.begin = spawn

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

    table[<int>PULSATE] = table[<int>CHANNEL]

    row = &table[<int>PILLAR]
    row.can_play = can_build_pillar
    row.choices = add_suits
    row.choose = choose_suit
    row.fault = pillar_fault
    row.drew = reward_card


# == what some rulesets have in another form =================================================================================
# Each is an effect of the table above with other functions; the data of an effect names them (`functions`).

cdef enum Variant:
    CHAIN_WITH_BRANCHES = 0
    CLUSTER_GOING_ON = 1
    INVADE_VAPORIZING = 2
    PORTAL_FOR_LAUNCHES = 3
    PULSE_OF_EVERYONE = 4
    SACRIFICE_WITH_YOURS = 5
    TELEPORT_BY_GATES = 6
    VARIANTS = 7


cdef inline void fill_variants(EffectFunctions* variants, const EffectFunctions* table) noexcept:
    cdef EffectFunctions* row

    row = &variants[<int>CHAIN_WITH_BRANCHES]
    row[0] = table[<int>CHAIN]
    row.can_play = can_chain_with_branches
    row.choices = add_path_choices
    row.choose = choose_in_path

    row = &variants[<int>CLUSTER_GOING_ON]
    row[0] = table[<int>CLUSTER]
    row.steps = add_group_moves
    row.apply = take_group_step
    row.fault = group_fault

    row = &variants[<int>INVADE_VAPORIZING]
    row[0] = table[<int>INVADE]
    row.choose = invade_vaporizing

    row = &variants[<int>PORTAL_FOR_LAUNCHES]
    row[0] = table[<int>PORTAL]
    row.reach = NULL

    row = &variants[<int>PULSE_OF_EVERYONE]
    row[0] = table[<int>PULSE]
    row.can_play = can_pulse_with_everyone
    row.manned = pulsing_cells_of_everyone

    row = &variants[<int>SACRIFICE_WITH_YOURS]
    row[0] = table[<int>SACRIFICE]
    row.can_play = can_sacrifice_own
    row.choices = add_own_sacrifices

    row = &variants[<int>TELEPORT_BY_GATES]
    row[0] = table[<int>TELEPORT]
    row.steps = add_gated_teleports
    row.apply = take_gated_teleport_step


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

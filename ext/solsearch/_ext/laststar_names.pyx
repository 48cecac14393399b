"""The numbers of the kernel of Last Days by name, for notation, data and views. Each list is checked against its enum."""
from solsearch._ext.arguments cimport whole
from solsearch._ext.laststar_rules cimport (
    effect_table as table, effects, features as f, outlook as o, pieces, prospects as p, rules, state as phases, steps as kinds,
)
from solsearch._ext.laststar_rules.board cimport RINGS


def in_order(str what not None, dict numbers not None, count, first=0):
    """The names of the numbers `first` to `count` - 1 of an enum, in their order.

    ImportError if a number has no name: an enum has grown, and its names have not."""
    first, count = whole(first, "first", 0, 1000), whole(count, "count", 0, 1000)
    names = {number: name for name, number in numbers.items()}
    if sorted(numbers.values()) != list(range(first, count)):
        wrong = sorted(set(range(first, count)).symmetric_difference(names)) or sorted(numbers.values())
        raise ImportError(f"each {what} from {first} to {count - 1} needs one name: {wrong}")
    return tuple(names[number] for number in range(first, count))


# The step kinds by name, for the notation. What the numbers of a step mean is said in laststar_rules/steps.pxd.
STEP_KINDS = {
    "done": kinds.DONE,
    "launch": kinds.LAUNCH,
    "fly": kinds.FLY,
    "hurl": kinds.HURL,
    "gate": kinds.BUILD_GATE,
    "node": kinds.BUILD_NODE,
    "foundry": kinds.BUILD_FOUNDRY,
    "tower": kinds.BUILD_TOWER,
    "activate": kinds.ACTIVATE,
    "bonus": kinds.TAKE_BONUS,
    "decline": kinds.DECLINE_BONUS,
    "deconstruct station": kinds.DECONSTRUCT_STATION,
    "deconstruct gate": kinds.DECONSTRUCT_GATE,
    "draw": kinds.DRAW,
    "keep": kinds.KEEP,
    "keep none": kinds.KEEP_NONE,
    "place gate": kinds.PLACE_GATE,
    "place station": kinds.PLACE_STATION,
    "play": kinds.PLAY,
    "fly free": kinds.FLY_FREE,
    "fly spent": kinds.FLY_SPENT,
    "hurl spent": kinds.HURL_SPENT,
    "fly chosen": kinds.FLY_CHOSEN,
    "hurl chosen": kinds.HURL_CHOSEN,
    "cluster": kinds.CLUSTER_FLY,
    "cluster hurl": kinds.CLUSTER_HURL,
    "teleport": kinds.TELEPORT_TO,
    "puncture": kinds.PUNCTURE_TO,
    "fuel": kinds.BURN_FUEL,
    "move station": kinds.MOVE_STATION,
    "hurl station": kinds.HURL_STATION,
    "return": kinds.RETURN_TO,
    "scour": kinds.SCOUR,
    "choose cell": kinds.CHOOSE_CELL,
    "choose cell and seat": kinds.CHOOSE_CELL_SEAT,
    "choose cells": kinds.CHOOSE_CELLS,
    "choose number": kinds.CHOOSE_NUMBER,
    "choose suit": kinds.CHOOSE_SUIT,
    "choose type": kinds.CHOOSE_TYPE,
    "choose hold": kinds.CHOOSE_HOLD,
    "choose lost": kinds.CHOOSE_LOST,
    "choose hold to": kinds.CHOOSE_HOLD_TO,
    "choose lost to": kinds.CHOOSE_LOST_TO,
    "choose swap": kinds.CHOOSE_SWAP,
    "choose flight": kinds.CHOOSE_FLIGHT,
    "cluster on": kinds.CLUSTER_FLY_ON,
    "cluster hurl on": kinds.CLUSTER_HURL_ON,
    "declare": kinds.DECLARE,
    "take": kinds.TAKE,
    "back gate": kinds.BACK_GATE,
    "back node": kinds.BACK_NODE,
    "back foundry": kinds.BACK_FOUNDRY,
    "back tower": kinds.BACK_TOWER,
}
in_order("kind of step", STEP_KINDS, kinds.STEP_KINDS)

PHASES = in_order("phase", {
    "opening": phases.OPENING,
    "deconstruct": phases.DECONSTRUCT,
    "start": phases.START,
    "moving": phases.MOVING,
    "converting": phases.CONVERTING,
    "activating": phases.ACTIVATING,
    "after base": phases.AFTER_BASE,
    "bonus": phases.BONUS,
    "scouring": phases.SCOURING,
    "choosing": phases.CHOOSING,
    "squeezing": phases.SQUEEZING,
    "closing": phases.CLOSING,
    "drawing": phases.DRAWING,
    "event": phases.EVENT,
    "flare": phases.FLARING,
    "keeping": phases.KEEPING,
    "over": phases.OVER,
    "declaring": phases.DECLARING,
    "ranking": phases.RANKING,
    "in set": phases.IN_SET,
    "taking": phases.TAKING,
    "spending": phases.SPENDING,
}, phases.PHASES)

# The effects by their number in the kernel, from 1 on.
EFFECTS = in_order("effect", {
    "accelerate": effects.ACCELERATE,
    "augment": effects.AUGMENT,
    "blight": effects.BLIGHT,
    "cascade": effects.CASCADE,
    "catapult": effects.CATAPULT,
    "ceremony": effects.CEREMONY,
    "chain": effects.CHAIN,
    "channel": effects.CHANNEL,
    "cluster": effects.CLUSTER,
    "duplicate": effects.DUPLICATE,
    "festival": effects.FESTIVAL,
    "fuel": effects.FUEL,
    "hatch": effects.HATCH,
    "hyperdrive": effects.HYPERDRIVE,
    "invade": effects.INVADE,
    "juggernaut": effects.JUGGERNAUT,
    "metamorphosis": effects.METAMORPHOSIS,
    "motivate": effects.MOTIVATE,
    "passage": effects.PASSAGE,
    "pillar": effects.PILLAR,
    "portal": effects.PORTAL,
    "procreate": effects.PROCREATE,
    "pulse": effects.PULSE,
    "puncture": effects.PUNCTURE,
    "sacrifice": effects.SACRIFICE,
    "squeeze": effects.SQUEEZE,
    "synchronize": effects.SYNCHRONIZE,
    "teleport": effects.TELEPORT,
    "transcend": effects.TRANSCEND,
    "tribute": effects.TRIBUTE,
    "swap": effects.SWAP,
    "annex": effects.ANNEX,
    "devour": effects.DEVOUR,
    "exterminate": effects.EXTERMINATE,
    "flare": effects.FLARE_FLIGHTS,
    "gallop": effects.GALLOP,
    "invert": effects.INVERT,
    "parasite": effects.PARASITE,
    "persist": effects.PERSIST,
    "pulsate": effects.PULSATE,
    "sabotage": effects.SABOTAGE,
    "spawn": effects.SPAWN,
}, effects.EFFECTS, first=1)

# The functions that an effect has in some rulesets, where they are not those of its own name.
VARIANTS = in_order("variant of an effect", {
    "chain with branches": table.CHAIN_WITH_BRANCHES,
    "cluster going on": table.CLUSTER_GOING_ON,
    "invade, vaporizing": table.INVADE_VAPORIZING,
    "portal for launches": table.PORTAL_FOR_LAUNCHES,
    "pulse of everyone": table.PULSE_OF_EVERYONE,
    "sacrifice with yours": table.SACRIFICE_WITH_YOURS,
    "teleport by gates": table.TELEPORT_BY_GATES,
}, table.VARIANTS)

TIMINGS = in_order("timing", {
    "any": rules.AT_ANY_TIME,
    "move": rules.IN_MOVE,
    "convert": rules.IN_CONVERT,
    "activate": rules.IN_ACTIVATE,
    "draw": rules.BEFORE_DRAW,
}, rules.TIMINGS)

# The events by their number in the kernel, from 1 on.
EVENTS = in_order("event", {
    "attrition": rules.ATTRITION,
    "implode": rules.IMPLODE,
    "explode": rules.EXPLODE,
    "sunworm": rules.SUNWORM,
    "warp": rules.WARP,
    "singularity": rules.SINGULARITY,
    "energy garden": rules.ENERGY_GARDEN,
    "feeders": rules.FEEDERS,
}, rules.EVENTS, first=1)

OPENINGS = in_order("opening", {
    "none": rules.NO_STRUCTURES,
    "vestigial": rules.VESTIGIAL,
    "gates first": rules.GATES_FIRST,
    "quickstart": rules.QUICKSTART,
    "stations": rules.STATIONS_IN_A,
}, rules.OPENINGS)

# What gives movement points.
TRACKS = in_order("track", {
    "rings": rules.PER_RING,
    "stations": rules.PER_STATION,
    "gates": rules.PER_GATE,
}, rules.TRACKS)

PIECES = in_order("piece", {
    "node": pieces.NODE,
    "foundry": pieces.FOUNDRY,
    "tower": pieces.TOWER,
    "gate": pieces.GATE,
}, pieces.PIECES)


def by_ring(str name not None, first):
    """Five numbers in a row, from the outer ring inward: `name A` to `name E`."""
    first = whole(first, "first", 0, 1000)
    return {f"{name} {letter}": first + ring for ring, letter in enumerate("ABCDE")}


def each_of(str name not None, first, names):
    """Numbers in a row: `name` and what each is for."""
    first = whole(first, "first", 0, 1000)
    return {f"{name} {each}": first + number for number, each in enumerate(names)}


# What an evaluator sees of a seat, and of the position as a whole: laststar_rules/features.pxd says what each is.
FEATURE_NAMES = in_order("feature", {
    "momentum": f.F_MOMENTUM,
    "energy": f.F_ENERGY,
    "surplus": f.F_SURPLUS,
    "hold": f.F_HOLD,
    **by_ring("sundiver", f.F_SUNDIVER),
    "gate": f.F_GATE,
    "reach": f.F_REACH,
    **by_ring("node", f.F_STATION + pieces.NODE * RINGS),
    **by_ring("foundry", f.F_STATION + pieces.FOUNDRY * RINGS),
    **by_ring("tower", f.F_STATION + pieces.TOWER * RINGS),
    "manned_node": f.F_MANNED_NODE,
    "manned_foundry": f.F_MANNED_FOUNDRY,
    "manned_tower": f.F_MANNED_TOWER,
    "movement": f.F_MOVEMENT,
    "card": f.F_CARD,
    "pattern_gate": f.F_PATTERN_GATE,
    "pattern_node": f.F_PATTERN_NODE,
    "pattern_foundry": f.F_PATTERN_FOUNDRY,
    "pattern_tower": f.F_PATTERN_TOWER,
    "fuelled_tower": f.F_FUELLED_TOWER,
    "owed": f.F_OWED,
    "lost": f.F_LOST,
    "reserve": f.F_RESERVE,
    "crew": f.F_CREW,
    "turn": f.F_TURN,
    "one": f.F_ONE,
    "alone": f.F_ALONE,
    "way_in": f.F_WAY_IN,
    **each_of("has", f.F_HAS, PIECES[:pieces.STATION_TYPES]),
    "near_node": f.F_NEAR_NODE,
    "near_foundry": f.F_NEAR_FOUNDRY,
    "near_tower": f.F_NEAR_TOWER,
    "cubes": f.F_CUBES,
    "feeders": f.F_FEEDERS,
    "way_node": f.F_WAY_NODE,
    "way_foundry": f.F_WAY_FOUNDRY,
    "way_tower": f.F_WAY_TOWER,
    **each_of("soon", f.F_SOON, PIECES[:pieces.STATION_TYPES]),
}, f.FEATURES)


# What the value sees beside it, of a seat and of the position as a whole: laststar_rules/outlook.pxd and prospects.pxd.
DETAIL_NAMES = in_order("detail", {
    "lead": o.D_LEAD,
    "over_mean": o.D_OVER_MEAN,
    "energy_lead": o.D_ENERGY_LEAD,
    **each_of("left", o.D_PIECES, PIECES),
    **each_of("gates", o.D_GATES, ("BC", "CD", "DE")),
    **each_of("others_gates", o.D_OTHERS_GATES, ("BC", "CD", "DE")),
    **each_of("own_near", o.D_OWN_NEAR, PIECES[:pieces.STATION_TYPES]),
    **each_of("others_near", o.D_OTHERS_NEAR, PIECES[:pieces.STATION_TYPES]),
    **each_of("here", o.D_HERE, PIECES[:pieces.STATION_TYPES]),
    **each_of("ahead", o.D_AHEAD, PIECES[:pieces.STATION_TYPES]),
    **each_of("total", o.D_TOTAL, PIECES[:pieces.STATION_TYPES]),
    "visited": o.D_VISITED,
    "visiting": o.D_VISITING,
    "cells": o.D_CELLS,
    "fed_upon": o.D_FED_UPON,
    **each_of("next", o.D_NEXT, range(5)),
    "to_gate": o.D_TO_GATE,
    "to_station": o.D_TO_STATION,
    "movement_lead": o.D_MOVEMENT_LEAD,
    "tower_energy": o.D_TOWER_ENERGY,
    "one_flare": o.D_ONE_FLARE,
    **each_of("held", o.D_HELD, ("nothing", *EFFECTS)),
    "acts": p.P_ACTS,
    **each_of("points", p.P_POINTS, range(p.MOST_POINTS + 1)),
    **each_of("phase", p.P_PHASE, PHASES),
    **each_of("activates", p.P_TYPE, ("any", *PIECES[:pieces.STATION_TYPES], "feeders")),
    **each_of("in_force", p.P_FORCE, ("nothing", *EFFECTS)),
    "uses": p.P_USES,
    "offered": p.P_BONUS,
    **{f"build {name}": number for piece, kind in enumerate(PIECES)
       for name, number in each_of(kind, p.P_BUILD + piece * <int>RINGS, "ABCDE").items()},
    **{f"man {name}": number for piece, kind in enumerate(PIECES[:pieces.STATION_TYPES])
       for name, number in each_of(kind, p.P_MAN + piece * <int>RINGS, "ABCDE").items()},
    **each_of("man_others", p.P_MAN_OTHERS, PIECES[:pieces.STATION_TYPES]),
    "dive": p.P_DIVE,
}, p.ALL_DETAILS)
COMMON_NAMES = in_order("common feature", {
    "spiral": o.C_SPIRAL,
    "flare_chance": o.C_FLARE,
    "cards_per_flare": o.C_CARDS,
    "quiet": o.C_QUIET,
    **each_of("players", o.C_PLAYERS, range(1, 6)),
    "suits": o.C_SUITS,
    "triggers": o.C_TRIGGERS,
    "last_flare": o.C_LAST_FLARE,
    "two_flares": o.C_TWO_FLARES,
    "target": o.C_TARGET,
    "highest": o.C_HIGHEST,
    "lowest": o.C_LOWEST,
    **each_of("stations", o.C_STATIONS, PIECES[:pieces.STATION_TYPES]),
    "structured": o.C_STRUCTURED,
    "opening": o.C_OPENING,
    **each_of("banned", o.C_BANNED, PIECES),
    **each_of("event", o.C_EVENT, ("none", *EVENTS)),
    **each_of("effect", o.C_EFFECT, ("none", *EFFECTS)),
}, o.COMMON_FEATURES)

"""Rules and states from plain data, and states to it. What the data mean is said in solsearch/games/laststar/."""
from libc.stdint cimport uint64_t
from libc.string cimport memset
from solsearch._ext.arguments cimport whole
from solsearch._ext.bits cimport bit, has
from solsearch._ext.game cimport MAX_SEATS
from solsearch._ext.laststar_rules.basics cimport movement_of, put_sundiver
from solsearch._ext.laststar_rules.board cimport MAX_BORDERS, MAX_CELLS, MAX_EYES, NO_CELL, RINGS, Board
from solsearch._ext.laststar_rules.effect_table cimport phases_of
from solsearch._ext.laststar_rules.effects cimport EFFECTS, SWAP
from solsearch._ext.laststar_rules.pieces cimport PIECES, STATION_TYPES, SUITS, TRIGGER
from solsearch._ext.laststar_rules.playing cimport MOST_CHOICES
from solsearch._ext.laststar_rules.rules cimport (
    EVENTS, MAX_START_PIECES, OPENINGS, SURVIVAL_LEVELS, TRACKS, Effect, EffectFunctions, EffectNumbers, Rules, StartPiece,
)
from solsearch._ext.laststar_rules.state cimport OPENING, START, State, build_gate, build_station
from solsearch._ext.laststar_rules.turn cimport start_game


cdef enum:
    MOST_SUNDIVERS = 20     # of a player: lists of steps and counts of cards have room for so many
    FEWEST_CELLS = 4        # of a ring: feeders enter the first four of the innermost
    MOST_TO_TAKE = 63       # from a station: a step has room for so many


cdef inline object entry(dict data, str name, int index):
    """An entry of a list. The kernel is compiled without checks of bounds."""
    cdef object values = data[name]
    if not isinstance(values, (list, tuple)) or len(values) <= index:
        raise ValueError(f"{name} must be a list of more than {index} entries")
    return values[index]


# == rules ===================================================================================================================

cdef inline void fill_board(Board* board, dict data) except *:
    """`data`: rings (cells per ring), down (for each cell the touching cells of the next ring in), eyes (cells around each)."""
    cdef int ring, cell, other, border
    cdef int first = 0
    cdef int count
    memset(board, 0, sizeof(Board))
    memset(board.border_between, -1, sizeof(board.border_between))
    for ring in range(RINGS):
        count = <int>whole(entry(data, "rings", ring), f"cells of ring {ring}", FEWEST_CELLS, MAX_CELLS - first)
        for cell in range(first, first + count):
            board.ring[ring] |= bit(cell)
            board.ring_of[cell] = ring
            board.next_in_ring[cell] = first + (cell - first + 1) % count
            board.before_in_ring[cell] = first + (cell - first + count - 1) % count
            board.freely[cell] |= bit(board.next_in_ring[cell]) | bit(board.before_in_ring[cell])
        first += count
    board.cells = first
    for cell in range(board.cells):
        for inner in entry(data, "down", cell):
            other = <int>whole(inner, f"a cell under {cell}", 0, board.cells - 1)
            if board.ring_of[other] != board.ring_of[cell] + 1 or has(board.inward[cell], other):
                raise ValueError(f"cell {other} cannot lie under cell {cell}, or does so twice")
            board.inward[cell] |= bit(other)
            board.outward[other] |= bit(cell)
            if board.ring_of[cell] == 0:    # no barrier between the orbits
                board.freely[cell] |= bit(other)
                board.freely[other] |= bit(cell)
                continue
            if board.borders == MAX_BORDERS - 1:
                raise ValueError(f"more than {MAX_BORDERS - 1} borders")
            border = board.borders
            board.borders += 1
            board.border_outer[border] = cell
            board.border_inner[border] = other
            board.border_between[cell][other] = border
            board.border_between[other][cell] = border
            board.borders_at[cell] |= bit(border)
            board.borders_at[other] |= bit(border)
            board.inward_borders[board.ring_of[cell]] |= bit(border)
    board.eyes = <int>whole(len(data["eyes"]), "the number of eyes", 2, MAX_EYES - 1)
    for eye in range(board.eyes):
        for around in entry(data, "eyes", eye):
            board.around_eye[eye + 1] |= bit(<int>whole(around, f"a cell around eye {eye + 1}", 0, board.cells - 1))


cdef inline int number(dict data, str name, int low, int high) except? -1:
    return <int>whole(data[name], name, low, high)


cdef inline void fill_list(int* out, int count, dict data, str name, int low, int high) except *:
    cdef int i
    for i in range(count):
        out[i] = <int>whole(entry(data, name, i), f"{name}, entry {i}", low, high)


cdef inline void fill_rules(Rules* r, dict p) except *:
    """The parameters; the board is filled already. The limits are what the kernel has room for."""
    cdef int suit, kind, cell, ring
    cdef int owed = 0
    r.players = number(p, "players", 1, MAX_SEATS)
    r.opening = number(p, "opening", 0, OPENINGS - 1)
    r.start_hold = number(p, "hold", 0, MOST_SUNDIVERS)
    r.sundivers = r.start_hold + number(p, "reserve", 0, MOST_SUNDIVERS - r.start_hold)
    r.start_energy = number(p, "energy", 0, 1000)
    fill_list(r.pieces, PIECES, p, "pieces", 0, 15)
    r.movement = number(p, "movement", 0, 20)
    r.track = number(p, "track", 0, TRACKS - 1)
    r.orbits_first = p["orbits_first"]
    r.toll_per_crossing = p["toll_per_crossing"]
    r.cell_limit = number(p, "cell_limit", 1, MOST_SUNDIVERS)
    r.hurl_momentum = number(p, "hurl_momentum", 0, 100)
    r.hurls_per_card = number(p, "hurls_per_card", 0, 10)
    r.hurl_rewards_flares = p["hurl_rewards_flares"]
    if r.hurl_rewards_flares and r.hurls_per_card != 1:
        raise ValueError("hurl_rewards_flares: only where each hurl owes a card")
    r.hurled_return = p["hurled_return"]
    if r.hurled_return and r.hurls_per_card:
        raise ValueError("hurled_return: only where hurls owe no cards")
    fill_list(r.base, RINGS, p, "base", 0, 50)
    fill_list(r.bonus, RINGS, p, "bonus", 0, 50)
    fill_list(r.cards, RINGS, p, "cards", 0, 10)
    r.unstable_energy = number(p, "unstable_energy", 1, 1000000)
    r.flares = number(p, "flares", 1, 50)
    r.spiral = number(p, "spiral", 1, r.flares)
    r.suit_cards = number(p, "suit_cards", 0, 100)
    r.cards_only_show = p["cards_only_show"]
    r.declares_sets = p["declares_sets"]
    for ring in range(RINGS):
        if r.declares_sets and r.base[ring] + r.bonus[ring] > MOST_TO_TAKE:
            raise ValueError(f"declares_sets: base and bonus are {MOST_TO_TAKE} at most")
    r.stations_before_loss = p["stations_before_loss"]
    r.sudden_end = p["sudden_end"]
    r.marked_flares = p["marked_flares"]
    r.triggers = number(p, "triggers", 0, r.flares if r.marked_flares else 20)
    if r.marked_flares and r.flares > 16:
        raise ValueError("marked_flares: at most 16 flares")
    r.orbit_draws = p["orbit_draws"]
    r.common_win = p["common_win"]
    r.target = number(p, "target", 0, 1000000)
    fill_list(r.survival, SURVIVAL_LEVELS, p, "survival", 0, 1000000)
    fill_list(r.deconstruct_sundivers, PIECES, p, "deconstruct_sundivers", 0, MOST_SUNDIVERS)
    r.deconstruct_is_turn = p["deconstruct_is_turn"]
    r.converts_back = p["converts_back"]
    if r.converts_back and r.cell_limit < r.sundivers:
        raise ValueError("converts_back: only where a cell has room for all sundivers of a player")
    r.quiet_limit = number(p, "quiet_limit", 1, 60000)
    for suit in range(SUITS):
        r.effect_of[suit] = <int>whole(entry(p, "effects", suit), f"effects, entry {suit}", 0, EFFECTS - 1)
        if r.effect_of[suit] == SWAP and r.players * (r.players - 1) // 2 * r.sundivers * r.sundivers > MOST_CHOICES:
            raise ValueError(f"swap: {r.sundivers} sundivers of {r.players} players make more pairs than there is room for")
        if r.effect_of[suit] and (r.cards_only_show or r.declares_sets or r.hurled_return or r.converts_back):
            raise ValueError("effects: none where cards only show, sets are declared, or sundivers come back so")
    r.event = number(p, "event", 0, EVENTS - 1)
    if (r.event or r.triggers) and (r.cards_only_show or r.declares_sets or r.hurled_return or r.converts_back):
        raise ValueError("event: none where cards only show, sets are declared, or sundivers come back so")
    r.feeders_per_trigger = number(p, "feeders_per_trigger", 1, 20)
    r.flares_per_feeder_move = number(p, "flares_per_feeder_move", 1, 50)
    r.scour_activates = p["scour_activates"]
    r.garden_is_planned = p["garden_is_planned"]
    for kind in range(PIECES):
        r.banned[kind] = entry(p, "banned", kind)
    for number_of in p["suits"]:
        r.suits_in_play |= 1 << <int>whole(number_of, "a suit", 0, TRIGGER - 1)
    fill_start_pieces(r, p["start_pieces"])
    for cell in range(r.board.cells):
        owed += r.cards[r.board.ring_of[cell]]
    if owed > 100:
        raise ValueError(f"{owed} cards for activations everywhere: at most 100 can be owed")


cdef inline void fill_start_pieces(Rules* r, object pieces) except *:
    cdef int left[MAX_SEATS][STATION_TYPES]
    cdef uint64_t taken = 0
    cdef StartPiece piece
    cdef int seat, kind
    for seat in range(MAX_SEATS):
        for kind in range(STATION_TYPES):
            left[seat][kind] = r.pieces[kind]
    for owner, of_type, place in pieces:
        if r.start_pieces == MAX_START_PIECES:
            raise ValueError(f"more than {MAX_START_PIECES} stations at the start")
        piece.seat = <int>whole(owner, "the seat of a station at the start", 0, r.players - 1)
        piece.kind = <int>whole(of_type, "the type of a station at the start", 0, STATION_TYPES - 1)
        piece.cell = <int>whole(place, "the cell of a station at the start", 0, r.board.cells - 1)
        left[piece.seat][piece.kind] -= 1
        if has(taken, piece.cell) or left[piece.seat][piece.kind] < 0:
            raise ValueError("two stations in a cell at the start, or more of a type than a player has")
        taken |= bit(piece.cell)
        r.start_piece[r.start_pieces] = piece
        r.start_pieces += 1


cdef inline void fill_numbers(EffectNumbers* number, dict data) except *:
    """The numbers of an effect; those not given are 0."""
    cdef int i
    for name in data:
        if name not in ("uses", "points", "energy", "momentum", "sundivers", "factor", "by_ring", "by_type", "by_players"):
            raise ValueError(f"effects have no number {name!r}")
    number.uses = <int>whole(data.get("uses", 0), "uses", 0, 20)
    number.points = <int>whole(data.get("points", 0), "points", 0, 50)
    number.energy = <int>whole(data.get("energy", 0), "energy", 0, 50)
    number.momentum = <int>whole(data.get("momentum", 0), "momentum", 0, 50)
    number.sundivers = <int>whole(data.get("sundivers", 0), "sundivers", 0, MOST_SUNDIVERS)
    number.factor = <int>whole(data.get("factor", 0), "factor", 0, 10)
    for i in range(RINGS):
        number.by_ring[i] = <int>whole(entry(data, "by_ring", i), "by_ring", 0, 50) if "by_ring" in data else 0
    for i in range(STATION_TYPES):
        number.by_type[i] = <int>whole(entry(data, "by_type", i), "by_type", 0, 50) if "by_type" in data else 0
    for i in range(MAX_SEATS):
        number.by_players[i] = <int>whole(entry(data, "by_players", i), "by_players", 0, 50) if "by_players" in data else 0


cdef inline void fill_effect(Effect* effect, int timing, dict numbers, const EffectFunctions* functions) except *:
    """A row of the table."""
    effect.timing = timing
    effect.function = functions[0]
    effect.phases = phases_of(timing)
    if functions.phases:
        effect.phases &= functions.phases
    fill_numbers(&effect.number, numbers)


# == states ==================================================================================================================

cdef inline void fill_state(const Rules* r, State* s, dict fields) except *:
    cdef int cell, seat, i, _i
    cdef int total
    start_game(r, s)
    for seat in range(MAX_SEATS):
        s.owned[seat] = 0       # a scenario's stations may be gone
    for i in range(STATION_TYPES):
        s.stations[i] = 0
    seat = fields["turn"]
    if not 0 <= seat < r.players:
        raise ValueError(f"no seat {seat}: there are {r.players}")
    s.turn = seat
    s.actor = seat
    s.spiral = fields["spiral"]
    s.quiet = fields["quiet"]
    s.showing = <int>whole(fields.get("showing", 0), "showing", 0, SUITS)
    for i in range(SUITS):
        s.undrawn[i] = entry(fields, "undrawn", i)
    for seat in range(r.players):
        row = entry(fields, "seats", seat)
        s.seat[seat].hold = row["hold"]
        s.seat[seat].reserve = row["reserve"]
        s.seat[seat].energy = row["energy"]
        s.seat[seat].momentum = row["momentum"]
        s.seat[seat].eye = row["eye"]
        s.seat[seat].card = row["card"]
        s.seat[seat].lost = row["lost"]
        for i in range(MAX_SEATS):
            s.seat[seat].guests[i] = entry(row, "guests", i)
    for cell, seat, total in fields["sundivers"]:
        if not (0 <= cell < r.board.cells and 0 <= seat < r.players and 0 <= total <= r.cell_limit):
            raise ValueError("sundivers out of range")
        for _i in range(total):
            put_sundiver(r, s, seat, cell)
    for cell, seat, i in fields["stations"]:
        if not (0 <= cell < r.board.cells and 0 <= seat < r.players and 0 <= i < STATION_TYPES):
            raise ValueError("a station out of range")
        build_station(s, seat, i, cell)
    for cell in fields.get("cubes", ()):
        if not 0 <= cell < r.board.cells:
            raise ValueError("an energy cube out of range")
        s.cubes |= bit(cell)
    for cell, total in fields.get("feeders", ()):
        if not (0 <= cell < r.board.cells and 0 <= total <= 100):
            raise ValueError("feeders out of range")
        s.feeders[cell] = total
    for i, seat in fields["gates"]:
        if not (0 <= i < r.board.borders and 0 <= seat < r.players):
            raise ValueError("a gate out of range")
        build_gate(s, seat, i)
    for seat in range(r.players):
        row = entry(fields, "seats", seat)
        for i in range(PIECES):
            s.seat[seat].pieces[i] = entry(row, "pieces", i)
    s.phase = OPENING if fields["opening"] else START
    s.points = 0 if s.phase == OPENING else movement_of(r, s, s.turn)
    s.fresh = 1


cdef inline dict state_fields(const Rules* r, const State* s, tuple phases):
    """Everything in the state as plain numbers: cells, seats, suits, types and borders by their index."""
    cdef int seat, cell, kind, i
    cdef list seats = []
    for seat in range(r.players):
        seats.append({
            "hold": s.seat[seat].hold,
            "guests": [s.seat[seat].guests[i] for i in range(MAX_SEATS)],
            "reserve": s.seat[seat].reserve,
            "energy": s.seat[seat].energy,
            "momentum": s.seat[seat].momentum,
            "movement": movement_of(r, s, seat),
            "eye": s.seat[seat].eye,
            "card": s.seat[seat].card,
            "lost": s.seat[seat].lost,
            "pieces": [s.seat[seat].pieces[i] for i in range(PIECES)],
        })
    return {
        "turn": s.turn,
        "actor": s.actor,
        "phase": phases[s.phase],
        "opening": s.phase == OPENING,
        "spiral": s.spiral,
        "quiet": s.quiet,
        "undrawn": [s.undrawn[i] for i in range(SUITS)],
        "seats": seats,
        "sundivers": [
            (cell, seat, s.sundivers[seat][cell])
            for cell in range(r.board.cells) for seat in range(r.players) if s.sundivers[seat][cell]
        ],
        "stations": [
            (cell, seat, kind)
            for cell in range(r.board.cells) for seat in range(r.players) for kind in range(STATION_TYPES)
            if has(s.owned[seat] & s.stations[kind], cell)
        ],
        "gates": [
            (i, seat) for i in range(r.board.borders) for seat in range(r.players) if has(s.gates[seat], i)
        ],
        "feeders": [(cell, s.feeders[cell]) for cell in range(r.board.cells) if s.feeders[cell]],
        "cubes": [cell for cell in range(r.board.cells) if has(s.cubes, cell)],
        "points": s.points,
        "paid": [seat for seat in range(r.players) if has(s.paid, seat)],
        "owed": s.owed,
        "drawn": [s.drawn[i] for i in range(SUITS)],
        "flares": s.flares,
        "pending": None if s.pending == NO_CELL else s.pending,
        "activated": [cell for cell in range(r.board.cells) if has(s.activated, cell)],
        "effect": s.effect,
        "followed": None if s.followed == NO_CELL else s.followed,
        "uses": s.uses,
        "remembered": s.remembered,
        "showing": s.showing,
        "declared": [cell for cell in range(r.board.cells) if r.declares_sets and has(s.to_come, cell)],
        "gives_more": [cell for cell in range(r.board.cells) if r.declares_sets and has(s.marks, cell)],
    }

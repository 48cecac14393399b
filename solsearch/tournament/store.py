"""The games of a tournament in an SQLite file: one transaction a game.

    pragma application_id, user_version   "solT", the version of this schema
    tournament (key, value)               the plan, the version of the program, the digests of the bots' files: JSON
    bots (number, spec)
    games (id, block, rotation, ...)      a row each; `record` is the record in msgpack, as `solsearch verify` reads it

The number of a game is its key, so that no game can be counted twice. The file is written in SQLite's write-ahead mode: a
process killed at any moment leaves every game that was reported. A run holds a lock of the operating system on a file
beside the store, which ends with the process, however that ends; what is left of the file means nothing.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from solsearch.formats.errors import FormatError
from solsearch.tournament.play import GameRow, Outcome
from solsearch.tournament.schedule import Plan

SCHEMA = 1
_APPLICATION = 0x736F6C54  # "solT"
_TABLES = """
create table tournament (key text primary key, value text not null);
create table bots (number integer primary key, spec text not null);
create table games (
    id integer primary key,
    block integer not null,
    rotation integer not null,
    ruleset text not null,
    bots text not null,
    win text,
    score text not null,
    ending text not null,
    fault_seat integer,
    fault_kind text,
    reason text,
    turns integer not null,
    steps integer not null,
    features text not null,
    seconds real not null,
    record blob not null
);
"""
_ROW = "id, block, ruleset, bots, win, score, ending, fault_seat, fault_kind, reason, turns, steps, features"


class StoreError(FormatError):
    """A store that cannot be used: no store, of another version, in use, or of another tournament."""


class Store:
    """An open store. `Store.create`, `Store.open` and `Store.temporary` give one."""

    def __init__(self, connection: sqlite3.Connection, name: str, lock: IO[bytes] | None = None) -> None:
        self._connection = connection
        self._lock = lock
        self.name = name

    # -- opening -----------------------------------------------------------------------------------------------------

    @staticmethod
    def for_run(path: str, meta: dict[str, Any], extend: bool = False) -> Store:
        """The store to play into: a new one, or one of the same tournament. StoreError if it is in use or another's.

        `meta` is what decides the games; see `difference`. With `extend` it may have more games than the store's.
        """
        lock = _locked(path)
        try:
            new = not Path(path).exists() or Path(path).stat().st_size == 0
            store = Store(_connected(path, create=new), path, lock)
            with store._naming():
                if new or store._is_blank():
                    store._make(meta)
                else:
                    store._check()
                    if extend:
                        store._extend(meta["plan"]["games"])
                    _refuse_difference(path, store.meta(), meta)
                store._connection.execute("pragma synchronous = normal")
            return store
        except BaseException:
            lock.close()
            raise

    @staticmethod
    def open(path: str) -> Store:
        """A store to read, also while a run writes into it."""
        if not Path(path).is_file():
            raise StoreError("", "is a folder, not a store" if Path(path).is_dir() else "no such file or directory", path)
        store = Store(_connected(path, create=False), path)
        with store._naming():
            store._connection.execute("pragma query_only = on")
            store._check()
        return store

    @staticmethod
    def temporary(meta: dict[str, Any]) -> Store:
        """A store that is gone when it is closed."""
        store = Store(sqlite3.connect("", isolation_level=None), "")
        store._make(meta)
        return store

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def save_as(self, path: str) -> None:
        """Copy everything into a new file."""
        target = sqlite3.connect(path)
        try:
            with self._naming():
                self._connection.backup(target)
        finally:
            target.close()

    # -- what it is --------------------------------------------------------------------------------------------------

    def meta(self) -> dict[str, Any]:
        """What decides the games."""
        with self._naming():
            rows = self._connection.execute("select key, value from tournament").fetchall()
            return {key: json.loads(value) for key, value in rows}

    def plan(self) -> Plan:
        try:
            return Plan.from_dict(self.meta()["plan"])
        except (KeyError, TypeError) as error:
            raise StoreError("", f"is damaged: it has no plan of a tournament ({error})", self.name) from None

    # -- games -------------------------------------------------------------------------------------------------------

    def add(self, outcome: Outcome, rotation: int) -> None:
        """Keep a game: one transaction. A game that is there already is left as it is."""
        row = outcome.row
        values = (
            row.index, row.block, rotation, row.ruleset, json.dumps(row.bots),
            None if row.win is None else json.dumps(row.win), json.dumps(row.score), row.ending, row.fault_seat,
            row.fault_kind, row.reason, row.turns, row.steps, json.dumps(row.features), outcome.seconds, outcome.record,
        )  # fmt: skip
        with self._naming():
            self._connection.execute(f"insert or ignore into games values ({', '.join('?' * len(values))})", values)

    def played(self) -> set[int]:
        """The numbers of the games that are there."""
        with self._naming():
            return {index for (index,) in self._connection.execute("select id from games")}

    def rows(self) -> list[GameRow]:
        """All games in numbers, in the order of the schedule."""
        with self._naming():
            return [_row(found) for found in self._connection.execute(f"select {_ROW} from games order by id")]

    def seconds(self) -> float:
        """Thinking time of all games."""
        with self._naming():
            (total,) = self._connection.execute("select coalesce(sum(seconds), 0) from games").fetchone()
            return float(total)

    def records(self, indices: Iterable[int]) -> Iterator[tuple[int, bytes]]:
        """The records of these games, in msgpack."""
        with self._naming():
            for index in indices:
                found = self._connection.execute("select record from games where id = ?", (index,)).fetchone()
                if found is not None:
                    yield index, found[0]

    # -- inside ------------------------------------------------------------------------------------------------------

    def _make(self, meta: dict[str, Any]) -> None:
        """The tables and what decides the games, in one transaction: a store is made whole or not at all."""
        execute = self._connection.execute
        execute("pragma journal_mode = wal")
        execute("begin immediate")
        for statement in _TABLES.split(";"):
            execute(statement)
        for key, value in meta.items():
            execute("insert into tournament values (?, ?)", (key, json.dumps(value)))
        for number, spec in enumerate(meta["plan"]["bots"]):
            execute("insert into bots values (?, ?)", (number, spec))
        execute(f"pragma application_id = {_APPLICATION}")
        execute(f"pragma user_version = {SCHEMA}")
        execute("commit")

    def _extend(self, games: int) -> None:
        """Let the tournament have more games. Those so far stay what they are."""
        plan = self.meta()["plan"]
        if games > plan["games"]:
            value = json.dumps(plan | {"games": games})
            self._connection.execute("update tournament set value = ? where key = 'plan'", (value,))

    def _is_blank(self) -> bool:
        """A file that a killed run had begun to make, with nothing in it yet."""
        (tables,) = self._connection.execute("select count(*) from sqlite_master").fetchone()
        return bool(tables == 0)

    def _check(self) -> None:
        (application,) = self._connection.execute("pragma application_id").fetchone()
        (version,) = self._connection.execute("pragma user_version").fetchone()
        if application != _APPLICATION:
            raise StoreError("", "is no store of a tournament", self.name)
        if version != SCHEMA:
            raise StoreError("", f"has schema version {version}, and this program knows {SCHEMA}", self.name)

    @contextlib.contextmanager
    def _naming(self) -> Iterator[None]:
        """SQLite's errors as one line that names the store."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            reason = str(error)
            said = "is no store of a tournament" if "not a database" in reason else f"cannot be used: {reason}"
            raise StoreError("", said, self.name) from None


def _row(found: Sequence[Any]) -> GameRow:
    index, block, ruleset, bots, win, score, ending, seat, kind, reason, turns, steps, tagged = found
    return GameRow(
        index=index,
        block=block,
        ruleset=ruleset,
        bots=tuple(json.loads(bots)),
        win=None if win is None else tuple(json.loads(win)),
        score=tuple(json.loads(score)),
        ending=ending,
        fault_seat=seat,
        fault_kind=kind,
        reason=reason,
        turns=turns,
        steps=steps,
        features=json.loads(tagged),
    )


# -- one run at a time -------------------------------------------------------------------------------------------------


def _locked(path: str) -> IO[bytes]:
    """A lock on the store for this process, held as long as the file stays open. StoreError if another run has it."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        fcntl = None  # type: ignore[assignment]
    try:
        file = Path(f"{path}.lock").open("ab")  # noqa: SIM115 (the lock lives as long as the store)
    except OSError as error:
        raise StoreError("", f"cannot be written: {(error.strerror or str(error)).lower()}", path) from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise StoreError("", "is in use by another run; `tournament --report` shows how it stands", path) from None
    return file


def _connected(path: str, create: bool) -> sqlite3.Connection:
    try:
        uri = f"{Path(path).resolve().as_uri()}?mode={'rwc' if create else 'rw'}"
        return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=30)
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StoreError("", f"cannot be opened: {error}", path) from None


# -- the same tournament or another ------------------------------------------------------------------------------------


def difference(kept: dict[str, Any], asked: dict[str, Any]) -> list[str]:
    """What two tournaments differ in, in words: `seed: 1 in the store, 2 asked for`."""
    found = []
    for key in sorted({*kept, *asked} - {"plan", "setup"}):
        if kept.get(key) != asked.get(key):
            found.append(f"{key}: {_said(kept.get(key))} in the store, {_said(asked.get(key))} asked for")
    for part in ("plan", "setup"):
        if part in kept or part in asked:
            found += difference(kept.get(part) or {}, asked.get(part) or {})
    return found


def _said(value: object) -> str:
    if value is None:
        return "nothing"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _refuse_difference(path: str, kept: dict[str, Any], asked: dict[str, Any]) -> None:
    found = difference(kept, json.loads(json.dumps(asked)))
    if found:
        hint = "; --extend plays on" if len(found) == 1 and found[0].startswith("games:") else ""
        raise StoreError("", f"holds another tournament: {'; '.join(found)}{hint}", path)

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
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import msgpack  # type: ignore[import-untyped]

from solsearch.bots import BotError
from solsearch.formats.errors import FormatError
from solsearch.formats.files import target_of
from solsearch.formats.record import Record
from solsearch.formats.seeds import seed_data
from solsearch.printable import shown
from solsearch.reading import opened, words
from solsearch.tournament import stored
from solsearch.tournament.journal import Journal
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
_MOST_WAITING = 600.0
"""Seconds for which another connection may hold the store."""
_MOST_ATTEMPTS = 20
"""To make a store again that a bot keeps destroying."""
_HEAD = b"SQLite format 3\0"
_ROW = "id, block, ruleset, bots, win, score, ending, fault_seat, fault_kind, reason, turns, steps, features"


class StoreError(FormatError):
    """A store that cannot be used: no store, of another version, in use, or of another tournament."""


class Store:
    """An open store. `Store.create`, `Store.open` and `Store.temporary` give one."""

    def __init__(self, connection: sqlite3.Connection, name: str, lock: IO[bytes] | None = None) -> None:
        self._connection = connection
        self._lock = lock
        self._journal: Journal | None = None
        self.name = name

    # -- opening -----------------------------------------------------------------------------------------------------

    @staticmethod
    def for_run(path: str, meta: dict[str, Any], extend: bool = False, any_seed: bool = False) -> Store:
        """The store to play into: a new one, or one of the same tournament. StoreError if it is in use or another's.

        `meta` is what decides the games; see `difference`. With `extend` it may have more games than the store's. With
        `any_seed` nobody asked for its seed: that of the store holds, if there is one.
        """
        new = _is_new(path)
        lock = _locked(path)
        try:
            store = Store(_connected(path, "rwc" if new else "rw"), path, lock)
        except BaseException:
            lock.close()
            raise
        try:
            with store._naming():
                if new or store._is_blank():
                    store._make(meta)
                else:
                    store._check()
                    plan = store.plan()
                    if any_seed:
                        meta = meta | {"plan": meta["plan"] | {"seed": seed_data(plan.seed)}}
                    if extend:
                        store._extend(meta["plan"]["games"])
                    _refuse_difference(path, store.meta(), meta)
                store._connection.execute("pragma synchronous = normal")
            return store
        except BaseException:
            store.close()
            raise

    @staticmethod
    def open(path: str) -> Store:
        """A store to read, also while a run writes into it."""
        if _is_new(path, needed=True):
            raise StoreError("", "is no store of a tournament", path)
        store = Store(_connected(path, "rw"), path)
        try:
            with store._naming():
                store._connection.execute("pragma query_only = on")
                store._check_readable()
                store._check()
        except BaseException:
            store.close()
            raise
        return store

    @staticmethod
    def to_annotate(path: str) -> Store:
        """A store whose records get something added to them; StoreError if a run writes into it."""
        if _is_new(path, needed=True):
            raise StoreError("", "is no store of a tournament", path)
        lock = _locked(path)
        try:
            store = Store(_connected(path, "rw"), path, lock)
        except BaseException:
            lock.close()
            raise
        try:
            with store._naming():
                store._check()
        except BaseException:
            store.close()
            raise
        return store

    def annotate(self, index: int, record: Record) -> None:
        """The record of a game with its notes or its analysis: the game that was played must be the same."""
        data = record.to_dict()
        Record.from_dict(data)  # never write what could not be read
        with self._naming():
            self._connection.execute(
                "update games set record = ? where id = ?", (msgpack.packb(data, use_bin_type=True), index)
            )

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
        if self._journal is not None:
            self._journal.close()
        if self._lock is not None:
            self._lock.close()

    def save_as(self, path: str) -> None:
        """Copy everything into a new file."""
        try:
            target = sqlite3.connect(path)
        except sqlite3.Error as error:
            raise StoreError("", f"cannot be written: {error}", path) from None
        try:
            with self._naming(path):
                self._connection.backup(target)
        finally:
            target.close()

    # -- what it is --------------------------------------------------------------------------------------------------

    def meta(self) -> dict[str, Any]:
        """What decides the games."""
        with self._naming():
            return stored.meta_of(self._connection.execute("select key, value from tournament").fetchall())

    def plan(self) -> Plan:
        with self._naming():
            return stored.plan_of(self.meta()["plan"])

    # -- games -------------------------------------------------------------------------------------------------------

    def add(self, outcome: Outcome, rotation: int) -> None:
        """Keep a game: one transaction. A game can be there only once: the same again changes nothing, and if somebody else put
        another there, that goes."""
        row = outcome.row
        values = (
            row.index, row.block, rotation, row.ruleset, json.dumps(row.bots),
            None if row.win is None else json.dumps(row.win), json.dumps(row.score), row.ending, row.fault_seat,
            row.fault_kind, row.reason, row.turns, row.steps, json.dumps(row.features), outcome.seconds, outcome.record,
        )  # fmt: skip
        if self._journal is not None:
            self._journal.keep(values)
        try:
            with self._naming():
                self._insert(values)
        except StoreError:
            if not self.mend():
                raise

    def played(self) -> set[int]:
        """The numbers of the games that are there."""
        with self._naming():
            return {index for (index,) in self._connection.execute("select id from games")}

    def rows(self) -> list[GameRow]:
        """All games in numbers, in the order of the schedule."""
        plan = self.plan()
        rows = []
        with self._naming():
            for found in self._connection.execute(f"select {_ROW} from games order by id"):
                try:
                    rows.append(stored.row_of(plan, found))
                except ValueError as error:
                    raise StoreError(f"game {found[0]}", f"is damaged: {error}", self.name) from None
        return rows

    def seconds(self) -> float:
        """Thinking time of all games."""
        with self._naming():
            (total,) = self._connection.execute("select coalesce(sum(seconds), 0) from games").fetchone()
            if not isinstance(total, int | float) or not 0 <= total < 1e15:
                raise ValueError(f"seconds: {total}")
            return float(total)

    def records(self, indices: Iterable[int]) -> Iterator[tuple[int, bytes]]:
        """The records of these games, in msgpack."""
        for index in indices:
            with self._naming():
                found = self._connection.execute("select record from games where id = ?", (index,)).fetchone()
            if found is not None:
                if not isinstance(found[0], bytes):
                    raise StoreError(f"game {index}", "is damaged: its record is no record", self.name)
                yield index, found[0]

    @contextlib.contextmanager
    def blamed(self) -> Iterator[None]:
        """What is made of the games fails by what is in the store: all of it has the right form, and yet it makes no sense."""
        try:
            yield
        except BotError as error:
            raise StoreError("", f"names a bot that is none: {error}", self.name) from None
        except (LookupError, TypeError, AttributeError, ArithmeticError, AssertionError) as error:
            raise StoreError("", f"is damaged: its games make no sense ({type(error).__name__}: {error})", self.name) from None

    # -- against bots that write into it -----------------------------------------------------------------------------

    def guard(self) -> None:
        """Before bots play that could write into the store: from now on `mend` undoes what others do to it. A temporary store
        has no name by which anybody could find it."""
        if not self.name:
            return
        self._journal = Journal()
        with self._naming():
            for row in self._connection.execute("select * from games"):
                self._journal.keep(row)
        self._meta = self.meta()
        self._seen = self._mark()

    def mend(self) -> bool:
        """If the store is guarded and another program has changed it, make it again as it was. Whether that was needed."""
        if self._journal is None:
            return False
        try:
            with self._naming():
                mark = self._mark()
                if mark == self._seen:
                    return False
                there = self._connection.execute("select * from games")
                whole = mark[1:] == self._seen[1:] and self.meta() == self._meta and self._journal.same_as(there)
        except StoreError:
            whole = False
        if whole:
            self._seen = mark
            return False
        self._make_again()
        return True

    def _mark(self) -> tuple[int, ...]:
        """Differs when another connection has written, or when the file is another one."""
        (version,) = self._connection.execute("pragma data_version").fetchone()
        try:
            found = Path(self.name).stat()
        except OSError:
            return version, 0, 0
        return version, found.st_dev, found.st_ino

    def _make_again(self) -> None:
        """A new file from the journal, in place of the old one. A bot may be at it at the same time: then once more."""
        for attempt in range(1, _MOST_ATTEMPTS + 1):
            try:
                self._make_from_journal()
                return
            except (StoreError, OSError):
                if attempt == _MOST_ATTEMPTS:
                    raise
                time.sleep(0.02 * attempt)

    def _make_from_journal(self) -> None:
        assert self._journal is not None
        self._connection.close()
        made = Path(f"{self.name}.mended")
        made.unlink(missing_ok=True)
        with self._naming():
            self._connection = _connected(str(made), "rwc")
            self._make(self._meta, mode="delete")
            self._connection.execute("begin")
            for row in self._journal.rows():
                self._insert(row)
            self._connection.execute("commit")
            self._connection.close()
            for left in ("-wal", "-shm"):  # first, as those of the old file would be taken for those of the new one
                Path(f"{self.name}{left}").unlink(missing_ok=True)
            made.replace(self.name)
            self._connection = _connected(self.name, "rw")
            self._connection.execute("pragma journal_mode = wal")
            self._connection.execute("pragma synchronous = normal")
            self._seen = self._mark()

    def _insert(self, row: Sequence[Any]) -> None:
        """One row. Another connection may hold the store for a while: a bot's, until the bot is ended."""
        until = time.monotonic() + _MOST_WAITING
        while True:
            try:
                self._connection.execute(f"insert or replace into games values ({', '.join('?' * len(row))})", row)
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise

    # -- inside ------------------------------------------------------------------------------------------------------

    def _make(self, meta: dict[str, Any], mode: str = "wal") -> None:
        """The tables and what decides the games, in one transaction: a store is made whole or not at all."""
        execute = self._connection.execute
        execute(f"pragma journal_mode = {mode}")
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

    def _check_readable(self) -> None:
        """In a folder that cannot be written to SQLite cannot make the files it reads a store with. If no run writes into it,
        it can be read without them."""
        try:
            self._is_blank()
        except sqlite3.OperationalError:
            if Path(f"{self.name}-wal").exists():
                raise
            self._connection.close()
            self._connection = _connected(self.name, "ro&immutable=1")

    def _check(self) -> None:
        (application,) = self._connection.execute("pragma application_id").fetchone()
        (version,) = self._connection.execute("pragma user_version").fetchone()
        if application != _APPLICATION:
            raise StoreError("", "is no store of a tournament", self.name)
        if version != SCHEMA:
            raise StoreError("", f"has schema version {version}, and this program knows {SCHEMA}", self.name)
        # Nothing but our own tables: a view by the name of one could do anything when it is read.
        model = sqlite3.connect(":memory:")
        model.executescript(_TABLES)
        if _tables(self._connection) != _tables(model):
            raise StoreError("", "is damaged: its tables are not those of a store", self.name)
        model.close()

    @contextlib.contextmanager
    def _naming(self, name: str = "") -> Iterator[None]:
        """SQLite's errors, and values that cannot be, as one line that names the store."""
        try:
            yield
        except FormatError:
            raise
        except sqlite3.Error as error:
            reason = shown(str(error))  # it quotes what is in the file
            said = "is no store of a tournament" if "not a database" in reason else f"cannot be used: {reason}"
            raise StoreError("", said, name or self.name) from None
        except (ValueError, OverflowError) as error:
            raise StoreError("", f"is damaged: {shown(str(error))}", name or self.name) from None


def _tables(connection: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a database that has a name, and the columns."""
    found = connection.execute("select type, name, sql like 'create virtual %' from sqlite_master").fetchall()
    columns = "select name, type, pk, hidden from pragma_table_xinfo(?)"
    return {
        f"{kind} {name} {virtual}": connection.execute(columns, (name,)).fetchall()
        for kind, name, virtual in found
        if not str(name).startswith("sqlite_")
    }


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
        raise StoreError("", f"cannot be written: {words(error)}", path) from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise StoreError("", "is in use by another run; `tournament --report` shows how it stands", path) from None
    return file


def _is_new(path: str, needed: bool = False) -> bool:
    """Whether there is nothing yet, or an empty file. StoreError if there can be no store, or is none where one is needed."""
    try:
        target = target_of(path)
        if not needed and target.parent.is_dir() and not target.exists():
            return True
        mode = target.stat()
    except OSError as error:
        raise StoreError("", words(error) if needed else f"cannot be written: {words(error)}", path) from None
    if stat.S_ISDIR(mode.st_mode):
        raise StoreError("", "is a folder, not a store", path)
    if not stat.S_ISREG(mode.st_mode):
        raise StoreError("", "is no file, and so no store", path)
    if mode.st_size == 0:
        return True
    try:
        with opened(path) as file:
            head = file.read(len(_HEAD))
    except OSError as error:
        raise StoreError("", words(error), path) from None
    if head != _HEAD:
        raise StoreError("", "is no store of a tournament", path)
    return False


def _connected(path: str, mode: str) -> sqlite3.Connection:
    try:
        uri = f"{target_of(path).as_uri()}?mode={mode}"
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

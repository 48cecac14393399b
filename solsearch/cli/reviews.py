"""Reviews of recorded games, as `solsearch analyze` makes them: from files and stores, and back into them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solsearch.analysis.review import Progress, Review, Settings
from solsearch.analysis.reviewing import review_record
from solsearch.analysis.stored import review_data, review_for, with_review
from solsearch.analysis.telling import labels_of, review_lines
from solsearch.analysis.values import fingerprint
from solsearch.cli.printing import tell
from solsearch.formats.errors import FormatError
from solsearch.formats.files import Source, naming
from solsearch.formats.record import Record
from solsearch.formats.record_files import record_of, records_in, save_records
from solsearch.printable import shell_words, shown

if TYPE_CHECKING:
    from solsearch.tournament.store import Store

SAVE_EVERY = 20.0
"""Seconds after which what was found is written, so that a power cut costs no more."""

Keep = Callable[[Record], None]
"""Writes a record with its review back to where it came from."""


class Reviewing:
    """One run of the command over records."""

    def __init__(self, said: dict[str, Any], quiet: bool) -> None:
        """`said`: the options that were given. `quiet`: nothing is told of the games."""
        self._visits, self._seconds = said.get("visits"), said.get("seconds")
        self._seed, self._weights, self._threads = said.get("seed", 0), said.get("weights"), said.get("threads", 1)
        self._dry, self._game, self._quiet = "dry" in said, said.get("game"), quiet
        self._html: str | None = said.get("html")
        self._pages = 0
        self.stopped = False
        """By Ctrl-C; what was done is kept."""

    # -- where games are -------------------------------------------------------------------------------------------------

    def file(self, path: str, opened: Source | None = None) -> dict[str, Any]:
        """All games of a file of records; what was found, as plain data. FormatError if one cannot be reviewed. `opened`: the
        file, where it is open already."""
        with nullcontext(opened) if opened is not None else Source(path) as source, naming(source.name):
            if not source.is_empty and not source.holds_records:
                raise FormatError("", "holds a position, and is given with others: positions are analyzed one at a time")
            form = "msgpack" if source.is_msgpack else "json"
            records = list(records_in(source))
        if self._game is not None and self._game > len(records):
            raise FormatError("", f"there is no game {self._game}: the file holds {len(records)}", path)

        def keep(record: Record, number: int) -> None:
            records[number] = record
            if path != "-" and not self._dry:
                save_records(path, records, form)

        games = []
        for number in range(len(records)):
            if self._game is None or self._game == number + 1:
                games.append(self._reviewed(path, number + 1, records[number], partial(keep, number=number)))
                if self.stopped:
                    break
        return {"file": path, "games": games}

    def store(self, path: str) -> dict[str, Any]:
        """All games of the store of a tournament."""
        from solsearch.tournament.store import Store

        games = []
        with Store.open(path) if self._dry else Store.to_annotate(path) as store:
            wanted = [row.index for row in store.rows() if self._game is None or self._game == row.index + 1]
            for index in wanted:
                [(_, data)] = store.records([index])
                try:
                    record = record_of(data)
                except FormatError as error:
                    raise error.within(f"game {index}").in_file(path) from None

                games.append(self._reviewed(path, index + 1, record, partial(self._annotate, store, index)))
                if self.stopped:
                    break
        return {"file": path, "games": games}

    def _annotate(self, store: Store, index: int, record: Record) -> None:
        if not self._dry:
            store.annotate(index, record)

    # -- a game ----------------------------------------------------------------------------------------------------------

    def _reviewed(self, path: str, number: int, record: Record, keep: Keep) -> dict[str, Any]:
        game = record.game()
        settings = Settings(self._visits, self._seconds, self._seed, fingerprint(game, self._weights))
        try:
            done = review_for(record, settings)
            known = done is not None and done.complete
            with _Watch(f"{path}, game {number}", record, keep) as watch:
                review = review_record(record, settings, done=done, watch=watch, weights=self._weights, threads=self._threads)
        except FormatError as error:
            raise error.within(f"game {number}").in_file(path) from None
        self.stopped = not review.complete
        if review != done:
            record = with_review(record, review)
            keep(record)
        if self._html is not None and review.complete:
            self._write_page(self._html, record, review)
        labels = labels_of(record)
        if not self._quiet and review.complete:
            tell(f"{path}, game {number}: {game.summary()}" + (" (as reviewed before)" if known else ""))
            for line in review_lines(record, review, labels):
                tell(line)
            tell()
        return {"game": number, "players": labels, "review": review_data(review)}

    def _write_page(self, html: str, record: Record, review: Review) -> None:
        """The page of a game; of those behind the first one with its number before the ending of the name."""
        from solsearch.analysis.report import game_page
        from solsearch.formats.files import replacing

        self._pages += 1
        path = Path(html)
        name = html if self._pages == 1 else str(path.with_name(f"{path.stem}-{self._pages}{path.suffix}"))
        page = game_page(record, review)
        with replacing(name) as out:
            out.write(page.encode())
        if name != "-":
            tell(f"{name}: the game as a page", err=True)

    def tell_how_to_go_on(self) -> None:
        """After Ctrl-C."""
        if self._dry:
            tell("\nStopped; with --dry nothing is kept.", err=True)
        else:
            tell(f"\nStopped; what was found is kept. To go on:\n  solsearch {shell_words(sys.argv[1:])}", err=True)


class _Watch:
    """A bar on a terminal, and a look at the clock: what was found is written now and then."""

    def __init__(self, title: str, record: Record, keep: Keep) -> None:
        self._title, self._record, self._keep = title, record, keep
        self._saved = time.monotonic()
        self._every = SAVE_EVERY
        self._bar: Any = None

    def __enter__(self) -> Callable[[Progress], None]:
        from tqdm import tqdm

        self._bar = tqdm(desc=shown(self._title), unit=" positions", disable=None, leave=False)
        return self._look

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def _look(self, progress: Progress) -> None:
        self._bar.total = progress.total
        self._bar.n = progress.done
        self._bar.refresh()
        if time.monotonic() - self._saved > self._every:
            self._save(progress.review)

    def _save(self, review: Review) -> None:
        begun = time.monotonic()
        self._keep(with_review(self._record, review))
        self._saved = time.monotonic()
        self._every = max(SAVE_EVERY, 20 * (self._saved - begun))  # a file of many games takes a while to write

"""The service under load: what waits is bounded, cancels get through, nothing depends on how much there is."""

import contextlib
import io
import json
import os
import select
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from solsearch.formats.lines import room_in
from solsearch.protocol import service as module
from solsearch.protocol.requests import read_request
from solsearch.protocol.service import Service
from solsearch.protocol.waiting import Waiting

PROGRAM = [sys.executable, "-P", "-m", "solsearch", "engine"]
MEMORY = 32 << 20


def line(**request):
    return json.dumps(request).encode()


class Reader:
    """The other side: it reads answers while it may."""

    def __init__(self):
        self.answers = []
        self.reads = threading.Event()
        self.reads.set()

    def __call__(self, written):
        self.reads.wait(30)
        self.answers.append(json.loads(written))

    def of(self, id):
        return [answer for answer in self.answers if answer["id"] == id]

    def wait_for(self, id, seconds=20):
        until = time.monotonic() + seconds
        while not self.of(id):
            assert time.monotonic() < until
            time.sleep(0.001)
        return self.of(id)


@pytest.fixture
def small(monkeypatch):
    """A service that is full soon."""
    monkeypatch.setattr(module, "MOST_WAITING", 5)
    monkeypatch.setattr(module, "READ_AHEAD", 3)
    monkeypatch.setattr(module, "MOST_UNREAD", 2000)


def accepting(service, lines):
    """Gives the lines to the service in a thread of its own, as the program does."""
    thread = threading.Thread(target=lambda: [service.accept(each) for each in lines], daemon=True)
    thread.start()
    return thread


# -- the queue ---------------------------------------------------------------------------------------------------------------


def question(position, id, priority=0):
    return read_request({"id": id, "position": position, "visits": 1, "priority": priority})


def test_the_order_of_what_waits(two_towers):
    waiting = Waiting()
    for number, priority in enumerate((0, 5, -1, 5, 0)):
        waiting.add(question(two_towers, number, priority))
    assert len(waiting) == 5
    assert [waiting.pop().question.id for _ in range(5)] == [1, 3, 0, 4, 2]
    assert not waiting


def test_dropping_by_id(two_towers):
    waiting = Waiting()
    same = question(two_towers, 1)
    for each in (same, question(two_towers, "1"), same, question(two_towers, None)):
        waiting.add(each)
    assert [job.number for job in waiting.drop(1)] == [0, 2]
    assert waiting.drop(1) == []
    assert len(waiting) == 2
    assert waiting.pop().question.id == "1"
    assert [job.question.id for job in waiting.drop_all()] == [None]
    assert not waiting


def test_what_is_dropped_leaves_nothing_behind(two_towers):
    """Asked and cancelled again and again, behind a search that takes long: the heap does not grow."""
    waiting = Waiting()
    one = question(two_towers, "x")
    for _ in range(10_000):
        waiting.add(one)
        assert len(waiting.drop("x")) == 1
    assert len(waiting._heap) < 200
    assert waiting._by_id == {}


# -- full ----------------------------------------------------------------------------------------------------------------------


def test_reading_stops_when_it_is_full_and_cancel_gets_through(small, two_towers):
    reader = Reader()
    service = Service(reader, memory=MEMORY)
    ids = ["long", *range(8)]
    lines = [line(id=id, position=two_towers, time=500) for id in ids]
    for each in lines[:1]:
        service.accept(each)
    while not service._running:
        time.sleep(0.001)
    for each in lines[1:]:  # 5 wait, 3 are held: the last of these are cancelled as well as the first
        service.accept(each)
    for id in (0, 7):
        service.accept(line(id="c", action="cancel", target=id))
        assert reader.wait_for(id)[0]["cancelled"] is True
    assert [answer["cancelled"] for answer in reader.wait_for("c")] == [1, 1]
    more = accepting(service, [line(id=id, position=two_towers, time=500) for id in range(8, 20)])
    more.join(0.3)
    assert more.is_alive()  # nothing more is read
    assert len(service._waiting) + len(service._held) <= 5 + 3 + 1
    while more.is_alive():  # each search that ends lets one in
        service.cancel_all()
        more.join(0.01)
    service.cancel_all()
    service.finish()
    for id in ["long", *range(20)]:
        assert [answer["cancelled"] for answer in reader.of(id)] == [True]


def test_answers_that_nobody_reads(small, two_towers):
    """They are not piled up: searches wait, reading waits, a cancel still counts; nothing is lost when reading goes on."""
    reader = Reader()
    reader.reads.clear()
    service = Service(reader, memory=MEMORY)
    bad = accepting(service, [b"nonsense"] * 500)
    bad.join(0.5)
    assert bad.is_alive()
    assert service._unread < 2000 + 200
    reader.reads.set()
    bad.join(10)
    assert not bad.is_alive()
    reader.reads.clear()
    asked = accepting(service, [line(id=n, position=two_towers, visits=2) for n in range(8)])
    asked.join(1)
    begun = time.monotonic()
    while service._unread < 2000 and time.monotonic() < begun + 10:
        time.sleep(0.01)
    time.sleep(0.2)
    waiting = len(service._waiting)
    assert waiting + len(service._held)  # answers are large: with two or three of them unread no further search begins
    time.sleep(0.2)
    assert len(service._waiting) == waiting
    service.cancel_all()
    assert not service._waiting
    service.accept(line(id="all", action="cancel_all"))
    reader.reads.set()
    asked.join(10)
    service.finish()
    assert len(reader.answers) == 500 + 8 + 1


def test_cancels_that_nobody_reads_the_answers_of(small):
    reader = Reader()
    reader.reads.clear()
    service = Service(reader, memory=MEMORY)
    many = accepting(service, [line(id="x", action="cancel")] * 200)
    many.join(0.3)
    assert many.is_alive()
    assert service._unread < 2 * 2000 + 200
    reader.reads.set()
    many.join(10)
    service.finish()
    assert len(reader.answers) == 200


def test_a_cancel_is_answered_by_the_thread_that_reads_it(two_towers):
    """No other thread has to be woken for it, which would queue for a core behind the search."""
    written = []

    def write(answer):
        written.append((json.loads(answer)["id"], threading.get_ident()))

    service = Service(write, room=lambda size: size < 4096, memory=MEMORY)
    service.accept(line(id="long", position=two_towers, time=500))
    while not service._running:
        time.sleep(0.001)
    service.accept(line(id="waits", position=two_towers, time=500))
    service.accept(line(id="c", action="cancel", target="waits"))
    assert written == [("waits", threading.get_ident()), ("c", threading.get_ident())]
    service.accept(line(id="all", action="cancel_all"))
    service.finish()
    assert sorted(id for id, _ in written) == ["all", "c", "long", "waits"]


def test_answers_keep_their_order_when_there_is_no_room(two_towers):
    """Those that wait for the reader come first, even if there is room again meanwhile."""
    reader = Reader()
    reader.reads.clear()
    rooms = iter([False])
    service = Service(reader, room=lambda size: next(rooms, True), memory=MEMORY)
    accepted = accepting(service, [line(id=id, action="version") for id in range(5)])
    accepted.join(10)
    assert not accepted.is_alive()
    assert reader.answers == []
    reader.reads.set()
    service.finish()
    assert [answer["id"] for answer in reader.answers] == [0, 1, 2, 3, 4]


def test_room_in_a_pipe(tmp_path):
    out, into = os.pipe()
    with os.fdopen(out, "rb", buffering=0) as reading, os.fdopen(into, "wb", buffering=0) as writing:
        room = room_in(writing)
        assert [room(size) for size in (1, select.PIPE_BUF, select.PIPE_BUF + 1)] == [True, True, False]
        os.set_blocking(into, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(into, bytes(select.PIPE_BUF))
        assert not room(1)
        os.read(out, 1 << 20)
        assert room(1)
        reading.close()
        assert not room(1)  # and whoever writes now finds out why
    with (tmp_path / "file").open("wb") as file:
        assert not room_in(file)(1)
    assert not room_in(io.BytesIO())(1)


def test_no_reports_for_a_reader_who_is_behind(two_towers, monkeypatch):
    monkeypatch.setattr(module, "STALE", 0)
    reader = Reader()
    service = Service(reader, memory=MEMORY)
    service.accept(line(id=1, position=two_towers, visits=3000, report_every=0.01))
    service.finish()
    assert [answer["during"] for answer in reader.answers] == [False]


@pytest.mark.parametrize("room", [True, False])
def test_a_reader_who_is_gone(two_towers, room):
    """Whatever the fault of writing, everything ends."""

    def write(_line):
        raise OSError(28, "No space left on device")

    service = Service(write, room=lambda size: room, memory=MEMORY)
    for id in range(4):
        service.accept(line(id=id, position=two_towers, time=500))
    service.accept(b"nonsense")
    begun = time.monotonic()
    service.finish()
    assert time.monotonic() - begun < 10


def test_a_fault_of_ours_is_an_answer(monkeypatch):
    def broken(_data):
        raise KeyError("spiral")

    monkeypatch.setattr(module, "read_request", broken)
    reader = Reader()
    service = Service(reader, memory=MEMORY)
    service.accept(b"{}")
    service.finish()
    assert reader.answers == [{"id": None, "error": "a fault of solsearch itself (KeyError: 'spiral')", "field": None}]


def test_ids_of_many_digits(ask):
    answers = ask(b'{"id": %s}' % (b"9" * 200), b'{"id": %s}' % (b"9" * 201))
    assert [(answer["id"], answer["field"]) for answer in answers] == [(10**200 - 1, "position"), (None, "id")]


# -- ten thousand --------------------------------------------------------------------------------------------------------------


def test_ten_thousand_wait(two_towers):
    """Memory and time are measured by bench/engine.py."""
    reader = Reader()
    service = Service(reader, memory=MEMORY)
    service.accept(line(id="long", position=two_towers, time=500))
    while not service._running:
        time.sleep(0.001)
    one = question(two_towers, None)
    assert len(one.packed) < 4000
    with service._changed:
        for number in range(module.MOST_WAITING):
            service._held.append(replace(one, id=number))
            service._admit()
        service._held.append(replace(one, id="held"))
        service._admit()
        assert (len(service._waiting), len(service._held)) == (module.MOST_WAITING, 1)
    service.accept(line(id="c", action="cancel", target=7000))
    assert reader.wait_for("c")[0]["cancelled"] == 1
    assert (len(service._waiting), len(service._held)) == (module.MOST_WAITING, 0)  # the one that was held has come in
    service.accept(line(id="all", action="cancel_all"))
    service.finish()
    assert reader.of("all")[0]["cancelled"] == module.MOST_WAITING + 1
    assert len(reader.answers) == module.MOST_WAITING + 4


# -- the program ---------------------------------------------------------------------------------------------------------------


def test_ctrl_c_while_nobody_reads(two_towers):
    engine = subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writing = threading.Thread(target=_write, args=(engine.stdin, b"nonsense\n" * 100_000), daemon=True)
    writing.start()
    time.sleep(2.0)
    engine.send_signal(2)
    assert engine.wait(20) == 130
    assert engine.stderr.read() == b"Stopped.\n"
    for stream in (engine.stdout, engine.stderr):
        stream.close()


def _write(stream, data):
    with contextlib.suppress(OSError):
        os.write(stream.fileno(), data)

"""Runs in several threads at once, other threads beside a run, and signals that end one."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy
import sarrus
from support import model, pendulum, program

#: Would take hours.
ENDLESS = {"end": 1e5, "step": 1e-5, "every": 1}


def setUpModule():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests in the background has it ignored


class Threads(unittest.TestCase):
    def test_one_model_in_many_threads(self):
        loaded = sarrus.load(pendulum())
        expected = {tolerance: loaded.run(tolerance=tolerance) for tolerance in (1e-4, 1e-5, 1e-6)}
        with ThreadPoolExecutor(4) as pool:
            runs = [(tolerance, pool.submit(loaded.run, tolerance=tolerance)) for tolerance in list(expected) * 4]
            for tolerance, run in runs:
                for name in expected[tolerance]:
                    numpy.testing.assert_array_equal(run.result()[name], expected[tolerance][name])

    def test_many_models_in_many_threads(self):
        def whole(stiffness):
            result = sarrus.load(pendulum(), k=stiffness).run(end=0.5, output=f"k{stiffness}.h5")
            return result["rod.x"].copy()

        expected = [whole(stiffness) for stiffness in range(20, 32)]
        with ThreadPoolExecutor(4) as pool:
            for one, other in zip(expected, pool.map(whole, range(20, 32))):
                numpy.testing.assert_array_equal(one, other)

    def test_mistakes_stay_in_their_thread(self):
        def wrong(number):
            try:
                sarrus.load({"model": "wrong", "bodies": {f"b{number}": {"mass": -1, "inertia": [1, 1, 1]}}})
            except sarrus.ModelError as error:
                return [message.element for message in error.errors]

        with ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(wrong, range(50))), [[f"b{i}"] for i in range(50)])

    @unittest.skipIf(os.environ.get("SAR_PRELOAD"), "a sanitizer's allocator has locks of its own")
    def test_processes_that_are_forked_beside_a_run(self):
        """Locks of the library that another thread has at that moment: a child would wait for ever."""
        loaded, over = sarrus.load(pendulum()), threading.Event()

        def beside():
            while not over.is_set():
                loaded.run(end=0.01, output="beside.h5")
                loaded.modes()

        def child(number):
            loaded.run(end=0.01, output=f"child{number}.h5")
            loaded.modes()
            return 0

        threads = [threading.Thread(target=beside)]
        for thread in threads:
            thread.start()
        try:
            for number in range(40):
                self.assertEqual(forked(lambda: child(number)), 0, number)
        finally:
            over.set()
            for thread in threads:
                thread.join()

    def test_python_goes_on_beside_a_run(self):
        """A thread counts while a run of the main thread goes on until that thread ends it."""
        seen = []

        def count():
            for number in range(20):
                time.sleep(0.01)
                seen.append(number)
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=count)
        loaded = sarrus.load(pendulum())
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            loaded.run(**ENDLESS)
        thread.join()
        self.assertEqual(len(seen), 20)


def forked(work, seconds=60):
    """The exit status of a child that works; -SIGKILL where it was not ready in time."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer versions of Python warn of threads
        child = os.fork()
    if child == 0:
        status = 1
        try:
            status = work()
        finally:
            os._exit(status)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Signals(unittest.TestCase):
    def test_the_file_keeps_what_was_computed(self):
        def cut():
            while not os.path.exists("cut.h5.part") or os.path.getsize("cut.h5.part") < 100000:
                time.sleep(0.01)
            os.kill(os.getpid(), signal.SIGINT)

        loaded = sarrus.load(model("pendulum.yaml"))
        thread = threading.Thread(target=cut)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            loaded.run(end=1e5, step=1e-4, every="step", output="cut.h5")
        thread.join()
        self.assertFalse(os.path.exists("cut.h5.part"))
        kept = json.loads(program("compare", "cut.h5", "cut.h5", "--json")[0])
        loaded.run(end=kept["to"] + 0.1, step=1e-4, every="step", output="whole.h5")
        told = json.loads(program("compare", "cut.h5", "whole.h5", "--tolerance", "0", "--json")[0])
        self.assertEqual(told["difference"], 0)
        self.assertTrue(100 < told["rows"] == told["rows_a"] < told["rows_b"], told)

    def test_ctrl_c_in_a_process(self):
        """As a user has it: nobody catches the exception."""
        code = "import sarrus, sys; m = sarrus.load(sys.argv[1]); print('ready', flush=True); m.run(end=1e5, step=1e-5, every=1)"
        child = subprocess.Popen([sys.executable, "-c", code, model("pendulum.yaml")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        self.assertTrue(err.rstrip().endswith("KeyboardInterrupt"), err)
        self.assertEqual(child.returncode, -signal.SIGINT)

    def test_other_analyses(self):
        given = {**pendulum(), "inputs": {"u": 0}}
        given["forces"]["push"] = {"type": "force", "between": ["ground", "rod"], "force": ["u", 0, 0]}
        given["forces"]["spring"]["damping"] = 0  # it never comes to rest
        loaded = sarrus.load(given)
        for name, analysis in {
            "order": lambda: loaded.order("hht", step=1e-4, end=1e3),
            "order with a step of its own": lambda: loaded.order("hht", end=1e7),
            "modes": lambda: loaded.modes(at=1e6),
            "response": lambda: loaded.response("u", "rod.x", (1, 2), at=1e6),
            "matrices": lambda: loaded.matrices("matrices.h5", at=1e6),
        }.items():
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.subTest(name), self.assertRaises(KeyboardInterrupt):
                analysis()
            timer.join()
        self.assertEqual(loaded.modes(at=0.1).time, 0.1)

    def test_what_a_handler_raises(self):
        class TooLong(Exception):
            pass

        def late(number, frame):
            raise TooLong("enough")

        before = signal.signal(signal.SIGALRM, late)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with self.assertRaisesRegex(TooLong, "enough"):
                sarrus.load(pendulum()).run(**ENDLESS)
        finally:
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(sarrus.load(pendulum()).run(end=0.1).time[-1], 0.1)

    def test_a_handler_that_raises_nothing(self):
        heard = []
        before = signal.signal(signal.SIGUSR1, lambda number, frame: heard.append(number))
        alarm = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            beats = [threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)), threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT))]
            for beat in beats:
                beat.start()
            with self.assertRaises(KeyboardInterrupt):
                sarrus.load(pendulum()).run(**ENDLESS)
            self.assertEqual(heard, [signal.SIGUSR1])
        finally:
            signal.signal(signal.SIGUSR1, before)
            signal.signal(signal.SIGINT, alarm)


if __name__ == "__main__":
    unittest.main()

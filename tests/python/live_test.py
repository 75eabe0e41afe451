"""Live motions: what is read is what a run records; inputs, events, and ways back."""

import gc
import math
import os
import pickle
import signal
import threading
import time
import unittest

import numpy
import sarrus
from support import SOURCE, example, pendulum

UPRIGHT = os.path.join(SOURCE, "examples", "c-api", "upright.yaml")


def pushed(**more):
    return {
        "inputs": {"u": {"value": 0.5, "unit": "N"}},
        "coordinates": {"x": {"mass": 1}},
        "forces": {"push": {"type": "generalized", "coordinate": "x", "force": "u"}},
        "simulate": {"end": 2},
        **more,
    }


class Reading(unittest.TestCase):
    def test_it_is_what_a_run_records(self):
        for source in (pendulum(), example("bouncing_ball")):
            model = sarrus.load(source)
            end = 1.0
            run = model.run(end=end, every=end / 200)
            live = model.steps(end / 200, end=end)
            read = [(state.time, state.values.copy()) for state in live]
            self.assertGreater(len(live.outputs), 10)
            times = numpy.array([at for at, _ in read])
            rows = [numpy.flatnonzero(abs(run.time - at) < 1e-12)[0] for at in times]  # a run has rows at events besides
            for index, name in enumerate(live.outputs):
                numpy.testing.assert_array_equal(numpy.array([values[index] for _, values in read]), run[name][rows], name)
            self.assertEqual(len(read), 201)
            self.assertEqual(times[-1], end)

    def test_the_times(self):
        model = sarrus.load(pushed())
        self.assertEqual([state.time for state in model.steps(0.5)], [0, 0.5, 1, 1.5, 2])
        self.assertEqual([round(state.time, 9) for state in model.steps(0.3, end=1)], [0, 0.3, 0.6, 0.9, 1])
        times = [state.time for state in model.steps(0.1, end=1)]  # rounding makes no step of its own
        self.assertEqual((len(times), times[-1]), (11, 1))
        live = model.steps(0.1, end=1)
        self.assertEqual([live.advance(0.25).time, next(live).time, live.end], [0.25, 0.35, 1])
        self.assertEqual(sarrus.load(pushed(output={"every": 1e-4})).steps(0.1, end=1e6).end, 1e6)  # rows do not count
        for wrong in (0, -1, math.nan, math.inf):
            with self.assertRaises(ValueError):
                model.steps(wrong)
        with self.assertRaises(sarrus.Error):
            live.advance(0.1)
        with self.assertRaisesRegex(sarrus.ModelError, "end"):
            sarrus.load({key: value for key, value in pushed().items() if key != "simulate"}).steps(0.1)

    def test_units_of_the_model(self):
        model = sarrus.load(pushed(units={"time": "ms", "length": "mm"}, simulate={"end": 20}))
        live = model.steps(5)
        self.assertEqual([state.time for state in live], [0, 5, 10, 15, 20])
        self.assertEqual(live.units["u"], "N")

    def test_chosen_outputs(self):
        model = sarrus.load(pendulum(), outputs=["rod.x", "pivot.angle"])
        live = model.steps(0.1)
        self.assertEqual(live.outputs, {"rod.x": "m", "pivot.angle": "rad"})
        next(live)
        self.assertEqual(live.values.tolist(), [live["rod.x"], live["pivot.angle"]])
        with self.assertRaises(ValueError):
            live.values[0] = 1
        with self.assertRaisesRegex(sarrus.UnknownColumn, "did you mean `rod.x`"):
            live["rod.xx"]
        with self.assertRaises(sarrus.UnknownColumn):
            live[0]
        with self.assertRaisesRegex(sarrus.ModelError, "rod.farce"):
            sarrus.load(pendulum(), outputs=["rod.farce"]).steps(0.1)


class Inputs(unittest.TestCase):
    def test_a_controller(self):
        """Keeps a pendulum upright, as examples/c-api/controller.c does, with the same numbers."""
        model = sarrus.load(UPRIGHT)
        leaned = 0.0
        for state in model.steps(1e-3, end=5):
            lean, lean_rate, place, speed = state.values
            leaned = max(leaned, abs(lean))
            state.set(push=-60 * lean - 12 * lean_rate + 4 * place + 6 * speed)
        self.assertEqual(state.time, 5)
        self.assertEqual((f"{leaned:.3f}", f"{state['lean.value']:.5f}", f"{state['rail.displacement']:.4f}"), ("0.087", "-0.00099", "-0.0079"))

    def test_values(self):
        """Constant between times: x = a t^2/2 in pieces."""
        live = sarrus.load(pushed()).steps(1, method="radau5", tolerance=1e-10)
        next(live)
        self.assertEqual(live.inputs, {"u": 0.5})
        self.assertAlmostEqual(next(live)["x.value"], 0.25, places=9)
        live.set(u=-1)
        self.assertEqual(live.inputs, {"u": -1})
        self.assertAlmostEqual(live["x.acceleration"], -1, places=9)  # what is read afterwards knows of it
        self.assertAlmostEqual(next(live)["x.value"], 0.25 + 0.5 - 0.5, places=9)
        live.set({"u": numpy.float32(2)})
        self.assertEqual(live.inputs, {"u": 2})

    def test_mistakes(self):
        live = sarrus.load(pushed()).steps(0.1)
        with self.assertRaisesRegex(sarrus.ModelError, "there is no model input `uu`; did you mean `u`"):
            live.set(uu=1)
        with self.assertRaisesRegex(sarrus.ModelError, "cannot be nan"):
            live.set(u=math.nan)
        with self.assertRaises(TypeError):
            live.set(u="much")
        self.assertEqual(live.inputs, {"u": 0.5})
        with self.assertRaisesRegex(sarrus.ModelError, "the model has none"):
            sarrus.load(pendulum()).steps(0.1).set(u=1)

    def test_all_or_none(self):
        live = sarrus.load(pushed(inputs={"u": 1, "v": 2})).steps(0.1)
        for wrong in ({"u": 3, "w": 4}, {"u": 3, "v": math.nan}, {"u": 3, "v": "much"}, {"u": 3, 5: 4}):
            with self.subTest(wrong), self.assertRaises((sarrus.ModelError, TypeError)):
                live.set(wrong)
            self.assertEqual(live.inputs, {"u": 1, "v": 2})
        live.set(u=3, v=4)
        self.assertEqual(live.inputs, {"u": 3, "v": 4})


class Ways(unittest.TestCase):
    def track(self, live):
        return [(state.time, *state.values) for state in live]

    def test_reset(self):
        live = sarrus.load(pendulum()).steps(0.05)
        first = self.track(live)
        self.assertTrue(live.done)
        self.assertEqual(self.track(live), [])
        self.assertEqual(self.track(live.reset()), first)
        live = sarrus.load(pushed()).steps(0.5)
        live.set(u=3)
        next(live.reset())
        self.assertEqual((live.inputs, live.time), ({"u": 0.5}, 0))

    def test_save_and_restore(self):
        live = sarrus.load(UPRIGHT).steps(0.01, end=1)
        live.advance(0.3).set(push=0.2)
        saved = live.save()
        rest = self.track(live)
        self.assertEqual(self.track(live.restore(saved)), rest)
        other = sarrus.load(UPRIGHT).steps(0.01, end=1)
        self.assertEqual(self.track(other.restore(pickle.loads(pickle.dumps(saved)))), rest)
        self.assertEqual(other.inputs, {"push": 0.2})
        with self.assertRaises(sarrus.ModelError):
            sarrus.load(pushed()).steps(0.1).restore(saved)
        with self.assertRaises(sarrus.ModelError):
            live.restore(saved[:-3])
        self.assertEqual(self.track(live.restore(saved)), rest)

    def test_events(self):
        model = sarrus.load(example("bouncing_ball"))
        summary = model.run(end=1.2).summary
        live = model.steps(0.01, end=1.2)
        counts = []
        for state in live:
            counts.append(sum(event["count"] for event in state.events.values()))
        self.assertEqual(counts, sorted(counts))
        self.assertEqual(counts[0], 0)
        happened = {event["name"]: {"count": event["count"], "last_time": event["last_time"]} for event in summary["events"] if event["count"]}
        self.assertGreater(len(happened), 0)
        self.assertEqual(live.events, happened)

    def test_an_event_that_stops(self):
        live = sarrus.load(pushed(events={"far": {"when": "x - 0.25", "stop": True}})).steps(0.3)
        times = [state.time for state in live]
        self.assertAlmostEqual(times[-1], 1, places=6)
        self.assertEqual(len(times), 5)
        self.assertTrue(live.stopped and live.done)
        self.assertIn("stopped", repr(live))

    def test_it_outlives_its_model(self):
        live = sarrus.load(pendulum()).steps(0.1)
        values = live.values
        gc.collect()
        self.assertEqual(len(self.track(live)), 11)
        del live
        gc.collect()
        self.assertTrue(numpy.isfinite(values).all())

    def test_failures_are_told(self):
        model = sarrus.load({**pendulum(), "forces": {"f": {"type": "force", "between": ["ground", "rod"], "force": ["sqrt(0.5 - t)", 0, 0]}}})
        with self.assertRaises(sarrus.AnalysisError):
            for state in model.steps(0.1):
                pass
        self.assertLessEqual(state.time, 0.5)

    def test_ctrl_c(self):
        """Also inside of one long step."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            live = sarrus.load(pendulum()).steps(1e5, end=1e5, step=1e-5)
            next(live)
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                next(live)
            timer.join()
            reached = live.time
            self.assertTrue(0 < reached < 1e5)
            self.assertGreater(live.advance(reached + 0.01).time, reached)  # it may go on
        finally:
            signal.signal(signal.SIGINT, before)

    def test_threads(self):
        model = sarrus.load(pendulum())
        expected, found = self.track(model.steps(0.01)), [None, None]

        def go(place):
            found[place] = self.track(model.steps(0.01))

        threads = [threading.Thread(target=go, args=(place,)) for place in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected, expected])


class Sharing(unittest.TestCase):
    """It is one thread's at a time; who comes while it is being advanced is told so."""

    def test_one_motion_in_two_threads(self):
        inside, leave = threading.Event(), threading.Event()

        def pull(x):
            inside.set()
            leave.wait(60)
            return -x

        armed = []
        live = sarrus.load(pulled(), functions={"pull": lambda x: pull(x) if armed else -x}).steps(0.1)
        saved = live.save()
        armed.append(True)
        thread = threading.Thread(target=lambda: next(next(live)))
        thread.start()
        self.assertTrue(inside.wait(60))
        uses = {
            "next": lambda: next(live),
            "advance": lambda: live.advance(0.5),
            "values": lambda: live.values,
            "column": lambda: live["x.value"],
            "set": lambda: live.set(u=1),
            "unknown": lambda: live.set(w=1),
            "inputs": lambda: live.inputs,
            "events": lambda: live.events,
            "save": live.save,
            "restore": lambda: live.restore(saved),
            "reset": live.reset,
        }
        try:
            for name, use in uses.items():
                with self.subTest(name), self.assertRaisesRegex(RuntimeError, "one thread at a time"):
                    use()
            self.assertFalse(live.done)
            self.assertEqual(live.time, 0)
        finally:
            armed.clear()
            leave.set()
            thread.join()
        self.assertEqual(len(list(live.reset())), 11)

    def test_threads_that_do_not_wait_for_each_other(self):
        """Whatever they do at the same time, the motion that comes out is the one of a thread alone."""
        model = sarrus.load(pendulum())
        expected = [(state.time, *state.values) for state in model.steps(0.001)][-1]
        live, other = model.steps(0.001), []

        def go():
            while not live.done:
                try:
                    next(live).values
                except StopIteration:
                    return
                except RuntimeError as error:
                    other.append(str(error))

        threads = [threading.Thread(target=go) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((live.time, *live.values), expected)
        self.assertLessEqual({text[:28] for text in other}, {"the motion is being advanced"})

    def test_functions_of_its_own_model(self):
        for name, use in {
            "next": lambda live: next(live),
            "read": lambda live: live["x.value"],
            "set": lambda live: live.set(u=2),
            "reset": lambda live: live.reset(),
        }.items():
            motion = []

            def pull(x):
                for live in motion:
                    use(live)
                return -x

            live = sarrus.load(pulled(), functions={"pull": pull}).steps(0.1)
            motion.append(live)
            with self.subTest(name), self.assertRaisesRegex(RuntimeError, "a function of its model cannot use it"):
                list(live)
            motion.clear()
            self.assertEqual(list(live)[-1].time, 1)

    def test_it_may_go_on_after_an_exception(self):
        calls = []

        def pull(x):
            calls.append(x)
            if len(calls) % 100 == 0:
                raise ValueError(len(calls))
            return -4 * x

        live = sarrus.load(pulled(), functions={"pull": pull}).steps(0.1, method="radau5", tolerance=1e-9)
        raised = 0
        while not live.done:
            try:
                next(live)
            except ValueError:
                raised += 1
        self.assertGreater(raised, 1)
        while len(calls) % 100 == 99:
            calls.append(0)
        self.assertAlmostEqual(live["x.value"], math.cos(2), delta=1e-6)

    def test_messages_are_of_the_last_failure_alone(self):
        wrong = []

        def pull(x):
            if wrong:
                raise ValueError("once")
            return -x

        live = sarrus.load(pulled("pull(x) + sqrt(0.5 - t)"), functions={"pull": pull}).steps(0.1)
        live.advance(0.2)
        wrong.append(True)
        with self.assertRaisesRegex(ValueError, "once"):
            live.advance(0.5)
        wrong.clear()
        with self.assertRaises(sarrus.AnalysisError) as caught:
            live.advance(0.9)
        self.assertEqual(len(caught.exception.errors), 1)

    def test_signals_do_not_keep_it(self):
        """Exceptions that come between any two steps of Python leave it as free as it was."""
        live = sarrus.load(pulled(), functions={"pull": lambda x: -x}).steps(0.1)
        next(live)

        class Now(Exception):
            pass

        def now(number, frame):
            raise Now

        before, caught = signal.signal(signal.SIGALRM, now), 0
        try:
            for number in range(400):
                try:
                    signal.setitimer(signal.ITIMER_REAL, 1e-5 + 5e-7 * number)
                    for _ in range(1000):  # much longer than it takes to come
                        live.restore(live.save())
                        live.inputs, live.events
                except Now:
                    caught += 1
                self.assertEqual(live.inputs, {"u": 0}, number)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertGreater(caught, 200)  # where Python frees something nobody is told
        self.assertEqual(list(live)[-1].time, 1)

    def test_a_reset_that_fails(self):
        wrong = []

        def pull(x):
            if wrong:
                raise ValueError("not now")
            return -x

        live = sarrus.load(pulled(), functions={"pull": pull}).steps(0.1)
        live.advance(0.35)
        here = live["x.value"]
        wrong.append(True)
        with self.assertRaisesRegex(ValueError, "not now"):
            live.reset()
        wrong.clear()
        self.assertEqual((live.time, live["x.value"]), (0.35, here))  # nothing has happened
        self.assertEqual(list(live.reset())[-1].time, 1)

    def test_ctrl_c_where_another_thread_has_made_it(self):
        made = []
        thread = threading.Thread(target=lambda: made.append(sarrus.load(pendulum()).steps(1e5, end=1e5, step=1e-5)))
        thread.start()
        thread.join()
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            next(made[0])
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                next(made[0])
            timer.join()
        finally:
            signal.signal(signal.SIGINT, before)


def pulled(force="pull(x) + 0*u"):
    return {
        "inputs": {"u": 0},
        "coordinates": {"x": {"mass": 1, "at": 1}},
        "forces": {"g": {"type": "generalized", "coordinate": "x", "force": force}},
        "simulate": {"end": 1},
    }


if __name__ == "__main__":
    unittest.main()

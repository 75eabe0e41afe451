"""Functions of Python in the expressions of a model: their values, derivatives, exceptions, and threads."""

import gc
import math
import os
import signal
import threading
import traceback
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy
import sarrus

TIGHT = {"method": "radau5", "tolerance": 1e-9}


def oscillator(force, **more):
    return {
        "coordinates": {"x": {"mass": 1, "at": 1}},
        "forces": {"g": {"type": "generalized", "coordinate": "x", "force": force}},
        "simulate": {"end": 1},
        **more,
    }


def last(result):
    return result["x.value"][-1]


class Values(unittest.TestCase):
    def test_a_spring(self):
        model = sarrus.load(oscillator("-pull(x)"), functions={"pull": lambda x: 9 * x})
        self.assertAlmostEqual(last(model.run(**TIGHT)), math.cos(3), delta=1e-7)
        self.assertEqual(model.warnings, [])

    def test_arguments_come_in_their_order(self):
        model = sarrus.load(oscillator("law(x, rate(x), t)"), functions={"law": lambda x, v, t: -x - 2 * v + math.sin(t)})
        plain = sarrus.load(oscillator("-x - 2*rate(x) + sin(t)"))
        self.assertAlmostEqual(last(model.run(**TIGHT)), last(plain.run(**TIGHT)), delta=1e-7)

    def test_kinds_of_numbers(self):
        expected = last(sarrus.load(oscillator("-4*x")).run(**TIGHT))
        for kind in (float, numpy.float64, numpy.float128, numpy.array, lambda x: numpy.array([x]), lambda x: [x], lambda x: (x,)):
            found = last(sarrus.load(oscillator("-pull(x)"), functions={"pull": lambda x: kind(4 * x)}).run(**TIGHT))
            self.assertAlmostEqual(found, expected, delta=1e-8)
        sarrus.load(oscillator("-pull(x)"), functions={"pull": numpy.sin}).run()
        sarrus.load(oscillator("-pull(x)"), functions={"pull": math.sin}).run()

    def test_units_are_those_of_the_model(self):
        seen = []
        model = {
            "units": {"length": "mm"},
            "bodies": {"b": {"mass": 1, "inertia": [1, 1, 1], "at": [5, 0, 0]}},
            "forces": {"f": {"type": "force", "between": ["ground", "b"], "force": ["push(dx(b))", 0, 0]}},
        }
        sarrus.load(model, functions={"push": lambda x: seen.append(x) or 0.0}).run(end=0.01)
        self.assertEqual(set(seen) & {5.0}, {5.0})

    def test_several_outputs(self):
        def both(x, v):
            return -4 * x, -0.5 * v

        law = sarrus.function(both, outputs=("spring", "damper"))
        model = sarrus.load(oscillator("law.spring(x, rate(x)) + law.damper(x, rate(x))"), functions={"law": law})
        plain = sarrus.load(oscillator("-4*x - 0.5*rate(x)"))
        self.assertAlmostEqual(last(model.run(**TIGHT)), last(plain.run(**TIGHT)), delta=1e-7)

    def test_parameters_may_call_them(self):
        model = sarrus.load(oscillator("-k*x", parameters={"k": "twice(2)"}), functions={"twice": lambda x: 2 * x})
        self.assertEqual(model.parameters["k"], 4)

    def test_methods_and_partial_functions(self):
        class Law:
            k = 9

            def pull(self, x, *, unused=3, scale=1):
                return self.k * x * scale

            def __call__(self, x):
                return self.pull(x)

        for given in (Law().pull, Law()):
            self.assertAlmostEqual(last(sarrus.load(oscillator("-pull(x)"), functions={"pull": given}).run(**TIGHT)), math.cos(3), delta=1e-7)

    def test_they_live_as_long_as_the_model(self):
        model = sarrus.load(oscillator("-pull(x)"), functions={"pull": lambda x: 9 * x})
        result = model.run()
        del model
        gc.collect()
        self.assertEqual(result.summary["status"], "done")
        self.assertEqual(result.rows, 1001)


class Derivatives(unittest.TestCase):
    def test_own_ones_are_used(self):
        calls = {"value": 0, "slope": 0}

        def value(x):
            calls["value"] += 1
            return 9 * x**3

        def slope(x):
            calls["slope"] += 1
            return [27 * x**2]

        with_own = sarrus.load(oscillator("-pull(x)"), functions={"pull": sarrus.function(value, derivatives=slope)}).run(**TIGHT)
        own, calls["value"] = dict(calls), 0
        without = sarrus.load(oscillator("-pull(x)"), functions={"pull": value}).run(**TIGHT)
        self.assertAlmostEqual(last(with_own), last(without), delta=1e-7)
        self.assertGreater(own["slope"], 0)
        self.assertGreater(calls["value"], own["value"])  # differences take two calls more

    def test_of_several_outputs(self):
        law = sarrus.function(lambda x, v: (-4 * x, -v), outputs=("a", "b"), derivatives=lambda x, v: numpy.array([[-4, 0], [0, -1]]))
        model = sarrus.load(oscillator("law.a(x, rate(x)) + law.b(x, rate(x))"), functions={"law": law})
        plain = sarrus.load(oscillator("-4*x - rate(x)"))
        self.assertAlmostEqual(last(model.run(**TIGHT)), last(plain.run(**TIGHT)), delta=1e-8)

    def test_wrong_ones_are_noticed(self):
        def load(call, slope, at=1.0):
            model = oscillator("-pull(x)", coordinates={"x": {"mass": 1, "at": at}})
            return sarrus.load(model, functions={"pull": sarrus.function(call, derivatives=slope)})

        for slope in (lambda x: -9, lambda x: 9.1, lambda x: math.nan):
            with self.assertWarnsRegex(RuntimeWarning, r"the derivative of pull by x at \(1\.0,\) is given as .*, but by differences it is 9$"):
                load(lambda x: 9 * x, slope).modes()
        law = sarrus.function(lambda x, v: (-4 * x, -v), outputs=("a", "b"), derivatives=lambda x, v: [[-4, 0], [0, 1]])
        with self.assertWarnsRegex(RuntimeWarning, r"the derivative of law\.b by v"):
            sarrus.load(oscillator("law.a(x, rate(x)) + law.b(x, rate(x))"), functions={"law": law}).run()
        with self.assertRaisesRegex(TypeError, "the derivatives of pull must be a number, not None"):
            load(lambda x: 9 * x, lambda x: None).run()
        # Kinks, jumps, roots, flat places and large numbers are none: a warning would be an error here.
        for call, slope, at in (
            (abs, lambda x: math.copysign(1, x), 0.0),
            (lambda x: math.copysign(1, x), lambda x: 0, 0.0),
            (lambda x: math.sqrt(x), lambda x: 0.5 / math.sqrt(x) if x else math.inf, 0.0),
            (lambda x: x**3, lambda x: 3 * x**2, 0.0),
            (lambda x: 1e6 + x, lambda x: 1, 0.0),
            (math.exp, math.exp, 3.0),
        ):
            load(call, slope, at).check(start_only=True)
            try:
                load(call, slope, at).modes()
            except (sarrus.Error, ValueError):  # a slope that is infinite has none
                pass

    def test_modes_see_them(self):
        """The slope of the force at the start is the stiffness: omega = 3 sqrt(3)."""
        modes = sarrus.load(oscillator("-pull(x)"), functions={"pull": lambda x: 9 * x**3}).modes()
        self.assertAlmostEqual(modes.frequencies[-1], math.sqrt(27) / (2 * math.pi), delta=1e-6)


class Boom(Exception):
    pass


def fails_late(x):
    if x < 0.5:
        raise Boom("too far")
    return 4 * x


class Exceptions(unittest.TestCase):
    def model(self, call=fails_late):
        return sarrus.load(oscillator("-pull(x)"), functions={"pull": call})

    def test_a_run_raises_it_again(self):
        model = self.model()
        for _ in range(2):
            try:
                model.run()
                self.fail("nothing was raised")
            except Boom as raised:  # assertRaises would drop the traceback
                self.assertEqual(str(raised), "too far")
                names = [frame.name for frame in traceback.extract_tb(raised.__traceback__)]
            self.assertIn("fails_late", names)
            self.assertIn("run", names)
            self.assertNotIn("sarrus_function", names)
        self.assertEqual(model.run(end=0.1).summary["status"], "done")

    def test_all_analyses_do(self):
        def always(x):
            raise Boom

        model = self.model(always)
        for analysis in (model.run, model.check, model.assemble, model.static, model.modes, model.race, lambda: model.order("hht"), lambda: model.steps(0.1)):
            with self.subTest(getattr(analysis, "__name__", "")), self.assertRaises(Boom):
                analysis()
        with self.assertRaises(Boom):
            sarrus.load(oscillator("-k*x", parameters={"k": "f(2)"}), functions={"f": always})
        self.assertEqual(sarrus.load(oscillator("-x")).run().summary["status"], "done")

    def test_live_steps_do(self):
        seen = []
        with self.assertRaises(Boom):
            for state in self.model().steps(0.01):
                seen.append(state["x.value"])
        self.assertTrue(0.5 <= seen[-1] < 0.6, seen[-1])

    def test_the_end_of_an_iterator(self):
        """It would end the loop over steps as if all were well."""
        numbers = iter([1.0] * 50)
        with self.assertRaisesRegex(RuntimeError, "raised StopIteration"):
            for state in self.model(lambda x: next(numbers)).steps(0.01):
                pass
        with self.assertRaisesRegex(RuntimeError, "raised StopIteration"):
            self.model(lambda x: next(numbers)).run()

    def test_what_is_no_number(self):
        for value, words in ((None, "must return a number, not None"), ("3", "must return a number, not '3'"), ("three", "a number, not 'three'"), ((1, 2), "a number, not (1, 2)"), ({}, "a number, not {}")):
            with self.subTest(value), self.assertRaises(TypeError) as caught:
                self.model(lambda x: value).run()
            self.assertIn(words, str(caught.exception))

    def test_exits_and_interrupts(self):
        def stop(x):
            raise SystemExit(3)

        def interrupted(x):
            signal.raise_signal(signal.SIGINT)
            return x

        with self.assertRaises(SystemExit):
            self.model(stop).run()
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with self.assertRaises(KeyboardInterrupt):
                self.model(interrupted).run()
        finally:
            signal.signal(signal.SIGINT, before)

    def test_a_smaller_step_may_help(self):
        asked = []

        def shy(x):
            if len(asked) < 3 and x < 0.9:
                asked.append(x)
                raise sarrus.Retry
            return 9 * x

        self.assertAlmostEqual(last(self.model(shy).run(**TIGHT)), math.cos(3), delta=1e-7)
        self.assertEqual(len(asked), 3)

    def test_what_cannot_be_called(self):
        for given, words in (
            ({"f": 3}, "must be callable"),
            ({"f": lambda *x: 0}, "inputs="),
            ({"f": lambda: 0}, "inputs="),
            ({"f": max}, "inputs="),
        ):
            with self.subTest(words), self.assertRaises(TypeError) as caught:
                sarrus.load(oscillator("-x"), functions=given)
            self.assertIn(words, str(caught.exception))
        with self.assertRaises(ValueError):
            sarrus.function(lambda x: 0, outputs=())
        for wrong in ({"inputs": "xy"}, {"inputs": (1,)}, {"outputs": "ab"}, {"outputs": (1,)}):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "must be a list of names"):
                sarrus.function(lambda x: 0, **wrong)
        for wrong in (["f"], {3: math.sin}, {"f\0": math.sin}):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "must be a"):
                sarrus.load(oscillator("-f(x)"), functions=wrong)
        with self.assertRaisesRegex(sarrus.ModelError, "has the name of a function"):
            sarrus.load(oscillator("-x"), functions={"sin": lambda x: x})
        with self.assertRaisesRegex(sarrus.ModelError, "takes 1 argument, not 2"):
            sarrus.load(oscillator("-f(x, 1)"), functions={"f": lambda x: x})
        self.assertAlmostEqual(last(sarrus.load(oscillator("-f(x)"), functions={"f": sarrus.function(lambda *x: 9 * x[0], inputs=("x",))}).run(**TIGHT)), math.cos(3), delta=1e-7)


class Threads(unittest.TestCase):
    def test_two_models_in_two_threads(self):
        """Each takes Python's lock inside of its function alone, and gives what it gives alone."""

        def whole(k):
            thread = threading.get_ident()

            def pull(x):
                self.assertEqual(threading.get_ident(), thread)
                return k * x

            return last(sarrus.load(oscillator("-pull(x)"), functions={"pull": pull}).run(end=0.5))

        expected = [whole(k) for k in range(1, 9)]
        with ThreadPoolExecutor(2) as pool:
            self.assertEqual(list(pool.map(whole, range(1, 9))), expected)

    def test_exceptions_stay_in_their_thread(self):
        barrier = threading.Barrier(2)

        def run(fails):
            def pull(x):
                if fails and x < 0.99:
                    raise Boom
                return x

            model = sarrus.load(oscillator("-pull(x)"), functions={"pull": pull})
            barrier.wait()
            try:
                return model.run().summary["status"]
            except Boom:
                return "boom"

        with ThreadPoolExecutor(2) as pool:
            self.assertEqual(list(pool.map(run, [True, False])), ["boom", "done"])

    def test_one_model_in_two_threads(self):
        model = sarrus.load(oscillator("-pull(x)"), functions={"pull": lambda x: 9 * x})
        expected = last(model.run())
        with ThreadPoolExecutor(2) as pool:
            self.assertEqual(set(pool.map(lambda _: last(model.run()), range(4))), {expected})


class Files(unittest.TestCase):
    def test_results_remember_them(self):
        given = {"pull": lambda x: 9 * x}
        sarrus.load(oscillator("-pull(x)"), functions=given).run(output="own.h5")
        self.assertTrue(sarrus.verify("own.h5", functions=given))
        with self.assertRaisesRegex(sarrus.ModelError, "`pull`"):
            sarrus.verify("own.h5")
        self.assertFalse(sarrus.verify("own.h5", functions={"pull": lambda x: 9.001 * x}))

    def test_resume(self):
        def cut(x):
            if x < 0:
                raise Boom
            return 9 * x

        with self.assertRaises(Boom):
            sarrus.load(oscillator("-pull(x)"), functions={"pull": cut}).run(output="cut.h5", checkpoint_seconds=0)
        resumed = sarrus.resume("cut.h5" if os.path.exists("cut.h5") else "cut.h5.part", functions={"pull": lambda x: 9 * x})
        whole = sarrus.load(oscillator("-pull(x)"), functions={"pull": lambda x: 9 * x}).run()
        numpy.testing.assert_array_equal(resumed["x.value"], whole["x.value"])


if __name__ == "__main__":
    unittest.main()

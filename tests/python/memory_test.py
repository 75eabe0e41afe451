"""label: long. Results are views of the library's memory: nothing is copied, nothing dangles; and what a result offers besides."""

import copy
import ctypes
import gc
import multiprocessing
import os
import pickle
import sys
import unittest
import weakref

import numpy
import sarrus
from support import model, pendulum


class Views(unittest.TestCase):
    def test_arrays_outlive_everything(self):
        loaded = sarrus.load(pendulum())
        result = loaded.run()
        gone = [weakref.ref(loaded), weakref.ref(result)]
        arrays = {name: result[name] for name in result}
        slices = {name: result[name][10:900:7] for name in result}
        copies = {name: array.copy() for name, array in arrays.items()}
        del loaded, result
        gc.collect()
        self.assertEqual([reference() for reference in gone], [None, None])
        churn = [sarrus.load(pendulum(), k=30 + i).run(end=0.2) for i in range(5)]  # would take the memory if it were free
        for name, copy in copies.items():
            numpy.testing.assert_array_equal(arrays[name], copy)
            numpy.testing.assert_array_equal(slices[name], copy[10:900:7])
        self.assertEqual(len(churn), 5)

    def test_results_outlive_their_model(self):
        result = sarrus.load(pendulum()).run()
        gc.collect()
        self.assertEqual(result.rows, 1001)
        self.assertEqual(result.units["rod.x"], "m")
        self.assertGreater(abs(result["rod.x"]).max(), 0)

    def test_nothing_is_copied(self):
        result = sarrus.load(pendulum()).run(end=0.1)
        address = result["rod.x"].__array_interface__["data"][0]
        self.assertEqual(address, result["rod.x"].__array_interface__["data"][0])
        self.assertTrue(numpy.shares_memory(result["rod.x"], result["rod.x"]))
        self.assertFalse(numpy.shares_memory(result["rod.x"], result["rod.y"]))
        self.assertTrue(result["rod.x"].flags.c_contiguous)

    def test_memory_is_given_back(self):
        """Bytes of the process after many runs: they do not grow with the number of runs."""
        loaded = sarrus.load(pendulum())

        def resident():
            gc.collect()
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * 4096

        size = loaded.run(end=0.2).rows * len(loaded.run(end=0.2)) * 8
        for _ in range(10):
            loaded.run(end=0.2)
        before = resident()
        for _ in range(60):
            sarrus.load(pendulum()).run(end=0.2)
        # A sanitizer keeps freed memory for a while.
        self.assertLess(resident() - before, 30 * size + (64 << 20) * bool(sanitized()))

    @unittest.skipIf(os.environ.get("SAR_PRELOAD"), "a sanitizer has an allocator of its own")
    def test_nothing_is_left_of_many(self):
        """Bytes that C's and blocks that Python's allocator have given out: the same after many loads, runs, live motions, mistakes."""

        def whole():
            loaded = sarrus.load(pendulum(), functions={"pull": lambda x: 2 * x}, k=30)
            loaded.run(end=0.01).summary
            loaded.check(start_only=True)
            loaded.modes()
            live = loaded.steps(0.005, end=0.01)
            list(live)
            live.reset()
            with self.assertRaises(sarrus.ModelError):
                sarrus.load({**pendulum(), "bodies": {}})
            sarrus.load(PULLED, functions={"pull": lambda x: -x}).run(end=0.01)
            with self.assertRaises(ZeroDivisionError):
                sarrus.load(PULLED, functions={"pull": lambda x: 1 / 0}).run(end=0.01)

        def in_use():
            gc.collect()
            return allocated_bytes(), sys.getallocatedblocks()

        for _ in range(30):
            whole()
        before = in_use()
        for _ in range(100):
            whole()
        after = in_use()
        # Less than a tenth of what one model takes for each of them; lists that Python keeps for itself grow in jumps.
        self.assertLess(after[0] - before[0], 100 * 1000, (before, after))
        self.assertLess(after[1] - before[1], 100, (before, after))

    def test_arrays_are_read_only(self):
        array = sarrus.load(pendulum()).run(end=0.1)["rod.x"]
        with self.assertRaises(ValueError):
            array[0] = 1
        with self.assertRaises(ValueError):
            array.flags.writeable = True
        copy = array.copy()
        copy[0] = 1


class Columns(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = sarrus.load(pendulum()).run(end=0.1, output="columns.h5")

    def test_a_mapping(self):
        result = self.result
        self.assertEqual(result.columns[0], "time")
        self.assertEqual(list(result), list(result.columns))
        self.assertEqual(len(result), len(result.columns))
        self.assertIn("spring.force", result)
        self.assertNotIn("spring.farce", result)
        numpy.testing.assert_array_equal(result.time, result["time"])
        self.assertEqual(set(dict(result)), set(result.columns))
        self.assertIsNone(result.get("nothing"))
        self.assertEqual(result, result)
        self.assertIn(result, {result})

    def test_misspelt_columns(self):
        cases = {
            "rod.xx": "did you mean `rod.x`",
            "spring.farce": "did you mean `spring.force`",
            "rod": "it is an element with the columns rod.x, rod.y",
            "%%%%": ".columns lists them",
        }
        for name, words in cases.items():
            with self.subTest(name), self.assertRaises(KeyError) as caught:
                self.result[name]
            self.assertIsInstance(caught.exception, sarrus.UnknownColumn)
            self.assertTrue(str(caught.exception).startswith(f"there is no column `{name}`; "), str(caught.exception))
            self.assertIn(words, str(caught.exception))
        with self.assertRaises(KeyError):
            self.result[0]

    def test_shown(self):
        shown = repr(self.result)
        for words in ("pendulum with a spring", "done at t = 0.1 s", f"{self.result.rows} rows of {len(self.result)} columns", "rod.x", "columns.h5"):
            self.assertIn(words, shown)
        loaded = sarrus.load(pendulum(), k=12)
        self.assertEqual(repr(loaded), "<sarrus.Model 'pendulum with a spring': 1 body; l=0.5, k=12>")
        self.assertEqual((loaded.title, loaded.bodies, loaded.path), ("pendulum with a spring", 1, None))
        self.assertIn("pendulum.yaml", sarrus.load(model("pendulum.yaml")).path)

    def test_version(self):
        self.assertRegex(sarrus.__version__, r"^\d+\.\d+\.\d+$")


class Pickles(unittest.TestCase):
    """What goes to other processes, and comes back from them."""

    def again(self, thing):
        return pickle.loads(pickle.dumps(thing))

    def test_results(self):
        result = sarrus.load(pendulum()).run(end=0.1, output="kept.h5")
        again = self.again(result)
        self.assertIsInstance(again, sarrus.Result)
        self.assertEqual((again.columns, again.units, again.rows, again.output), (result.columns, result.units, result.rows, "kept.h5"))
        self.assertEqual(repr(again), repr(result))
        self.assertEqual(again.summary["steps"], result.summary["steps"])
        for name in result:
            numpy.testing.assert_array_equal(again[name], result[name])
        with self.assertRaises(ValueError):
            again["rod.x"][0] = 1
        again.write_csv("again.csv")
        numpy.testing.assert_array_equal(sarrus.read_csv("again.csv")["rod.vx"], result["rod.vx"])
        self.assertEqual(sarrus.read_csv("again.csv").units, result.units)
        self.assertEqual(len(self.again(again)), len(result))
        self.assertIsNone(self.again(sarrus.load(pendulum()).run(end=0.1))._repr_html_())  # it cannot be run again
        for one in (sarrus.load(pendulum()).static(), sarrus.load(pendulum()).assemble()):
            self.assertEqual(self.again(one)["rod.x"].tolist(), one["rod.x"].tolist())

    def test_models(self):
        with open("pendulum.yaml", "w") as file:
            file.write(sarrus.to_yaml(pendulum()))
        for source in (pendulum(), "pendulum.yaml"):
            loaded = sarrus.load(source, outputs=["rod.x"], k=30, l="0.4")
            again = self.again(loaded)
            self.assertEqual((again.parameters, again.title), ({"l": 0.4, "k": 30}, loaded.title))
            self.assertEqual(again.run(end=0.1)["rod.x"].tolist(), loaded.run(end=0.1)["rod.x"].tolist())
            self.assertEqual(list(again.steps(0.1).outputs), ["rod.x"])
        wrong = self.again(sarrus.load({**pendulum(), "forces": {"f": {"type": "force", "between": ["ground", "rod"], "force": ["sqrt(-1 - t)", 0, 0]}}}))  # places are known there, too
        with self.assertRaisesRegex(sarrus.ModelError, r"model\['forces'\]\['f'\]"):
            wrong.run()
        pulled = self.again(sarrus.load(PULLED, functions={"pull": negative}))
        self.assertLess(pulled.run(end=0.5)["x.value"][-1], 0.9)
        with self.assertRaises((pickle.PicklingError, AttributeError)):
            self.again(sarrus.load(PULLED, functions={"pull": lambda x: -x}))
        self.assertEqual(copy.deepcopy(sarrus.load(pendulum(), k=7)).parameters["k"], 7)

    def test_what_has_no_copy(self):
        live = sarrus.load(pendulum()).steps(0.1)
        for make in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "a live motion cannot be copied or pickled"):
                make(live)
        builder = sarrus.Builder("nothing")
        with self.assertRaisesRegex(TypeError, "built element by element cannot be pickled"):
            pickle.dumps(builder.model())

    def test_results_of_files(self):
        sarrus.load(pendulum()).run(end=0.1, output="opened.h5")
        again = self.again(sarrus.open("opened.h5"))
        self.assertEqual(again.rows, 1001)

    def test_processes(self):
        """As a user would: results of models that other processes ran."""
        with multiprocessing.get_context("fork").Pool(2) as pool:
            results = pool.map(run_with, [20, 40])
        for stiffness, result in zip([20, 40], results):
            self.assertEqual(result["rod.x"].tolist(), run_with(stiffness)["rod.x"].tolist())


def negative(x):
    return -x


def run_with(stiffness):
    return sarrus.load(pendulum(), k=stiffness).run(end=0.1)


PULLED = {
    "coordinates": {"x": {"mass": 1, "at": 1}},
    "forces": {"g": {"type": "generalized", "coordinate": "x", "force": "pull(x)"}},
}


class MallInfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def allocated_bytes():
    """What malloc has given out and not got back."""
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = MallInfo
    found = mallinfo()
    return found.uordblks + found.hblkhd


def sanitized():
    return os.environ.get("SAR_PRELOAD")


if __name__ == "__main__":
    unittest.main()

"""Results are views of the library's memory: nothing is copied, nothing dangles; and what a result offers besides."""

import ctypes
import gc
import os
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

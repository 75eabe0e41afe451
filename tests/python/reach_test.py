"""Every function of the public headers is called somewhere in the package: one that is new, and not yet reached, fails here."""

import glob
import os
import re
import unittest

import sarrus
import sarrus._binding
from support import SOURCE

#: Functions that Python has no use for, and why.
LEFT_OUT = {
    "sar_assemble": "sar_assemble_report does the same and says what it did",
    "sar_model_destroy": "binding.c ends what is loaded",
    "sar_study_of_model": "dicts say what words of the command line do",
    "sar_study_worker": "the program's",
    "sar_system_destroy": "binding.c ends what is loaded",
    "sar_context_destroy": "binding.c and owners end it",
    "sar_table_create": "binding.c makes it",
    "sar_table_destroy": "binding.c ends it",
    "sar_table_find": "names are a dict",
    "sar_results_find": "names are a dict",
    "sar_stepper_destroy": "binding.c ends it",
    "sar_stepper_get": "sar_stepper_get_all costs the same",
    "sarrus_plugin": "shared objects have it, the library has not",
}


def public_functions():
    found = set()
    for path in glob.glob(os.path.join(SOURCE, "include", "sarrus", "*.h")):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        found.update(re.findall(r"(?:SAR_API|SARRUS_PLUGIN_EXPORT)[^;]*?\b(sar\w*_\w+)\s*\(", text))
    return found


def package():
    text = ""
    for path in glob.glob(os.path.join(SOURCE, "python", "sarrus", "*.py")) + [os.path.join(SOURCE, "python", "binding.c")]:
        with open(path, encoding="utf-8") as file:
            text += file.read()
    return text


class Reach(unittest.TestCase):
    def test_every_function_is_reached(self):
        functions, text = public_functions(), package()
        self.assertGreater(len(functions), 120)
        reached = {name for name in functions if re.search(rf"\b{name}\b", text)}
        self.assertEqual(sorted(functions - reached - set(LEFT_OUT)), [])
        self.assertEqual(sorted(set(LEFT_OUT) - functions), [], "these are no functions any more")

    def test_every_function_is_bound(self):
        bound = set(dir(sarrus._binding.lib))
        self.assertEqual(sorted(public_functions() - bound - {"sarrus_plugin"}), [])

    def test_everything_public_is_explained(self):
        for name in sarrus.__all__:
            with self.subTest(name):
                thing = getattr(sarrus, name)
                self.assertTrue(thing.__doc__ and thing.__doc__.strip(), name)
                self.assertEqual(thing.__module__, "sarrus")
                for part, what in vars(thing).items() if isinstance(thing, type) else ():
                    if not part.startswith("_") and (callable(what) or isinstance(what, property)):
                        self.assertTrue(what.__doc__, f"{name}.{part}")


if __name__ == "__main__":
    unittest.main()

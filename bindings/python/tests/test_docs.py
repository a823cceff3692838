"""What the documentation shows holds."""

import doctest
import inspect
from pathlib import Path

import stillpage
from stillpage import _many

FOLDER = Path(__file__).resolve().parents[1]


def test_examples_of_the_readme():
    path = str(FOLDER / "README.md")
    failed, tried = doctest.testfile(path, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 5 and failed == 0


def test_examples_of_the_docstrings():
    for module in [stillpage, _many]:
        failed, tried = doctest.testmod(module)
        assert tried and failed == 0
    finder = doctest.DocTestFinder()
    tests = finder.find(stillpage.Session, "Session", module=False, globs={"stillpage": stillpage})
    assert sum(len(test.examples) for test in tests) > 3
    assert all(doctest.DocTestRunner().run(test).failed == 0 for test in tests)


def test_everything_public_has_a_docstring():
    missing = []
    for name in stillpage.__all__:
        thing = getattr(stillpage, name)
        members = inspect.getmembers(thing) if inspect.isclass(thing) else []
        named = [(name, thing)] + [(f"{name}.{key}", value) for key, value in members if not key.startswith("_")]
        for key, value in named:
            if callable(value) or inspect.isdatadescriptor(value):
                own = issubclass(thing, BaseException) if inspect.isclass(thing) else False
                if not (value.__doc__ or "").strip() and not own:
                    missing.append(key)
    assert missing == []

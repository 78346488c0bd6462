"""Every exception of the package comes back from another process as it went in."""

import importlib
import pickle
import pkgutil

import numpy as np

import aucc_report
import aucc_teach

MORE = {"UndefinedCriterionError": (np.array([True, False]),)}


def exceptions():
    packages = (aucc_teach, aucc_report)
    modules = [one for package in packages for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    names = [module.name for module in modules if not module.name.endswith("__main__")]
    for name in names:
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, type) and issubclass(value, BaseException) and value.__module__ == name:
                yield value


def test_every_exception_is_pickled_with_all_that_it_holds():
    found = list(exceptions())
    assert "UndefinedCriterionError" in {kind.__name__ for kind in found}
    for kind in found:
        error = kind("what is wrong", *MORE.get(kind.__name__, ()))
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (kind, str(error))
        assert str(vars(again)) == str(vars(error))

"""Reads the lesson of a demo, all that it asks and says, from one file."""

import tomllib
from dataclasses import dataclass, field

from aucc_teach.demos._tasks import Task

__all__ = ["Lesson", "read_lesson"]


@dataclass(frozen=True)
class Lesson:
    """A demo's question, the tasks of its steps, and the presets that the reader can start from."""

    question: str
    tasks: tuple = ()
    presets: tuple = ()
    lessons: dict = field(default_factory=dict)  # other tasks, for a page of another kind, by name

    def presets_with(self, data):
        """Return the presets with their states; computed ones come from `data`, by the key that the preset names."""
        keys = [preset["data"] for preset in self.presets if "data" in preset]
        if sorted(keys) != sorted(data):
            raise ValueError(f"presets name the data {', '.join(keys)}. Got {', '.join(data)}.")
        states = [data[preset["data"]] if "data" in preset else {} for preset in self.presets]
        return [
            {name: value for name, value in preset.items() if name != "data"} | state
            for preset, state in zip(self.presets, states, strict=True)
        ]


def read_lesson(path):
    """Read ``lesson.toml``: ``question``, lists of ``tasks`` and ``presets``, and ``conditions`` that tasks share.

    What stands in ``lessons`` are further lists of tasks, by name. A task has the names of :class:`Task`. In its goal a
    name stands for some of the shared conditions, and a condition without a sentence has that of the next one.
    """
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    shared = written.pop("conditions", {})
    tasks_of = lambda listed: tuple(_task(shared, **task) for task in listed)  # noqa: E731
    tasks, presets = tasks_of(written.pop("tasks", ())), tuple(written.pop("presets", ()))
    lessons = {name: tasks_of(listed) for name, listed in written.pop("lessons", {}).items()}
    return Lesson(**written, tasks=tasks, presets=presets, lessons=lessons)


def _task(shared, *, question="", goal, **rest):
    sentence, conditions = "", []
    whole = [condition for part in goal for condition in (shared[part] if isinstance(part, str) else [part])]
    for name, relation, value, *words in reversed(whole):
        sentence = words[0] if words else sentence
        conditions.insert(0, (name, relation, value, sentence))
    lists = {key: tuple(value) for key, value in rest.items() if isinstance(value, list)}
    return Task(question=question, goal=tuple(conditions), **rest | lists)

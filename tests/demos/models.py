"""What pages compute, without a page: modules of the demos and of what they share, run in QuickJS."""

from aucc_teach.run_scripts import RunningModule

# A function of a module is a method: GOALS.missing(goal, numbers).
GOALS = RunningModule("static/goals.js")


class Model(RunningModule):
    """The model of a demo, by the demo's name in HTML."""

    def __init__(self, slug):
        super().__init__(f"demos/static/{slug.replace('-', '_')}/model.js")

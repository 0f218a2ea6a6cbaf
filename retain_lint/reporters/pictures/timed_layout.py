"""grandalf's layered layout with the layers given. Floor 5; imported only when a picture is placed."""

from __future__ import annotations

from typing import Any

from grandalf.layouts import Layer, SugiyamaLayout


class TimedLayout(SugiyamaLayout):  # type: ignore[misc]
    """A vertex stands in the layer that its data names; grandalf itself would find the earliest one."""

    def rank_all(self, roots: Any, optimize: bool = False) -> None:
        """Puts each vertex into its layer; called by `init_all`."""
        self.dag = False
        self.layers = [Layer([]) for _ in range(max(vertex.data for vertex in self.g.sV) + 1)]
        for vertex in self.g.sV:
            self.grx[vertex].rank = vertex.data
            self.layers[vertex.data].append(vertex)

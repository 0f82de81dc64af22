"""Results without their own schema in the API description."""

from __future__ import annotations

from typing import Any, Mapping

from .models import ExecutedAction


class ExecuteResult(ExecutedAction):
    """An executed action, and whether the response is a replay of the key's first one."""

    replayed: bool
    """Whether svc had executed this request before. A replay has only the parts of the output that may be stored."""

    def __init__(self, data: Mapping[str, Any], replayed: bool) -> None:
        super().__init__(data)
        self.__dict__["replayed"] = replayed

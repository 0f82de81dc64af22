"""Results: typed, read-only views of the JSON objects that svc sends."""

from __future__ import annotations

import copy
from typing import Any, ClassVar, Dict, FrozenSet, Mapping, Optional, Type

from ._json import as_list, as_object

_HIDDEN = "<hidden>"


class Model:
    """A JSON object from svc, with attributes in snake_case.

    Lenient on purpose, so that an SDK and a server of different versions work together: fields that this version doesn't
    know are only in `to_dict()`, and a required field that the server left out raises AttributeError when it's read.
    """

    _wire: ClassVar[Mapping[str, str]] = {}
    """Attribute names, with their names on the wire."""
    _optional: ClassVar[FrozenSet[str]] = frozenset()
    """Attributes that are None if svc omitted them."""
    _hidden: ClassVar[FrozenSet[str]] = frozenset()
    """Attributes that `repr` doesn't show: secrets, and values whose contents the provider determines."""
    _parts: ClassVar[Mapping[str, Type[Model]]] = {}
    """Attributes that are models, or lists of models."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.__dict__["_data"] = data
        for name, wire in self._wire.items():
            if wire in data:
                self.__dict__[name] = _view(self._parts.get(name), data[wire])
            elif name in self._optional:
                self.__dict__[name] = None

    def to_dict(self) -> Dict[str, Any]:
        """Return a copy of the object as svc sent it, with the API's names. It includes what `repr` hides."""
        return copy.deepcopy(dict(self.__dict__["_data"]))

    def __repr__(self) -> str:
        shown = [
            f"{name}={_HIDDEN if name in self._hidden and value is not None else repr(value)}"
            for name, value in self.__dict__.items()
            if name in self._wire
        ]
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    # Like other values that can be compared and contain lists.
    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is read-only.")


def _view(kind: Optional[Type[Model]], value: object) -> Any:
    if kind is None:
        return value
    fields, items = as_object(value), as_list(value)
    if fields is not None:
        return kind(fields)
    return value if items is None else [_view(kind, item) for item in items]

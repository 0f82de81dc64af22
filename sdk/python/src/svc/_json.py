"""Reads JSON, with types for the checked values."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, cast


def parse_json(text: str) -> object:
    """Parse a text; None if it isn't JSON."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def as_object(value: object) -> Optional[Dict[str, Any]]:
    """Return the value if it's a JSON object."""
    return cast("Dict[str, Any]", value) if isinstance(value, dict) else None


def as_list(value: object) -> Optional[List[object]]:
    """Return the value if it's a JSON array."""
    return cast("List[object]", value) if isinstance(value, list) else None


def _refuse(constant: str) -> None:
    """Refuse NaN and Infinity, which Python's parser accepts although they aren't JSON."""
    raise ValueError(constant)

"""Action ids, with and without their provider."""

from __future__ import annotations

from typing import NamedTuple, Optional

from .errors import ArgumentError


class ActionId(NamedTuple):
    """An action id in its two parts."""

    provider: Optional[str]
    """None if the id doesn't name one."""
    name: str


def split_action_id(text: str) -> ActionId:
    """Split `doppler/secrets.get` into provider and name."""
    provider, slash, name = text.partition("/")
    return ActionId(provider, name) if slash else ActionId(None, text)


def bare_action_id(provider: str, text: str) -> str:
    """Return the id without its provider, as the API expects it. Raises ArgumentError if it names another provider."""
    named, name = split_action_id(text)
    if named not in (None, provider):
        raise ArgumentError(
            "ACTION_NOT_FOUND", f"{text} is not an action of {provider}, which this call is for. Nothing was sent."
        )
    return name

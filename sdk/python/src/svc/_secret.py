"""A secret that isn't printed."""


class Secret:
    """Holds a text that `repr`, `str` and traceback tools that print variables must not show."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text. Use it where it is sent, and don't keep it in a variable."""
        return self._text

    def __repr__(self) -> str:
        return "<hidden>"

    def __reduce__(self) -> str:
        raise TypeError("A secret can't be pickled or copied.")

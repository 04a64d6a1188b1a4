"""What went wrong, with the fields of the engine's own error."""

from __future__ import annotations

import json
from typing import Any


class CutthroatError(ValueError):
    """Something that could not be done, in one line for a person to read.

    ``kind`` names what it is (``"unfit"``, ``"game"``, ``"notation"``, ``"file"`` ...), and ``fields`` has the parts of it.

    >>> import cutthroat as ct
    >>> try:
    ...     ct.analyse("hearts", deal=1, nodes=0)
    ... except ct.CutthroatError as error:
    ...     print(error, "|", error.kind, error.fields["field"], error.fields["value"])
    nodes=0 is not a whole number above 0 | unfit nodes 0
    """

    kind: str
    fields: dict[str, Any]

    def __init__(self, message: str, *, kind: str = "request", fields: str | dict[str, Any] = "{}") -> None:
        super().__init__(message)
        self.kind = kind
        self.fields = json.loads(fields) if isinstance(fields, str) else fields

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (str(self), self.kind, self.fields)


def _made(message: str, kind: str, fields: dict[str, Any]) -> CutthroatError:
    return CutthroatError(message, kind=kind, fields=fields)


# People know it by the package.
CutthroatError.__module__ = "cutthroat"

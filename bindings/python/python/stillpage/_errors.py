"""What can go wrong, as exceptions that carry a code and a hint."""

from __future__ import annotations

from typing import Any, Type


class Error(Exception):
    """Every error of stillpage.

    Attributes:
        code: the stable name of the kind of error, such as ``"stale_ref"``.
        message: what happened, as a sentence.
        hint: what to do about it.
        details: the parts of the message as data.
        retryable: true if the same call may succeed later.
    """

    code: str
    message: str
    hint: str
    details: dict[str, Any]
    retryable: bool

    def __init__(
        self,
        message: str,
        *,
        code: str = "internal",
        hint: str = "",
        details: dict[str, Any] | None = None,
        retryable: bool = False,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details or {}
        self.retryable = retryable

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (type(self), self.message, self.code, self.hint, self.details, self.retryable)
        return (_restore, arguments)


class ArgumentError(Error, ValueError):
    """An argument with a wrong value: a selector, pattern, template, schema or option."""


class NotFoundError(Error, LookupError):
    """Nothing on the page, or more than one element, answers to a selector or a description."""


class RefError(Error, LookupError):
    """A ref that is unknown, stale, ambiguous or of another tab."""


class FileError(Error, OSError):
    """A file that cannot be read, or is not a page."""


class InternalError(Error, RuntimeError):
    """A defect of stillpage itself."""


for _kind in (Error, ArgumentError, NotFoundError, RefError, FileError, InternalError):
    # Where users import it from, for tracebacks.
    _kind.__module__ = "stillpage"


def _restore(
    kind: Type[Error], message: str, code: str, hint: str, details: dict[str, Any], retryable: bool
) -> Error:
    return kind(message, code=code, hint=hint, details=details, retryable=retryable)


_KINDS: dict[str, Type[Error]] = {
    "invalid_arguments": ArgumentError,
    "invalid_selector": ArgumentError,
    "invalid_pattern": ArgumentError,
    "pattern_too_expensive": ArgumentError,
    "invalid_session": ArgumentError,
    "not_found": NotFoundError,
    "ambiguous_description": NotFoundError,
    "strict_mode_violation": NotFoundError,
    "stale_ref": RefError,
    "ambiguous_ref": RefError,
    "target_conflict": RefError,
    "io_error": FileError,
    "internal": InternalError,
}


def make(code: str, message: str, hint: str, details: dict[str, Any], retryable: bool) -> Error:
    """The exception for an error of the native half."""
    return _KINDS.get(code, Error)(message, code=code, hint=hint, details=details, retryable=retryable)

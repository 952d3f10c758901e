"""Which option says what a kong is paid."""

from __future__ import annotations

from mjcore.errors import RuleError, brief

KONG_OPTIONS = {"exposed kong": "kong_open", "added kong": "kong_added", "concealed kong": "kong_closed"}


def kong_option(type: str) -> str:
    """The option for a type of kong, as `Meld.type` names it; RuleError for another one."""
    option = KONG_OPTIONS.get(type) if isinstance(type, str) else None
    if option is None:
        raise RuleError(f"a kong of type {brief(type)}: expected one of {', '.join(KONG_OPTIONS)}")
    return option

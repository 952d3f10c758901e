"""Liability (pao, sekinin barai): who fed the set that made a yakuman certain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import SupportsIndex

from mjcore.errors import HandError, RuleError
from mjcore.hand.melds import Meld
from mjcore.legal.inputs import KONGS, Rules, each
from mjcore.rules import resolve
from mjcore.rules.base import RuleSet
from mjcore.settle.fed_melds import fed_meld, source_seat

DRAGONS = (31, 32, 33)
WINDS = (27, 28, 29, 30)


@dataclass(frozen=True)
class Liability:
    """A player is liable for a yakuman, for a win on the replacement of an exposed kong, or for a fourth meld.

    what     "daisangen", "daisuushii", "suukantsu", "rinshan" or "pao_12"
    source   who is liable as the owner of the meld sees it: ``<`` the previous seat, ``^`` the opposite, ``>`` the next
    meld     the meld made of the liable player's discard
    players  seats at the table
    """

    what: str
    source: str
    meld: Meld
    players: int = 4

    def seat(self, owner: SupportsIndex) -> int:
        """The liable seat, 0, 1, ... in turn order, for the seat of the owner.

        >>> liabilities(["[555z<]", "(6666z)", "[777z^]"])[0].seat(1)
        3
        """
        return source_seat(self.source, owner, self.players)


def liabilities(
    melds: Iterable[Meld | str],
    *,
    fourth_kong: SupportsIndex | None = None,
    rules: str | RuleSet = "riichi",
) -> tuple[Liability, ...]:
    """For which yakuman another player is liable, by the melds of a hand (`Hand.melds`) in the order they were made.

    daisangen    the third set of dragons was called (pung or exposed kong)
    daisuushii   the fourth set of winds was called
    suukantsu    the fourth kong was made of a discard

    as far as option `pao` names them. Only melds count: a set in the concealed hand shows nothing. A closed kong as
    the last set makes nobody liable. An added kong stands in the place of its pung, so that whoever fed the pung
    stays liable; as the fourth kong it makes nobody liable.

    fourth_kong   index of the meld that became a kong last, where an added kong stands before it or is it; None:
                  the last kong of the list

    What the liable player pays is the settlement's matter (section 7). HandError for what can be no melds.

    >>> for found in liabilities(["[555z<]", "(6666z)", "[777z^]"]):
    ...     print(found.what, found.source)
    daisangen ^
    >>> liabilities(["[555z<]", "[777z^]", "(6666z)"])
    ()
    """
    table = Rules(rules)
    laid = [table.meld(Meld(meld)) for meld in each(melds, "melds")]
    if len(laid) > KONGS:
        raise HandError(f"{len(laid)} melds: expected {KONGS} at most")
    found = []
    for what, kinds in (("daisangen", DRAGONS), ("daisuushii", WINDS)):
        sets = [meld for meld in laid if meld.kind in kinds]
        if len(sets) == len(kinds) and sets[-1].source and table.lists("pao", what):
            found.append(Liability(what, sets[-1].source, sets[-1], table.players))
    kongs = [place for place, meld in enumerate(laid) if meld.is_kong]
    last = kongs[-1] if kongs and fourth_kong is None else fourth_kong
    if fourth_kong is not None and fourth_kong not in kongs:
        raise HandError(f"fourth_kong is {fourth_kong!r}: expected the index of a kong, one of {kongs}")
    if len(kongs) == KONGS and last is not None and table.lists("pao", "suukantsu"):
        meld = laid[last]
        if meld.type == "exposed kong":
            found.append(Liability("suukantsu", meld.source, meld, table.players))
    return tuple(found)


def rinshan_liability(kong: Meld | str, *, rules: str | RuleSet = "riichi") -> Liability | None:
    """Who is liable for a win on the replacement tile of this kong, the last one before the win: whoever discarded
    for an exposed kong, where option `pao` names rinshan. Section 7.

    >>> from mjcore import rules
    >>> rinshan_liability("[5555z<]", rules=rules.get("riichi", pao="daisangen,rinshan")).source
    '<'
    >>> rinshan_liability("[5555z<]") is None
    True
    """
    table = Rules(rules)
    meld = table.meld(Meld(kong))
    if not meld.is_kong:
        raise HandError(f"{meld} is no kong, it has no replacement tile")
    if meld.type != "exposed kong" or not table.lists("pao", "rinshan"):
        return None
    return Liability("rinshan", meld.source, meld, table.players)


def fourth_meld_liability(melds: Iterable[Meld | str], *, rules: str | RuleSet) -> Liability | None:
    """Who is liable for a hand because it was the fourth claimed meld that was made of the own discard (十二張包), by
    option `pao_12`. `melds` in the order they were made; the liable player pays for all whoever gives the winning tile.

    >>> from mjcore import rules
    >>> melds = ["[123m<]", "[555p^]", "[999s<]", "[777z>]"]
    >>> fourth_meld_liability(melds, rules=rules.get("hk", pao_12=True)).seat(0)
    1
    >>> fourth_meld_liability(melds, rules="hk") is None
    True
    """
    found = resolve(rules)
    if "pao_12" not in found.values:
        raise RuleError(f"{found.id} has no option 'pao_12': expected a rule set that is played with it")
    meld = fed_meld([Meld(meld) for meld in each(melds, "melds")], KONGS)
    if meld is None or not found.values["pao_12"]:
        return None
    return Liability("pao_12", meld.source, meld, found.players)

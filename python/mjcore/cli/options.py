"""Options that several commands share: which rules, which language, what is asked about a hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar

import click

from mjcore import rules
from mjcore.cli.tiles_text import STYLES
from mjcore.cli.words import LANGUAGES
from mjcore.errors import HandError
from mjcore.hand.decompose import FORM_NAMES
from mjcore.hand.hands import Hand
from mjcore.hand.queries import HandEngine
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet

Function = TypeVar("Function", bound=Callable[..., Any])

KINDS = 34
COPIES = 4

lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of names."
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON for machines.")
tiles_option = click.option(
    "--tiles", type=click.Choice(STYLES), default=STYLES[0], show_default=True, help="Notation."
)


def preset_options(function: Function) -> Function:
    """--preset and --set."""
    function = click.option(
        "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the rules; repeatable."
    )(function)
    return click.option("--preset", metavar="NAME", help="A preset of the rules.")(function)


def read_rules(name: str, preset: str | None, settings: tuple[str, ...]) -> RuleSet:
    """The rule set with its preset and options; `RuleError` names what is unknown and what is allowed."""
    rule_set = rules.get(name, preset=preset)
    given: dict[str, str] = {}
    for setting in settings:
        option, equals, text = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--set {setting}: expected OPTION=VALUE")
        given[option] = text
    return rule_set.replace(**given) if given else rule_set


@dataclass(frozen=True)
class AskedHand:
    """A hand and what the command line says about it: for ``mjcore.shanten(asked.hand, asked.rules, **asked.options)``
    and the other questions."""

    hand: str
    rules: RuleSet | HandEngine | None
    options: dict[str, Any]
    style: str
    lang: str
    as_json: bool

    @cached_property
    def engine(self) -> HandEngine:
        """What answers."""
        if self.rules is None:
            return HandEngine()
        return self.rules if isinstance(self.rules, HandEngine) else self.rules.engine

    @cached_property
    def left_to_draw(self) -> bool:
        """Whether the hand has 3n + 1 tiles."""
        size: int = Hand(self.hand).size + self.options["jokers"]
        return size % 3 == 1


def with_forms(engine: HandEngine, forms: tuple[str, ...]) -> HandEngine:
    """The engine for other forms."""
    return HandEngine(
        forms,
        tiles=engine.tiles,
        sets=engine.sets,
        quad_pairs=engine.quad_pairs,
        fifth_waits=engine.fifth_waits,
        strict=engine.strict,
        wild=engine.wild,
    )


def hand_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """HAND and the options of all questions about it, given to the function as one `AskedHand`."""

    @click.argument("hand")
    @click.option("--rules", "name", metavar="NAME", help="A rule set; its forms and tiles count.  [default: none]")
    @preset_options
    @click.option("--forms", metavar="NAME,...", help=f"The forms that win: {', '.join(FORM_NAMES[:-1])}.")
    @click.option("--jokers", type=int, default=0, metavar="N", help="Jokers for every tile, beside those in HAND.")
    @click.option("--void-suit", type=click.Choice(tuple("mps")), help="A suit that may not stand in the win.")
    @click.option("--visible", metavar="TILES", help="Tiles seen elsewhere: these copies are not left.")
    @click.option("--strict", is_flag=True, help="Copies in melds and visible ones can not be used any more.")
    @tiles_option
    @lang_option
    @json_option
    @wraps(function)
    def command(hand: str, name: str | None, preset: str | None, settings: tuple[str, ...], forms: str | None,
                jokers: int, void_suit: str | None, visible: str | None, strict: bool, tiles: str, lang: str,
                as_json: bool, **more: Any) -> Any:
        if name is None and (preset or settings):
            raise click.UsageError("--preset and --set need --rules")
        asked: RuleSet | HandEngine | None = None if name is None else read_rules(name, preset, settings)
        if forms is not None:
            base = asked.engine if isinstance(asked, RuleSet) else HandEngine()
            asked = with_forms(base, tuple(forms.replace(" ", "").split(",")))
        options: dict[str, Any] = {"jokers": jokers, "void_suit": void_suit}
        if strict:
            options["strict"] = True
        if visible is not None:
            options["visible"] = _counts(visible)
        return function(AskedHand(hand, asked, options, tiles, lang, as_json), **more)

    return command


def _counts(text: str) -> list[int]:
    counts = [0] * KINDS
    for tile in parse_tiles(text):
        if tile.kind >= KINDS:
            raise HandError(f"--visible: no set is made of {tile}")
        counts[tile.kind] += 1
        if counts[tile.kind] > COPIES:
            raise HandError(f"--visible: more than {COPIES} copies of {Tile(tile.kind)}")
    return counts

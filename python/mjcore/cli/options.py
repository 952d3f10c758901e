"""Options that several commands share: which rules, which language, what is asked about a hand, how it is won."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar, cast

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
DOUBLE = 2  # the value of riichi for double riichi

WINDS = "ESWN"
NOTED = "|".join(WINDS)  # how click shows the winds

# the groups of a long help, in their order
RULES, GAME, HAND, WIN, OUTPUT = "Rules", "Game", "Hand", "Win", "Output"
SOME, RIICHI = "Wins under some rules (mjcore rules NAME says which)", "Riichi mahjong"
SEATS, PAYMENTS = "Seats and winds", "Payments, where the rules ask for it"
GROUPS = (RULES, GAME, HAND, WIN, SOME, RIICHI, SEATS, PAYMENTS, OUTPUT)


class GroupedOption(click.Option):
    """An option that knows where a long help shows it."""

    def __init__(self, *names: Any, group: str, **more: Any) -> None:
        super().__init__(*names, **more)
        self.group = group


class GroupedCommand(click.Command):
    """A command whose help shows its options group by group."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {group: [] for group in GROUPS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                groups[getattr(parameter, "group", OUTPUT)].append(record)
        for group, records in groups.items():
            if records:
                with formatter.section(group):
                    formatter.write_dl(records)


def option(group: str, *names: str, **more: Any) -> Callable[[Function], Function]:
    """An option of a group."""
    return click.option(*names, cls=GroupedOption, group=group, **more)


lang_option = option(
    OUTPUT, "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of names."
)
json_option = option(OUTPUT, "--json", "as_json", is_flag=True, help="JSON for machines.")
tiles_option = option(
    OUTPUT, "--tiles", type=click.Choice(STYLES), default=STYLES[0], show_default=True, help="Notation."
)


def preset_options(function: Function) -> Function:
    """--preset and --set."""
    function = option(
        RULES, "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the rules; repeatable."
    )(function)
    return option(RULES, "--preset", metavar="NAME", help="A preset of the rules.")(function)


def read_rules(name: str, preset: str | None, settings: tuple[str, ...]) -> RuleSet:
    """The rule set of a name or of a file that ends in .toml, with its preset and options; `RuleError` names what is
    unknown and what is allowed."""
    if name.endswith(".toml"):
        rule_set = rules.load(name)
        rule_set = rule_set if preset is None else rule_set.with_preset(preset)
    else:
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
        most_suits=engine.most_suits,
        pairs_with=engine.pairs_with,
    )


def hand_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """HAND and the options of all questions about it, given to the function as one `AskedHand`."""

    @click.argument("hand")
    @option(RULES, "--rules", "name", metavar="NAME",
            help="A rule set, or a rule file (.toml); its forms and tiles count.  [default: none]")
    @preset_options
    @option(HAND, "--forms", metavar="NAME,...", help=f"The forms that win: {', '.join(FORM_NAMES[:-1])}.")
    @option(HAND, "--jokers", type=int, default=0, metavar="N", help="Jokers for every tile, beside those in HAND.")
    @option(HAND, "--void-suit", type=click.Choice(tuple("mps")), help="A suit that may not stand in the win.")
    @option(HAND, "--visible", metavar="TILES", help="Tiles seen elsewhere: these copies are not left.")
    @option(HAND, "--strict", is_flag=True, help="Copies in melds and visible ones can not be used any more.")
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
            options["visible"] = counts_of("--visible", visible)
        return function(AskedHand(hand, asked, options, tiles, lang, as_json), **more)

    return command


def counts_of(name: str, text: str) -> list[int]:
    """34 counts of the tiles that an option gives."""
    counts = [0] * KINDS
    for tile in parse_tiles(text):
        if tile.kind >= KINDS:
            raise HandError(f"{name}: no set is made of {tile}")
        counts[tile.kind] += 1
        if counts[tile.kind] > COPIES:
            raise HandError(f"{name}: more than {COPIES} copies of {Tile(tile.kind)}")
    return counts


def _flowers(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | int | None:
    """A number of flowers, or their tiles like 13f."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,3}", text) else text


def _wind(*names: str, help: str) -> Callable[[Any], Any]:
    return option(
        SEATS, *names, type=click.Choice(tuple(WINDS), case_sensitive=False), metavar=NOTED, help=help
    )


def _yes(group: str, *names: str, help: str) -> Callable[[Any], Any]:
    return option(group, *names, is_flag=True, help=help)


# by the arguments of `mjcore.score`; double_riichi is a value of its riichi
CIRCUMSTANCES: dict[str, Callable[[Any], Any]] = {
    "last_tile": _yes(WIN, "--last-tile", help="On the wall's last tile, drawn or discarded after it."),
    "after_kong": _yes(WIN, "--after-kong", help="Drawn as replacement of a kong, or of a north set aside."),
    "after_flower": _yes(WIN, "--after-flower", help="Drawn as replacement of a flower."),
    "first_turn": _yes(WIN, "--first-turn", help="Before anybody's second turn."),
    "flowers": option(WIN, "--flowers", callback=_flowers, metavar="TILES",
                      help="Flowers: a number, or tiles like 13f."),
    "on_kong_discard": _yes(SOME, "--on-kong-discard", help="On the discard after a kong."),
    "kong_chain": option(SOME, "--kong-chain", type=click.IntRange(0), metavar="N",
                         help="With --after-kong: so many kongs in a row before the winning tile."),
    "streak": option(SOME, "--streak", type=click.IntRange(0), metavar="N",
                     help="How often in a row the dealer has won, or stayed, before this win."),
    "ready_at_deal": _yes(SOME, "--ready-at-deal", help="Declared ready with the dealt hand."),
    "ready_first_turn": _yes(SOME, "--ready-first-turn", help="Declared ready with the first discard."),
    "shown": _yes(SOME, "--shown", help="The winner's hand was laid open before the win."),
    "loser_shown": _yes(SOME, "--loser-shown", help="So was the hand of whoever gave the winning tile."),
    "riichi": _yes(RIICHI, "--riichi", help="The winner is in riichi."),
    "double_riichi": _yes(RIICHI, "--double-riichi", help="In riichi since the first turn."),
    "open_riichi": _yes(RIICHI, "--open-riichi", help="With --riichi or --double-riichi: the hand was shown."),
    "ippatsu": _yes(RIICHI, "--ippatsu", help="Within a turn of riichi, nobody having called."),
    "dora_indicators": option(RIICHI, "--dora", "dora_indicators", metavar="TILES",
                              help="The dora indicators that are turned, like 3p5z."),
    "ura_indicators": option(RIICHI, "--ura", "ura_indicators", metavar="TILES",
                             help="The indicators under them; riichi only."),
    "nuki": option(RIICHI, "--nuki", type=click.IntRange(0, COPIES), metavar="N",
                   help="Norths set aside, among three players."),
    "on_riichi_discard": _yes(RIICHI, "--on-riichi-discard", help="On the discard that declares riichi."),
    "loser_riichi": _yes(RIICHI, "--loser-riichi", help="Whoever gave the winning tile is in riichi."),
    "seat_wind": _wind("--seat-wind", help="The winner's.  [default: E, or by the seat]"),
    "round_wind": _wind("--round-wind", help="The wind of the round.  [default: E]"),
}  # fmt: skip


def circumstance_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """What is the same whether the tile is drawn or discarded, given to the function as `circumstances`: arguments of
    `mjcore.score`, those that were said."""

    @wraps(function)
    def command(*arguments: Any, **more: Any) -> Any:
        given = {name: more.pop(name) for name in CIRCUMSTANCES}
        said = {name: value for name, value in given.items() if value is not None and value is not False}
        if said.pop("double_riichi", False):
            said["riichi"] = DOUBLE
        return function(*arguments, circumstances=said, **more)

    for add in reversed(CIRCUMSTANCES.values()):
        add(command)
    return cast(Callable[..., Any], command)


void_suit_option = option(SOME, "--void-suit", type=click.Choice(tuple("mps")), help="The suit that was declared void.")
wild_option = option(SOME, "--wild", metavar="TILE", help="The kind that is wild in this game.")


def check_circumstances(rule_set: RuleSet, said: Mapping[str, Any]) -> None:
    """Refuses what the rule set does not look at, by the name of the option."""
    for name, value in said.items():
        if name not in rule_set.circumstances:
            flag = flag_of("double_riichi" if name == "riichi" and value == DOUBLE else name)
            hint = "; --winner says who won" if name == "seat_wind" else ""
            raise click.UsageError(f"{flag}: {rule_set.id} does not look at it{hint}")


def flag_of(name: str) -> str:
    """How an argument of `mjcore.score` is called on the command line that is running."""
    for parameter in click.get_current_context().command.params:
        if parameter.name == name:
            return parameter.opts[0]
    return name

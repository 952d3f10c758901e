"""Which fans no hand with a claimed meld can have, told from their patterns."""

from __future__ import annotations

from mjcore.fans.lattice import FORM_ROWS
from mjcore.fans.rows import Fan
from mjcore.fans.vocabulary import FACTS, GENERAL, Compiler
from mjcore.fans.wins import CIRCUMSTANCE_BITS

WITH_SETS = ("standard", "knitted_straight", "pairs_and_set")
MELDLESS_FORMS = frozenset(FORM_ROWS) - {*WITH_SETS}
# hands that a claimed meld would spoil; circumstances that end with a claim or ask for a closed hand
SPECIAL = ("nine_gates", "nine_gates_any", "big_wheel", "seven_shifted_pairs")
CIRCUMSTANCES = ("first_turn", "riichi", "double_riichi", "open_riichi", "ippatsu")


def closed_only(row: Fan, sets: int) -> bool:
    """Whether the pattern of a row asks for a hand without claimed melds, where full hands have `sets` sets.

    >>> [closed_only(Fan("fan", "", "", 1, pattern), 4) for pattern in ("suits == 1", "no_meld", "heaven")]
    [False, True, True]
    """
    if not row.pattern:
        return False
    compiler = Compiler(sets)
    compiler.collect(row.pattern)
    pattern = compiler.compile(row.pattern)
    forms = pattern.forms if row.forms is None else pattern.forms & {*row.forms}
    if forms <= MELDLESS_FORMS or pattern.counter == "ura":
        return True
    return any(
        all(_closed(feature, index, compiler) for index in range(column.bit_length()) if column >> index & 1)
        for feature, column in pattern.columns.items()
    )


def _closed(feature: str, index: int, compiler: Compiler) -> bool:
    """Whether this value of a feature is one of hands without claimed melds alone."""
    if feature == "melds":
        return FACTS["claimed"].value(index, compiler.sets) == 0
    if feature == "sets":
        return FACTS["concealed_pungs"].value(index, compiler.sets) == compiler.sets
    if feature == "form":
        return any(FORM_ROWS[form] == index for form in MELDLESS_FORMS)
    if feature == "special":
        return any(FACTS[name].value(index, compiler.sets) for name in SPECIAL)
    if feature == "circumstances":
        return any(CIRCUMSTANCE_BITS[name] & index & ((1 << GENERAL) - 1) for name in CIRCUMSTANCES)
    if feature == "declared":
        return any(index >> compiler.declared.index(name) & 1 for name in CIRCUMSTANCES if name in compiler.declared)
    return False

"""What a shopping record is worth: its turns taken afresh, its cart scored, its facts counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from planclaims.episodes.record import EpisodeRecord
from planclaims.models.provider.failures import CONTEXT_OVERFLOW
from planclaims.seam import LimitEnding
from planclaims.suites.contract import Column, Data, Item, Judgement, Value
from planclaims.suites.longhorizon.measures import Committed, Fault, Level, Look, Outcome, Stated, measured
from planclaims.suites.longhorizon.replay import replay
from planclaims.suites.longhorizon.shopping.items import Behind, behind
from planclaims.suites.longhorizon.shopping.question import read_answer
from planclaims.suites.longhorizon.shopping.rules.cart import Cart, MalformedCart
from planclaims.suites.longhorizon.shopping.rules.checks import CHECKS, DIMENSIONS, EXPLICIT, Verdict
from planclaims.suites.longhorizon.shopping.rules.scoring import Assessment, assess
from planclaims.suites.longhorizon.shopping.store.environment import CART, Ending, Shop

NOTHING = "nothing was handed in"
MALFORMED = "the cart could not be read"
UNKNOWN = "something in the cart is unknown, or beyond all measure"
MOST = 10**15
"""The greatest sum that is told."""
COLUMNS = (
    Column("match", "number", "Jaccard index of the units and coupons of the cart and the best cart", averaged=True),
    Column("dimensions", "whole", "dimensions of which every check passes, of four", averaged=True),
    Column("price", "whole", "final price from the tables, in cents"),
    Column("rating", "whole", "sum of the ratings, in tenths, over all pieces"),
    Column("published_match", "number", "share of the expected that is found, by the published rule", averaged=True),
    Column("published_solved", "truth", "whether the published rule calls the case solved", averaged=True),
    *(Column(f"cart_{name}", "text", f"{name}: pass, fail or void") for name in CHECKS),
)


@dataclass(frozen=True)
class Handed:
    """What was handed in: a cart, or None for a malformed one; `present` tells whether there was anything.

    `left` is the cart as the episode left it, which the published rule scores; `looks` is None without tools.
    """

    cart: Cart | None
    present: bool
    left: Cart | None
    looks: Sequence[Look] | None
    refused: int = 0


def judge(record: EpisodeRecord, item: Item, condition: Data) -> Judgement:
    """Return the common measures and those of shopping."""
    known = behind(item)
    handed = handed_in(record, known, strict=bool(condition["strict"]))
    judged = assess(known.world, known.task, handed.cart)
    committed = _committed(known, handed, judged, record)
    values, missing = measured(committed, known.relevant, handed.looks, handed.refused)
    own, absent = _own(judged, handed)
    if not handed.present:
        missing |= {name: NOTHING for name in ("first_failed", "failed", "level") if values[name] is None}
    theirs = assess(known.world, known.task, handed.left)
    published: dict[str, Value] = {
        "published_match": float(theirs.published_match),
        "published_solved": theirs.published_case,
    }
    return Judgement({**values, **own, **published}, {**missing, **absent})


def handed_in(record: EpisodeRecord, known: Behind, *, strict: bool) -> Handed:
    """Return what a record hands in, with its turns taken afresh."""
    if record.turns is None:
        try:
            cart = read_answer(record.output or "")
        except MalformedCart:
            return Handed(None, not _overflown(record), None, None)
        return Handed(cart, True, cart, None)
    shop = Shop(known.world, known.task, {}, strict=strict)
    replayed = replay(record, shop)
    looks = [_with_rulings(look, known) for look in replayed.looks]
    return Handed(shop.handed_in, shop.ending is Ending.SUBMITTED, shop.basket.cart(0), looks, shop.refused)


def _with_rulings(look: Look, known: Behind) -> Look:
    """Return the look with the products that it rules out, whichever cell shows it."""
    shown = {known.rulings[cell] for cell in look.cells if cell in known.rulings}
    return replace(look, cells=look.cells | shown) if shown else look


def _committed(known: Behind, handed: Handed, judged: Assessment, record: EpisodeRecord) -> Committed:
    if not handed.present:
        if _overflown(record):
            return Committed(Outcome.CONTEXT)
        return Committed(Outcome.BUDGET_SPENT if record.ending == LimitEnding.TIMEOUT else Outcome.NOTHING)
    share = judged.share_of_optimum
    return Committed(
        outcome=_outcome(handed, judged),
        faults=tuple(_faults(handed, judged)),
        stated=_stated(handed, judged),
        share=(share.numerator, share.denominator),
        case=judged.case,
    )


def _overflown(record: EpisodeRecord) -> bool:
    return bool(record.calls) and record.calls[-1].finish_reason == CONTEXT_OVERFLOW


def _outcome(handed: Handed, judged: Assessment) -> Outcome:
    if handed.cart is None:
        return Outcome.MALFORMED
    if not judged.valid:
        return Outcome.INVALID
    return Outcome.OPTIMAL if judged.case else Outcome.SUBOPTIMAL


def _faults(handed: Handed, judged: Assessment) -> Iterator[Fault]:
    """Yield the checks that are not passed, void ones too, each with the cells that its failure rests on."""
    for name, finding in judged.findings.items():
        if finding.verdict is not Verdict.PASS:
            level = Level.FORM if handed.cart is None else CHECKS[name][1]
            yield Fault(name, level, handed.cart is not None and name in EXPLICIT, finding.cells)


def _stated(handed: Handed, judged: Assessment) -> Sequence[Stated]:
    """Return the one value that a cart states: its total, which the cart tools tell."""
    if handed.cart is None or judged.amounts is None or judged.amounts.final is None:
        return ()
    return (Stated(CART, handed.cart.total == judged.amounts.final),)


def _own(judged: Assessment, handed: Handed) -> tuple[dict[str, Value], dict[str, str]]:
    checks = {f"cart_{name}": str(finding.verdict) for name, finding in judged.findings.items()}
    values: dict[str, Value] = {
        "match": float(judged.match),
        "dimensions": sum(judged.dimensions[name] for name in DIMENSIONS),
        "price": _told(judged.amounts.final if judged.amounts else None),
        "rating": _told(judged.rating if judged.amounts else None),
        **(checks if handed.present else dict.fromkeys(checks)),
    }
    absent = NOTHING if not handed.present else MALFORMED if handed.cart is None else UNKNOWN
    return values, {name: absent for name, value in values.items() if value is None}


def _told(value: int | None) -> int | None:
    """Return the value, unless an absurd quantity has made it too great for a table."""
    return value if value is None or value <= MOST else None

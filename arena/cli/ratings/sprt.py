"""``arena sprt``: where a sequential test stands on given counts."""

from __future__ import annotations

import click

from arena.cli.ratings.rate import counts
from arena.cli.say import say, say_json
from arena.cli.width import terminal_width
from arena.errors import RatingError
from arena.ratings.length import WIDE, too_wide
from arena.ratings.sprt import MODELS, Model, Sprt
from arena.report.numbers import fixed, json_ready, wrapped

UNITS = {"logistic": "Elo", "normalized": "nElo", "bayeselo": "BayesElo", "cutechess": "Elo"}


@click.command()
@click.option("--pairs", "pairs_", metavar="LL,LD,MID,WD,WW", help="Pairs by the first bot's result, worst first.")
@click.option("--wdl", metavar="W,D,L", help="Wins, draws and losses of single games.")
@click.option("--elo0", type=float, required=True, help="The gap that H0 claims.")
@click.option("--elo1", type=float, required=True, help="The gap that H1 claims.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance of accepting H1 although H0 holds.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance of accepting H0 although H1 holds.")
@click.option("--model", type=click.Choice(MODELS), default="normalized", show_default=True, help="What the gap means.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(
    pairs_: str | None,
    wdl: str | None,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    model: Model,
    as_json: bool,
) -> None:
    """Print the log-likelihood ratio of two hypotheses, its bounds, and which of them is accepted, if any.

    Models: logistic (Elo), normalized (normalised Elo), and for single games only bayeselo (raw units) and
    cutechess (Elo bounds, half a game added to each count).
    """
    if (pairs_ is None) == (wdl is None):
        raise RatingError("arena sprt", "one list of counts is needed", "Give --pairs or --wdl.")
    seen: tuple[int, ...]
    if pairs_ is not None:
        seen = counts(pairs_, "LL,LD,MID,WD,WW", 5, "--pairs")
    else:
        seen = counts(wdl or "", "W,D,L", 3, "--wdl")[::-1]
    sprt = Sprt(elo0, elo1, alpha, beta, model)
    verdict, wide = sprt.judge(seen), too_wide(sprt)
    unit = "pairs" if pairs_ is not None else "games"
    if as_json:
        facts = {
            "llr": verdict.llr, "lower": verdict.lower, "upper": verdict.upper,
            "verdict": verdict.accepted or "continue", "elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta,
            "model": model, unit: sum(seen), "too_wide_for_alpha_and_beta": wide,
        }  # fmt: skip
        say_json(json_ready(facts), indent=2)
        return
    words = {
        "H1": "H1 accepted: stop. The Elo of a match stopped here is biased outward.",
        "H0": "H0 accepted: stop. The Elo of a match stopped here is biased outward.",
        None: "neither is accepted: go on.",
    }
    lines = [
        f"H0: {elo0:g}, H1: {elo1:g} {UNITS[model]} ({model} model), alpha {alpha:g}, beta {beta:g}",
        f"{unit + ':':9}{sum(seen)}",
        f"LLR:     {fixed(verdict.llr, 4)}",
        f"bounds:  {fixed(verdict.lower, 4)} to {fixed(verdict.upper, 4)}",
        f"verdict: {words[verdict.accepted]}",
        *wrapped([WIDE] if wide else [], terminal_width()),
    ]
    say("\n".join(lines))

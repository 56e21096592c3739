#!/usr/bin/env python3
"""Fits the weights by which references are ranked, and writes them as a header.

fit_references.py PROGRAM HEADER [--recorded FILE…] [--folds] [--steps N]

PROGRAM is benchmarks/quality/reference_features: it plays dialogues and prints, for each reference, the features of
every set that may be meant. Fitted on tests/domains (but for `unseen` and `calibrating`) and tests/coding (`tried`),
each with and without what the assistant said, for some agents do not tell it, and on FILEs of such features
(recorded_references.txt.xz: Schema-Guided Dialogue, see its README); the confidence is calibrated on
tests/domains/calibrating, which nothing else uses. Run in the root of the project; needs numpy.

There are two models. The ranker is a conditional log-linear one: the chance of a hypothesis is proportional to the
exponential of the sum of its features by their weights. Whether its best hypothesis is right is told by a logistic
one, from the lead over the second and from the features; it is fitted on what rankers say of domains that they were
not fitted to, an eighth at a time. Both are fitted by gradient steps (Adam) with a penalty on the squares, in double
precision, and rounded to 256ths. --folds prints right and wrong of the domains left out, instead."""
import argparse
import glob
import lzma
import subprocess
import sys

import numpy

FITTED = sorted(glob.glob("tests/domains/*.json") + glob.glob("tests/domains/lists/*.json") +
                glob.glob("tests/domains/fitted/*.json")) + ["tests/coding/tried_dialogues.jsonl"]
CALIBRATING = sorted(glob.glob("tests/domains/calibrating/*.json"))
UNSEEN = sorted(glob.glob("tests/domains/unseen/*.json") + glob.glob("tests/domains/unseen/lists/*.json"))


RECORDED_WEIGHT = 1.3


class Features:
    """References, each with the features of its hypotheses; the last hypothesis is that nothing is meant.

    A row for each hypothesis, with the places and values of what is not 0."""

    def __init__(self):
        self.places, self.values, self.rows = [], [], [0]  # rows: where each begins
        self.starts, self.right, self.means_nothing, self.source, self.weight = [0], [], [], [], []
        self.size = self.trusted = 0  # the first so many tell whether an answer is right
        self.doubts = []  # the places of those that never speak for an answer

    def read(self, lines, weight=1.0):
        for line in lines:
            word = line.split()
            if word[0] == "features":
                self.size, self.trusted = int(word[1]), int(word[2])
            elif word[0] == "doubts":  # doubts [PLACE…]
                self.doubts = [int(each) for each in word[1:]]
            elif word[0] == "reference":  # reference SOURCE NOTHING [RIGHT…]
                self.source.append(word[1])
                self.means_nothing.append(word[2] == "1")
                self.right.append([int(each) for each in word[3:]])
                self.weight.append(weight)
                self.starts.append(self.starts[-1])
            else:  # - [PLACE:VALUE…]
                for each in word[1:]:
                    place, value = each.split(":")
                    self.places.append(int(place))
                    self.values.append(int(value))
                self.rows.append(len(self.places))
                self.starts[-1] += 1
        return self

    def done(self):
        self.places, self.values = numpy.array(self.places, numpy.int32), numpy.array(self.values, float)
        self.rows, self.starts = numpy.array(self.rows), numpy.array(self.starts)
        self.weight, self.source = numpy.array(self.weight), numpy.array(self.source)
        self.means_nothing = numpy.array(self.means_nothing)
        self.row_of = numpy.repeat(numpy.arange(len(self.rows) - 1), numpy.diff(self.rows))
        return self

    def sums(self, values, weights):
        """Of each row."""
        out = numpy.zeros(len(self.rows) - 1)
        filled = numpy.diff(self.rows) > 0
        out[filled] = numpy.add.reduceat(values * weights[self.places], self.rows[:-1][filled])
        return out

    def sums_by_place(self, values, row_weights):
        return numpy.bincount(self.places, weights=values * row_weights[self.row_of], minlength=self.size)


def play(program, files, *options):
    out = subprocess.run([program, *options, *files], stdout=subprocess.PIPE, check=True, text=True)
    return out.stdout.splitlines()


def descend(slope_at, size, steps, never_above):
    """Where a convex function is least, from 0 on; at some places never above 0."""
    weights, mean, square = (numpy.zeros(size) for _ in range(3))
    for step in range(1, steps + 1):
        slope = slope_at(weights)
        mean = .9 * mean + .1 * slope
        square = .99 * square + .01 * slope * slope
        rate = .08 if step < .7 * steps else .02
        weights -= rate * (mean / (1 - .9 ** step)) / (numpy.sqrt(square / (1 - .99 ** step)) + 1e-8)
        weights[never_above] = numpy.minimum(weights[never_above], 0)
        # What differs between machines in the last bits does not add up.
        weights = numpy.round(weights * 2 ** 24) / 2 ** 24
    return weights


def rounded(weights):
    return numpy.round(weights * 256).clip(-32000, 32000).astype(int)


def fit(of, steps, left_out=None, penalty=4.0):
    """The weights; without the references for which `left_out` is true."""
    scale = numpy.ones(of.size)
    numpy.maximum.at(scale, of.places, abs(of.values))
    values = of.values / scale[of.places]
    sizes = numpy.diff(of.starts)
    known = numpy.flatnonzero(sizes > 0)
    starts, counts, weight = of.starts[:-1][known], sizes[known], of.weight[known]
    if left_out is not None:
        weight = weight * ~left_out[known]
    row_weight = numpy.repeat(weight, counts)
    # Where what is meant was not proposed, it is best to say nothing.
    wanted = numpy.array([of.starts[i] + of.right[i][0] if of.right[i] else of.starts[i + 1] - 1 for i in known])
    is_wanted = numpy.zeros(len(of.rows) - 1)
    is_wanted[wanted] = weight
    target = of.sums_by_place(values, is_wanted)

    def slope_at(weights):
        sums = of.sums(values, weights)
        chance = numpy.exp(sums - numpy.repeat(numpy.maximum.reduceat(sums, starts), counts))
        chance /= numpy.repeat(numpy.add.reduceat(chance, starts), counts)
        return (of.sums_by_place(values, chance * row_weight) - target + penalty * weights) / weight.sum()

    return rounded(descend(slope_at, of.size, steps, of.doubts) / scale)


class Answers:
    """What sums answer: of each reference the row and the lead of the best hypothesis, whether it is one, and whether
    it is right."""

    def __init__(self, of, sums):
        self.means_nothing = of.means_nothing
        self.row, self.lead, self.answered, self.right = [], [], [], []
        for i, start in enumerate(of.starts[:-1]):
            own = sums[start:of.starts[i + 1]]
            best, second = numpy.argsort(-own, kind="stable")[:2] if len(own) > 1 else (0, 0)
            self.row.append(start + best)
            self.lead.append(int(own[best] - own[second]) if len(own) else 0)
            self.answered.append(best + 1 < len(own))
            self.right.append(best in of.right[i] and not of.means_nothing[i])
        self.row, self.lead = numpy.array(self.row), numpy.array(self.lead)
        self.answered, self.right = numpy.array(self.answered), numpy.array(self.right)

    def shares(self, score, least):
        """Right and wrong where only a score of at least so much is answered."""
        given = self.answered & (score >= least)
        right = (given & self.right).sum() + (~given & self.means_nothing).sum()
        return right / len(given), (given & ~self.right).sum() / len(given)


SMALL_LEAD = 512


class Trust:
    """What tells whether an answer is right, as the logarithm of its odds: of its features, and of its lead."""

    def __init__(self, of_features, of_lead, of_small_lead):
        self.of_features, self.of_lead, self.of_small_lead = of_features, of_lead, of_small_lead

    def score(self, of, answers):
        weights = numpy.append(self.of_features, numpy.zeros(of.size - of.trusted, int))
        by_lead = answers.lead * self.of_lead + numpy.minimum(answers.lead, SMALL_LEAD) * self.of_small_lead
        return of.sums(of.values, weights)[answers.row].astype(int) + by_lead // 256


def left_out_sums(of, steps):
    """The sums of each row by weights that were fitted without an eighth of the sources, its own among them."""
    fold = {each: i % 8 for i, each in enumerate(sorted(set(of.source)))}
    fold_of = numpy.array([fold[each] for each in of.source])
    rows = numpy.repeat(fold_of, numpy.diff(of.starts))
    out = numpy.zeros(len(rows))
    for i in range(8):
        out[rows == i] = of.sums(of.values, fit(of, steps, fold_of == i))[rows == i]
    return out


def fit_trust(of, answers, steps, penalty=2000.0):
    """Fitted on what was answered for references that the weights were not fitted to."""
    right, lead = answers.right[answers.answered], answers.lead[answers.answered]
    weight = of.weight[answers.answered]

    table = numpy.zeros((len(lead), of.trusted + 2))
    for i, row in enumerate(answers.row[answers.answered]):
        own = slice(of.rows[row], of.rows[row + 1])
        told = of.places[own] < of.trusted
        table[i, of.places[own][told]] = of.values[own][told]
    table[:, -2] = lead / 256
    table[:, -1] = numpy.minimum(lead, SMALL_LEAD) / 256
    scale = table.std(axis=0)
    scale[scale == 0] = 1
    table /= scale
    penalties = numpy.full(len(scale), penalty)
    penalties[[0, -2, -1]] = 1  # the first feature is always 1

    def slope_at(weights):
        chance = 1 / (1 + numpy.exp(-(table @ weights)))
        return (table.T @ ((chance - right) * weight) + penalties * weights) / weight.sum()

    weights = rounded(descend(slope_at, len(scale), steps, of.doubts) / scale)
    return Trust(weights[:-2], weights[-2], weights[-1])


def calibrate(answers, score):
    """(score, confidence) and (risk, confidence), in parts per million: a logistic curve over the score."""
    score, right = score[answers.answered] / 256, answers.right[answers.answered].astype(float)
    a, b = 0.0, 0.0
    for _ in range(50):  # Newton's method
        chance = 1 / (1 + numpy.exp(-(a * score + b)))
        slope = numpy.array([((right - chance) * score).sum(), (right - chance).sum()])
        spread = chance * (1 - chance)
        bend = numpy.array([[(spread * score * score).sum(), (spread * score).sum()],
                            [(spread * score).sum(), spread.sum()]])
        more = numpy.linalg.solve(bend, slope)
        a, b = a + more[0], b + more[1]
    steps = range(-1200, 1601, 100)
    confidence = [int(round(1e3 / (1 + numpy.exp(-(a * each / 256 + b))))) * 1000 for each in steps]
    risks = []
    chance = numpy.sort(1 / (1 + numpy.exp(-(a * score + b))))[::-1]
    wrong = 1 - numpy.cumsum(chance) / numpy.arange(1, len(chance) + 1)  # where so many are answered
    for risk in (10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 180, 200, 220, 250, 280, 300, 320, 325, 330, 340, 350, 400):
        enough = (wrong <= risk / 1000).sum()
        risks.append((risk * 1000, int(chance[enough - 1] * 1e3) * 1000 if enough else 1_000_000))
    return list(zip(steps, confidence)), risks + [(1_000_000, 0)]


def table_of(weights):
    out, line = [], "   "
    for each in weights:
        if len(line) + len(f" {each},") > 98:
            out.append(line)
            line = "   "
        line += f" {each},"
    return out + [line, "};", ""]


def header(weights, trust, confidence, risks):
    out = ["#pragma once", "", "// Written by benchmarks/quality/fit_references.py; do not edit.", "",
           "#include <workmem/detail/cxx20.hpp>", "", "#include <cstdint>", "", "namespace workmem::resolution {", "",
           "/// What each `feature` is worth, in 256ths.",
           "inline constexpr std::int16_t feature_weights[]{"] + table_of(weights)
    out += ["/// How much each of the first features says that an answer is right, in 256ths of the",
            "/// logarithm of its odds.", "inline constexpr std::int16_t trust_weights[]{"] + table_of(trust.of_features)
    out += ["/// How much the lead over the next says so, and the part of it up to `small_lead`.",
            f"inline constexpr int trust_of_lead = {trust.of_lead}, trust_of_small_lead = {trust.of_small_lead};",
            f"inline constexpr int small_lead = {SMALL_LEAD};", "",
            "/// How sure an answer is that has so much trust, in parts per million.",
            "struct confidence_step {", "    int trust;", "    std::uint32_t confidence;", "};",
            "inline constexpr confidence_step confidence_steps[]{"]
    out += [f"    {{{a}, {b}}}," for a, b in confidence]
    out += ["};", "", "/// The confidence at which so much of what is answered is wrong, in parts per million.",
            "struct risk_step {", "    std::uint32_t risk, confidence;", "};", "inline constexpr risk_step risk_steps[]{"]
    out += [f"    {{{a}, {b}}}," for a, b in risks]
    return "\n".join(out + ["};", "", "}  // namespace workmem::resolution", ""])


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("program")
    given.add_argument("header")
    given.add_argument("--recorded", nargs="*", default=[])
    given.add_argument("--folds", action="store_true")
    given.add_argument("--steps", type=int, default=300)
    given = given.parse_args()
    fitted = Features().read(play(given.program, FITTED)).read(play(given.program, FITTED, "--unheard"))
    for each in given.recorded:
        with lzma.open(each, "rt") as lines:
            fitted.read(lines, RECORDED_WEIGHT)
    fitted.done()
    left_out = Answers(fitted, left_out_sums(fitted, given.steps))
    trust = fit_trust(fitted, left_out, given.steps)

    def tell(name, of, answers):
        score = trust.score(of, answers)
        print(f"{name:12} {len(of.right):5} references: " + ", ".join(
            "trust {}: right {:.3f}, wrong {:.3f}".format(least, *answers.shares(score, least))
            for least in (-1200, -128, 0, 128, 256, 512)))

    tell("left out", fitted, left_out)
    if given.folds:
        return
    weights = fit(fitted, given.steps)
    calibrating, unseen = (Features().read(play(given.program, each)).done() for each in (CALIBRATING, UNSEEN))
    for name, of in (("calibrating", calibrating), ("unseen", unseen)):
        tell(name, of, Answers(of, of.sums(of.values, weights)))
    answers = Answers(calibrating, calibrating.sums(calibrating.values, weights))
    confidence, risks = calibrate(answers, trust.score(calibrating, answers))
    with open(given.header, "w", encoding="ascii") as out:
        out.write(header(weights, trust, confidence, risks))


if __name__ == "__main__":
    sys.exit(main())

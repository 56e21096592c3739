#!/usr/bin/env python3
"""Fits the weights by which references are ranked, and writes them as a header.

fit_references.py PROGRAM HEADER [--recorded FILE…] [--folds] [--steps N]

PROGRAM is benchmarks/quality/reference_features: it plays dialogues and prints, for each reference, the features of
every set that may be meant. Fitted on tests/domains (but for `unseen` and `calibrating`) and tests/coding (`tried`),
each with and without what the assistant said, for some agents do not tell it, and on FILEs of such features
(recorded_references.txt.xz: Schema-Guided Dialogue, see its README); the confidence is calibrated on
tests/domains/calibrating, which nothing else uses. Run in the root of the project; needs numpy.

The model is a conditional log-linear one: the chance of a hypothesis is proportional to the exponential of the sum of
its features by their weights. Fitted by gradient steps (Adam) with a penalty on the squares, in double precision, and
rounded to 256ths. --folds prints right and wrong with an eighth of the domains left out at a time, instead."""
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
        self.size = 0

    def read(self, lines, weight=1.0):
        for line in lines:
            word = line.split()
            if word[0] == "features":
                self.size = int(word[1])
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
    weights, mean, square = (numpy.zeros(of.size) for _ in range(3))
    for step in range(1, steps + 1):
        sums = of.sums(values, weights)
        chance = numpy.exp(sums - numpy.repeat(numpy.maximum.reduceat(sums, starts), counts))
        chance /= numpy.repeat(numpy.add.reduceat(chance, starts), counts)
        slope = (of.sums_by_place(values, chance * row_weight) - target + penalty * weights) / weight.sum()
        mean = .9 * mean + .1 * slope
        square = .99 * square + .01 * slope * slope
        rate = .08 if step < .7 * steps else .02
        weights -= rate * (mean / (1 - .9 ** step)) / (numpy.sqrt(square / (1 - .99 ** step)) + 1e-8)
        # What differs between machines in the last bits does not add up.
        weights = numpy.round(weights * 2 ** 24) / 2 ** 24
    return numpy.round(weights / scale * 256).clip(-32000, 32000).astype(int)


def answers(of, weights):
    """For each reference: the lead of the best hypothesis, whether it is one, and whether it is right."""
    sums = of.sums(of.values, weights)
    out = []
    for i in range(len(of.right)):
        own = sums[of.starts[i]:of.starts[i + 1]]
        if len(own) == 0:
            out.append((0, False, of.means_nothing[i]))
            continue
        best = int(numpy.argmax(own))
        others = numpy.delete(own, best)
        lead = int(own[best] - others.max()) if len(others) else 1 << 14
        out.append((lead, best + 1 < len(own), best in of.right[i] and not of.means_nothing[i]))
    return out


def shares(of, weights, least, wanted=None):
    """Right and wrong where only a lead of at least so much is answered; of those for which `wanted` is true."""
    right = wrong = 0
    wanted = numpy.ones(len(of.right), bool) if wanted is None else wanted
    for (lead, answered, fits), nothing, counts in zip(answers(of, weights), of.means_nothing, wanted):
        if not counts:
            continue
        if not answered or lead < least:
            right += nothing
        elif fits:
            right += 1
        else:
            wrong += 1
    return right / wanted.sum(), wrong / wanted.sum()


def calibrate(of, weights):
    """(lead, confidence) and (risk, confidence), in parts per million: a logistic curve over the lead."""
    given = [(lead / 256, fits) for lead, answered, fits in answers(of, weights) if answered]
    lead = numpy.array([each[0] for each in given])
    fits = numpy.array([each[1] for each in given], float)
    a, b = 0.0, 0.0
    for _ in range(50):  # Newton's method
        chance = 1 / (1 + numpy.exp(-(a * lead + b)))
        slope = numpy.array([((fits - chance) * lead).sum(), (fits - chance).sum()])
        spread = chance * (1 - chance)
        bend = numpy.array([[(spread * lead * lead).sum(), (spread * lead).sum()],
                            [(spread * lead).sum(), spread.sum()]])
        more = numpy.linalg.solve(bend, slope)
        a, b = a + more[0], b + more[1]
    leads = [0, 40, 80, 120, 160, 200, 240, 280, 320, 360, 400, 450, 500, 560, 620, 700, 800, 900, 1000, 1150, 1300,
             1500, 1750, 2000, 2400]
    confidence = [int(round(1e3 / (1 + numpy.exp(-(a * each / 256 + b))))) * 1000 for each in leads]
    risks = []
    chance = 1 / (1 + numpy.exp(-(a * lead + b)))
    for risk in (10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 180, 200, 220, 250, 280, 300, 320, 350, 400):
        enough = [c for each, c in zip(leads, confidence)
                  if (lead * 256 >= each).any() and 1 - chance[lead * 256 >= each].mean() <= risk / 1000]
        risks.append((risk * 1000, min(enough, default=1_000_000)))
    return list(zip(leads, confidence)), risks + [(1_000_000, 0)]


def header(weights, confidence, risks):
    out = ["#pragma once", "", "// Written by benchmarks/quality/fit_references.py; do not edit.", "",
           "#include <workmem/detail/cxx20.hpp>", "", "#include <cstdint>", "", "namespace workmem::resolution {", "",
           "/// What each `feature` is worth, in 256ths.",
           "inline constexpr std::int16_t feature_weights[]{"]
    line = "   "
    for each in weights:
        if len(line) + len(f" {each},") > 98:
            out.append(line)
            line = "   "
        line += f" {each},"
    out += [line, "};", "", "/// How sure an answer is that leads by at least so many 256ths, in parts per million.",
            "struct confidence_step {", "    int lead;", "    std::uint32_t confidence;", "};",
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
    if given.folds:
        sources = sorted(set(fitted.source))
        fold = {each: i % 8 for i, each in enumerate(sources)}
        places = numpy.array([fold[each] for each in fitted.source])
        total = numpy.zeros((3, 2))
        for i in range(8):
            left = places == i
            weights = fit(fitted, given.steps, left)
            for j, least in enumerate((0, 200, 600)):
                total[j] += numpy.array(shares(fitted, weights, least, left)) * left.sum()
        for row, least in zip(total / len(fitted.right), (0, 200, 600)):
            print(f"left out, lead {least:4}: right {row[0]:.3f}, wrong {row[1]:.3f}")
        return
    weights = fit(fitted, given.steps)
    calibrating = Features().read(play(given.program, CALIBRATING)).done()
    confidence, risks = calibrate(calibrating, weights)
    unseen = Features().read(play(given.program, UNSEEN)).done()
    for name, of in (("fitted", fitted), ("calibrating", calibrating), ("unseen", unseen)):
        print(f"{name:12} {len(of.right):5} references: " + ", ".join(
            "lead {}: right {:.3f}, wrong {:.3f}".format(least, *shares(of, weights, least))
            for least in (0, 120, 200, 360, 620)))
    with open(given.header, "w", encoding="ascii") as out:
        out.write(header(weights, confidence, risks))


if __name__ == "__main__":
    sys.exit(main())

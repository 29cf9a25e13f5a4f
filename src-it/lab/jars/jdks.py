#!/usr/bin/env python3
"""Compares two JDKs by the benchmarks of a jar of JMH: by `hp-cli bench run --jar`, and by JMH alone with 20 forks of each.

    src-it/lab/jars/jdks.py JAR PATTERN --old JAVA_HOME --new JAVA_HOME [--forks 20] [--budget 5m] [--hp hp-cli/target/hp-cli/bin/hp-cli]
        [-- OPTIONS OF JMH]

Prints for each benchmark the cost under the new JDK over that under the old one, each with its interval of 95 %. JMH's forks
alternate between the two JDKs. The interval of JMH alone is Welch's, of the logarithms of the means of forks. JMH alone decides FASTER or
SLOWER if its interval excludes 1, and SAME if it lies within 1 % of 1. "agree" means that hp-cli's verdict is this one, or that the
intervals overlap if JMH decides nothing.
"""

import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar")
    parser.add_argument("pattern")
    parser.add_argument("--old", required=True)
    parser.add_argument("--new", required=True)
    parser.add_argument("--forks", type=int, default=20)
    parser.add_argument("--budget", default="5m")
    parser.add_argument("--hp", default="hp-cli/target/hp-cli/bin/hp-cli")
    own, jmh = sys.argv[1:], []
    if "--" in own:
        own, jmh = own[: own.index("--")], own[own.index("--") + 1 :]
    options = parser.parse_args(own)
    options.jmh = jmh
    return options


def forks(options, home, folder):
    """Runs a fork of each benchmark; returns the logarithm of its cost, by benchmark and parameters."""
    out = folder / "jmh.json"
    command = [home + "/bin/java", "-jar", options.jar, options.pattern, "-f", "1", *options.jmh]
    subprocess.run([*command, "-rf", "json", "-rff", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    costs = {}
    for one in json.loads(out.read_text()):
        sign = -1 if one["mode"] == "thrpt" else 1
        scores = [statistics.mean(fork) for fork in one["primaryMetric"]["rawData"]]
        costs[key(one["benchmark"], one.get("params", {}))] = [sign * math.log(score) for score in scores]
    return costs


def key(benchmark, params):
    name = ".".join(benchmark.split(".")[-2:])
    return " ".join([name, *(f"{k}={v}" for k, v in sorted(params.items()))])


def alone(options, folder):
    """The interval of the ratio by JMH alone, by benchmark."""
    old, new = {}, {}
    for _ in range(options.forks):
        for home, into in ((options.old, old), (options.new, new)):
            for name, costs in forks(options, home, folder).items():
                into.setdefault(name, []).extend(costs)
    return {name: welch(old[name], new[name]) for name in old}


def welch(old, new):
    a, b = statistics.variance(old) / len(old), statistics.variance(new) / len(new)
    freedom = (a + b) ** 2 / (a**2 / (len(old) - 1) + b**2 / (len(new) - 1))
    middle = statistics.mean(new) - statistics.mean(old)
    half = student(freedom) * math.sqrt(a + b)
    return [math.exp(middle), math.exp(middle - half), math.exp(middle + half)]


def student(freedom):
    """The 97.5 % point of Student's t by Cornish and Fisher's expansion; its error is below 0.2 % from 8 degrees on."""
    z = statistics.NormalDist().inv_cdf(0.975)
    terms = [z, (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384]
    return sum(term / freedom**i for i, term in enumerate(terms))


def by_hp(options, folder):
    out = folder / "hp"
    command = [options.hp, "bench", "run", "--jar", options.jar, options.pattern, "--jvm", options.old]
    command += ["--variant", "new=jvm:" + options.new, "--budget", options.budget, "-o", str(out), "--", *options.jmh]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    results = json.loads((out / "results.json").read_text())
    return {key(one["workload"], one["params"]): one for one in results["comparisons"] if one["variant"] == "new"}


def agrees(plain, ours):
    _, low, high = plain
    decided = {"SAME": 0.99 <= low and high <= 1.01, "FASTER": high < 1, "SLOWER": low > 1}
    if any(decided.values()):
        return decided.get(ours["verdict"], False)
    return ours["ci95"][0] <= high and low <= ours["ci95"][1]


def main():
    options = arguments()
    options.jar = str(pathlib.Path(options.jar).resolve())
    with tempfile.TemporaryDirectory() as name:
        ours = by_hp(options, pathlib.Path(name))
        plain = alone(options, pathlib.Path(name))
    print("| benchmark | JMH alone | hp-cli | |\n|---|---|---|---|")
    for name in sorted(plain):
        one = ours[name]
        middle, low, high = plain[name]
        if one["ci95"] is None:
            ratio, word = "no interval", "-"
        else:
            ratio = f"{one['ratio']:.3f} [{one['ci95'][0]:.3f}, {one['ci95'][1]:.3f}] {one['verdict'].lower()}"
            word = "agree" if agrees(plain[name], one) else "differ"
        print(f"| {name} | {middle:.3f} [{low:.3f}, {high:.3f}] | {ratio} | {word} |", flush=True)


main()

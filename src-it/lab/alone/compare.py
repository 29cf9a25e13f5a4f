#!/usr/bin/env python3
"""Compares the gain that hp-bench reports with that of JVMs that run alone, which Alone.java measures without hp-bench.

    src-it/lab/alone/compare.py [--passes 4] [--loops 2] [--hp hp-cli/target/hp-cli/bin/hp-cli] [--java JAVA_HOME] [CASE...]

For each case two rounds of Alone.java, then two of a campaign of hp-bench, both with that JVM, and that in each pass: the caches of
a machine that is shared with others change within minutes. Prints for each case the ratio of the cost on THP alone, the ratio when both
JVMs share the CPU, the ratio that hp-bench reports, whether the intervals of the first and the last overlap, and whether that of hp-bench contains the ratio
alone. --loops starts endless loops beside all of it. --compact, as root, drops the page cache and compacts memory before each program, so that
the base pages of new JVMs lie together. Takes about 7 minutes a case.
"""

import argparse
import json
import math
import pathlib
import re
import statistics
import subprocess
import tempfile

CASES = {
    "bytes-1k": ("bytes", "1000", "ByteArrayTouch", "size=1000"),
    "bytes-1m": ("bytes", "1000000", "ByteArrayTouch", "size=1000000"),
    "bytes-10m": ("bytes", "10000000", "ByteArrayTouch", "size=10000000"),
    "bytes-100m": ("bytes", "100000000", "ByteArrayTouch", "size=100000000"),
    "bytes-1g": ("bytes", "1000000000", "ByteArrayTouch", "size=1000000000"),
    "chase-25k": ("chase", "25000", "PointerChase", "nodes=25000"),
    "chase-1m": ("chase", "1000000", "PointerChase", "nodes=1000000"),
    "chase-3m": ("chase", "3200000", "PointerChase", "nodes=3200000"),
    "map-1m": ("map", "1000000", "HashMapGet", "entries=1000000"),
    "map-10m": ("map", "10000000", "HashMapGet", "entries=10000000"),
    "scan-256": ("scan", "256", "SequentialScan", "mebibytes=256"),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passes", type=int, default=4, help="of two rounds each; an interval needs six rounds")
    parser.add_argument("--loops", type=int, default=0)
    parser.add_argument("--compact", action="store_true", help="compact memory before each program")
    parser.add_argument("--hp", default="hp-cli/target/hp-cli/bin/hp-cli")
    parser.add_argument("--java", required=True, help="home of the JDK")
    parser.add_argument("cases", nargs="*", default=list(CASES))
    return parser.parse_args()


def settle(options):
    """Gives the next program memory that lies together, if the options ask for it."""
    if options.compact:
        subprocess.run(["sync"], check=True)
        pathlib.Path("/proc/sys/vm/drop_caches").write_text("3")
        pathlib.Path("/proc/sys/vm/compact_memory").write_text("1")


def alone(options, classes, kind, size):
    """The values of two rounds of Alone.java by name."""
    settle(options)
    heap = "2g" if size == "1000000000" else "1g"
    command = [f"{options.java}/bin/java", "-cp", classes, "Alone", kind, size, "2", heap]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return {line[19:46].strip(): numbers(line.split("  rounds ")[1]) for line in lines}


def interval(values):
    """The estimate of Hodges and Lehmann with the 95 % interval of the signed-rank statistic, of the logarithms."""
    size = len(values)
    logs = [math.log(value) for value in values]
    means = sorted((logs[i] + logs[j]) / 2 for i in range(size) for j in range(i, size))
    # counts[w]: subsets of the ranks 1 to size with the sum w
    counts = [1] + [0] * (size * (size + 1) // 2)
    for rank in range(1, size + 1):
        for total in range(len(counts) - 1, rank - 1, -1):
            counts[total] += counts[total - rank]
    outside, below = 0, 0
    while 2 * (below + counts[outside]) <= 0.05 * 2**size:
        below += counts[outside]
        outside += 1
    if outside == 0:
        raise SystemExit("an interval needs six rounds")
    return [math.exp(value) for value in (statistics.median(means), means[outside - 1], means[-outside])]


def text(values):
    return "{:.3f} [{:.3f}, {:.3f}]".format(*interval(values))


def reported(options, folder, workload, params):
    command = [options.hp, "bench", "run", "--profile", "quick", "--workloads", f"^{workload}\\.", "--params", params]
    command += ["--variants", "thp", "--rounds", "2", "--jvm", options.java, "--wait", "-o", folder]
    if pathlib.Path(folder).exists():
        command = [options.hp, "bench", "run", "--continue", folder, "--rounds", "2", "--wait"]
    settle(options)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    results = json.loads((pathlib.Path(folder) / "results.json").read_text())
    return [one for one in results["comparisons"] if one["variant"] == "thp"][0]


def numbers(text):
    return [float(number) for number in re.findall(r"[0-9.]+", text)]


def main():
    options = arguments()
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(options.loops)]
    agree = contains = 0
    try:
        with tempfile.TemporaryDirectory() as work:
            source = pathlib.Path(__file__).with_name("Alone.java")
            subprocess.run([f"{options.java}/bin/javac", "-d", work, str(source)], check=True)
            for name in options.cases:
                kind, size, workload, params = CASES[name]
                lone = {}
                for _ in range(options.passes):
                    for quantity, values in alone(options, work, kind, size).items():
                        lone.setdefault(quantity, []).extend(values)
                    found = reported(options, f"{work}/{name}", workload, params)
                low, high = found["ci95"]
                ratio, lone_low, lone_high = interval(lone["THP alone"])
                fits = low <= lone_high and lone_low <= high
                agree += fits
                contains += low <= ratio <= high
                print(
                    f"{name:11} alone {text(lone['THP alone'])}  shared {text(lone['THP shared'])}"
                    f"  hp-bench {found['ratio']:.3f} [{low:.3f}, {high:.3f}] {found['verdict']}"
                    f"  {'agree' if fits else 'DIFFER'}  base cost shared/alone {text(lone['base cost, shared / alone'])}",
                    flush=True,
                )
    finally:
        for loop in loops:
            loop.kill()
    print(f"intervals overlap: {agree} of {len(options.cases)}; hp-bench's contains the ratio alone: {contains}")


if __name__ == "__main__":
    main()

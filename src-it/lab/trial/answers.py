#!/usr/bin/env python3
"""Compares the answers of `hp-cli trial` with those of `hp-cli try` for a program that reads its heap at random, as root.

    src-it/lab/trial/answers.py --gains 10 --equal 20 [--own 10] [--stalls 4] [--loops 2] [--for 3m] [--try-rounds 12] [--hp hp-cli/target/hp-cli/bin/hp-cli]

Gains: for each of the sizes in turn a `trial` of a running JVM, and before the first of a size one `try` (the cost of a batch
in new JVMs, which run alone). The interval of the trial against the pages before it contains the ratio of the `try`, or not.
Own: trials compared with the same process. Its CPU time for a line of its log is read from outside for 20 s before the trial, after it,
on huge pages after `hp-cli collapse`, and after `collapse --undo`. New JVMs differ from each other by the place of their pages; this
comparison does not contain that.
Equal: trials of a program that reads 1 MiB, which has no gain. Prints a line for each and a sum; --loops starts endless
loops beside all of it. --rest waits before each trial and each try: memory that another process has just freed gives the next one other
base pages. --compact drops the page cache and compacts memory before each of them, so that the base pages of new processes lie together.
Stalls: trials of the same sizes in which the thread that takes time stamps touches all data in each pass, so that it meets the block
that is changed. Its gaps bound what a thread of the program waits: for a CPU, or for the kernel's locks. A further figure is the longest
part of a gap without the waits for a CPU. These touches cost CPU time, so such a trial says nothing about a gain.
A line also has the longest gap that this thread saw: in 10 s before the trial, in the first 4 s of it, which change nothing, and in
the rest; the longest step of the trial; and the median share of slow reads of idle memory in its turns, in per cent: a host with more
than 1 takes memory away, and its processes cannot be compared. Without --stalls the thread touches one MiB in each pass, and nearly
never meets the block that is changed: its gaps are those of a host under this load.
"""

import argparse
import json
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

START = 4
BATCHES = 1000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gains", type=int, default=10, help="trials of a program with a gain")
    parser.add_argument("--sizes", default="64,256,512,2048", help="MiB of the programs with a gain, in turn")
    parser.add_argument("--own", type=int, default=0, help="trials compared with the costs of the same process")
    parser.add_argument("--stalls", type=int, default=0, help="trials whose gaps are those of a thread that touches all data")
    parser.add_argument("--equal", type=int, default=20, help="trials of a program without a gain")
    parser.add_argument("--at-once", type=int, default=1, help="trials without a gain that run at the same time")
    parser.add_argument("--loops", type=int, default=0, help="endless loops beside it")
    parser.add_argument("--for", dest="time", default="3m", help="length of a trial")
    parser.add_argument("--try-rounds", type=int, default=6, help="rounds of each try")
    parser.add_argument("--rest", type=int, default=0, help="seconds before each trial and each try")
    parser.add_argument("--compact", action="store_true", help="compact memory before each trial and each try")
    parser.add_argument("--budget-stall", default="5ms")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the documents of the trials")
    parser.add_argument("--hp", default="hp-cli/target/hp-cli/bin/hp-cli")
    parser.add_argument("--java", default="java")
    return parser.parse_args()


def program(options, classes, mib, log, batches=None, touch_all=False):
    heap = mib * 5 // 4 + 64
    command = [options.java, "-XX:+UseParallelGC", f"-Xms{heap}m", f"-Xmx{heap}m", f"-Xmn{heap // 16}m"]
    command += ["-XX:+AlwaysPreTouch", "-cp", str(classes), "RandomReads", str(mib), str(log)]
    return command + ([str(batches)] if batches else []) + (["--touch-all"] if touch_all else [])


def settle(options):
    """Gives the next process the memory that the options ask for."""
    if options.compact:
        subprocess.run(["sync"], check=True)
        pathlib.Path("/proc/sys/vm/drop_caches").write_text("3")
        pathlib.Path("/proc/sys/vm/compact_memory").write_text("1")
    time.sleep(options.rest)


def own_cost(pid, log):
    """Clock ticks of CPU time of a process for a line of its log, over 20 s."""

    def read():
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12]), log.stat().st_size

    ticks, size = read()
    time.sleep(20)
    later, larger = read()
    return (later - ticks) / (larger - size)


def own_ratios(options, pid, log, before):
    """Huge pages over the pages before the trial, and over split pages, of the process itself."""
    split = own_cost(pid, log)
    command = [options.hp, "collapse", str(pid), "--yes"]
    subprocess.run(command, capture_output=True, check=True)
    time.sleep(3)
    huge = own_cost(pid, log)
    subprocess.run([*command, "--undo"], capture_output=True, check=True)
    time.sleep(3)
    return huge / before, huge / (split * own_cost(pid, log)) ** 0.5


def by_trial(options, classes, mib, seed, own=False, touch_all=False):
    """The result document of a trial of a new process, the longest gaps, and on request the ratios of the process itself."""
    settle(options)
    log = classes / f"work-{time.monotonic_ns()}"
    command = program(options, classes, mib, log, touch_all=touch_all)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as target:

        def longest_gap():
            target.stdin.write("\n")
            target.stdin.flush()
            whole, without_wait = target.stdout.readline().split()[1:]
            return int(whole) / 1000, int(without_wait) / 1000

        try:
            assert target.stdout.readline() == "ready\n", "the program ended"
            time.sleep(5)
            longest_gap()
            time.sleep(10)
            before, _ = longest_gap()
            cost = own_cost(target.pid, log) if own else 0
            longest_gap()
            command = [options.hp, "trial", str(target.pid), "--for", options.time, "--yes", "--format", "json"]
            command += ["--budget-stall", options.budget_stall, "--work", f"file:{log}", "--seed", str(seed)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
                time.sleep(START)
                start, _ = longest_gap()
                document, messages = running.communicate()
            if running.returncode not in (0, 4):
                sys.exit(messages)
            trial = json.loads(document)
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{'stalls-' if touch_all else ''}{mib}-{seed}.json").write_text(document)
            whole, without_wait = longest_gap()
            longest = f"{before:.1f} / {start:.1f} / {whole:.1f} ms seen"
            longest += f", {without_wait:.1f} ms without waits for a CPU" if touch_all else ""
            longest += f", {trial['longestStallMillis']:.1f} ms step"
            longest += f", {statistics.median(trial['slowIdleReadsPercent'] or [0]):.1f} % slow reads"
            return trial, longest, own_ratios(options, target.pid, log, cost) if own else None
        finally:
            target.kill()
            log.unlink(missing_ok=True)


def by_try(options, classes, mib):
    """Ratio and interval of the CPU cost of a batch, in JVMs of their own."""
    settle(options)
    out = classes / f"try-{mib}"
    command = [options.hp, "try", "--variants", "thp", "--rounds", str(options.try_rounds), "--interleave", "forks", "--better", "lower"]
    command += ["--metric", r"cost ([0-9.]+)", "-o", str(out), "--"]
    command += program(options, classes, mib, classes / "try.log", BATCHES)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    results = json.loads((out / "results.json").read_text())
    found = [one for one in results["comparisons"] if one["variant"] == "thp"][0]
    decided = found.get("wall") or found.get("cpu") or found
    return decided["ratio"], decided["ci95"]


def text(measured):
    if measured["ci95"] is None:
        return "no interval"
    low, high = measured["ci95"]
    return f"{measured['ratio']:.3f} [{low:.3f}, {high:.3f}]"


def main():
    options = arguments()
    print(f"seed {options.seed}, {options.loops} loops, trials of {options.time}", flush=True)
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(options.loops)]
    inside = invented = 0
    own = {"found": 0, "split": 0}
    tries = {}
    try:
        with tempfile.TemporaryDirectory() as name:
            classes = pathlib.Path(name)
            source = pathlib.Path(__file__).with_name("RandomReads.java")
            subprocess.run([re.sub("java$", "javac", options.java), "-d", name, str(source)], check=True)
            for number in range(options.gains):
                sizes = options.sizes.split(",")
                mib = int(sizes[number % len(sizes)])
                if mib not in tries:
                    tries[mib] = by_try(options, classes, mib)
                ratio, interval = tries[mib]
                trial, longest, _ = by_trial(options, classes, mib, options.seed + number)
                low, high = trial["found"]["ci95"] or (1, 0)
                inside += low <= ratio <= high
                print(
                    f"{mib:5} MiB  try {ratio:.3f} [{interval[0]:.3f}, {interval[1]:.3f}]"
                    f"  trial {text(trial['found'])} of split pages {text(trial)}  {'inside' if low <= ratio <= high else 'outside'}"
                    f"  {longest}  {trial['end']}",
                    flush=True,
                )
            for number in range(options.own):
                sizes = options.sizes.split(",")
                mib = int(sizes[number % len(sizes)])
                trial, longest, ratios = by_trial(options, classes, mib, options.seed + number, own=True)
                parts = []
                for name, ratio, measured in zip(("found", "split"), ratios, (trial["found"], trial)):
                    low, high = measured["ci95"] or (1, 0)
                    own[name] += low <= ratio <= high
                    parts.append(f"{name} {ratio:.3f} trial {text(measured)} {'inside' if low <= ratio <= high else 'outside'}")
                print(f"{mib:5} MiB  own {'  '.join(parts)}  {longest}  {trial['end']}", flush=True)
            for number in range(options.stalls):
                sizes = options.sizes.split(",")
                mib = int(sizes[number % len(sizes)])
                trial, longest, _ = by_trial(options, classes, mib, options.seed + number, touch_all=True)
                print(f"{mib:5} MiB  stalls  {longest}  {trial['end']}", flush=True)
            seeds = range(options.seed + 1, options.seed + 1 + options.equal)
            with ThreadPoolExecutor(options.at_once) as pool:
                for trial, longest, _ in pool.map(lambda seed: by_trial(options, classes, 1, seed), seeds):
                    invented += trial["verdict"] in ("FASTER", "SLOWER")
                    print(
                        f"    1 MiB  trial {text(trial['found'])} of split pages {text(trial)} {trial['verdict']}"
                        f"  {longest}  {trial['end']}",
                        flush=True,
                    )
    finally:
        for loop in loops:
            loop.kill()
    print(f"own ratio inside: {own['found']} of {options.own} for found pages, {own['split']} of {options.own} for split pages")
    print(f"inside: {inside} of {options.gains}; differences invented: {invented} of {options.equal}")


if __name__ == "__main__":
    main()

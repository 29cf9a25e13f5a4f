#!/usr/bin/env python3
"""Measures the CPU time and the memory of hp-cli watch --all --record beside many JVMs.

    watching.py [--jvms 50] [--warm 5] [--minutes 5] [--jdk HOME] [--out DIR]      as root; DIR is watching.out by default

The JVMs do almost nothing, and the last one has many mappings. They are in a PID namespace of their own, so that hp-cli sees no
other JVM, and end with this script. The first minutes, in which the compiler of hp-cli sees its code, have a line of their own.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

from scrapes import LAB, REPOSITORY, feature


def inside(given):
    """This process is PID 1 of its namespace."""
    pages = given.out / "pages"
    with open(pages, "wb") as file:
        file.truncate(2 * 4096 * given.mappings)
    numbers = [0] * (given.jvms - 1) + [given.mappings]
    jvms = [
        subprocess.Popen(
            [given.jdk / "bin/java", "-XX:+UseSerialGC", "-Xmx64m", "-cp", given.out, "Tenant", pages, str(number)],
            stdout=subprocess.PIPE, text=True)
        for number in numbers]
    for jvm in jvms:
        if "ready\n" not in jvm.stdout:
            raise SystemExit("a JVM did not start")
    log = open(given.out / "log.txt", "wb")
    watch = subprocess.Popen(
        [given.hp_cli, "watch", "--all", "--interval", given.interval, "--record", given.out / "recording"],
        stdout=log, stderr=log)
    for name, minutes in (("first", given.warm), ("then", given.minutes)):
        begin = sample(watch.pid)
        time.sleep(minutes * 60)
        if watch.poll() is not None:
            raise SystemExit(f"watch ended: see {given.out}/log.txt")
        report(name, len(jvms), given, begin, sample(watch.pid))
    # All processes of the namespace end with this one.
    os._exit(0)


def report(name, jvms, given, begin, end):
    seconds = end["time"] - begin["time"]
    print(f"{name}: {jvms} JVMs, one of them with {given.mappings} mappings, {seconds:.0f} s at an interval of {given.interval}: "
          f"{100 * (end['cpu'] - begin['cpu']) / seconds:.2f} % of one CPU, resident {end['resident'] / 1000:.0f} MB, at most "
          f"{end['most'] / 1000:.0f} MB; load {os.getloadavg()[1]:.0f}", flush=True)


def sample(pid):
    """Returns the CPU seconds of a process and the kB that are and were resident."""
    process = pathlib.Path("/proc") / str(pid)
    ticks = (process / "stat").read_text().rsplit(")", 1)[1].split()
    status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
    return {"time": time.monotonic(), "cpu": (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK"),
            "resident": int(status["VmRSS"].split()[0]), "most": int(status["VmHWM"].split()[0])}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hp-cli", type=pathlib.Path, default=REPOSITORY / "hp-cli/target/hp-cli/bin/hp-cli")
    parser.add_argument("--jdk", type=pathlib.Path, default=os.environ.get("JAVA_HOME", "/usr/lib/jvm/default-java"))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("watching.out"))
    parser.add_argument("--jvms", type=int, default=50)
    parser.add_argument("--mappings", type=int, default=60_000, help="of the last JVM")
    parser.add_argument("--warm", type=float, default=5, metavar="MINUTES")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--interval", default="10s")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.out = given.out.resolve()
    if given.inside:
        inside(given)
    if os.geteuid() != 0:
        parser.error("needs root, for a PID namespace")
    if feature(given.jdk) < 11:
        parser.error("--jdk HOME is no JDK 11 or newer")
    shutil.rmtree(given.out, ignore_errors=True)
    given.out.mkdir(parents=True)
    subprocess.run([given.jdk / "bin/javac", "--release", "8", "-Xlint:-options", "-d", given.out, LAB / "Tenant.java"], check=True)
    command = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, __file__, "--inside"]
    sys.exit(subprocess.run(command + sys.argv[1:]).returncode)


if __name__ == "__main__":
    main()

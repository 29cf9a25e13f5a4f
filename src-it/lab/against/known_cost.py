#!/usr/bin/env python3
"""Compares JMH jars whose benchmark differs by a known amount of work, and equal ones, by `hp-cli bench run --jar --against`.

    src-it/lab/against/known_cost.py --different 20 --equal 40 --budget 2m --per-cent 2 [--loops 2] [--java JAVA]

A campaign compares base.jar with head.jar, which does so much more work, or with a copy of base.jar. Prints the ratio and the verdict
of each, and how many were right. --loops starts endless loops beside the campaigns. The
build needs the jars of JMH: those beside --hp, and its annotation processor from the local repository of Maven.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
import zipfile

SOURCE = """
package known;

import org.openjdk.jmh.annotations.*;

@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(java.util.concurrent.TimeUnit.NANOSECONDS)
public class KnownCost {
    private long seed = 1;

    @Benchmark
    public long work() {
        long sum = seed++;
        for (int i = 0; i < %d; i++) {
            sum = sum * 6364136223846793005L + 1442695040888963407L;
        }
        return sum;
    }
}
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--different", type=int, default=20, help="campaigns with different jars")
    parser.add_argument("--equal", type=int, default=40, help="campaigns with equal jars")
    parser.add_argument("--budget", default="2m")
    parser.add_argument("--per-cent", type=int, default=2)
    parser.add_argument("--loops", type=int, default=0)
    parser.add_argument("--java", default="java")
    parser.add_argument("--hp", default="hp-cli/target/hp-cli/bin/hp-cli")
    return parser.parse_args()


def jar(folder, name, iterations, options):
    """Builds a jar with one benchmark, whose manifest names the jars of JMH."""
    home = folder / name
    (home / "known").mkdir(parents=True)
    (home / "known" / "KnownCost.java").write_text(SOURCE % iterations)
    library = pathlib.Path(options.hp).resolve().parent.parent / "lib"
    jmh = [next(library.glob(start + "*.jar")) for start in ("jmh-core", "jopt-simple", "commons-math3")]
    repository = pathlib.Path.home() / ".m2/repository/org/openjdk/jmh/jmh-generator-annprocess"
    processor = sorted(repository.glob("*/*.jar"))[-1]
    classes = home / "classes"
    classes.mkdir()
    path = ":".join(map(str, [*jmh, processor]))
    javac = options.java[: -len("java")] + "javac"
    command = [javac, "--release", "11", "-proc:full", "-cp", path, "-processorpath", path, "-d", str(classes)]
    source = str(home / "known" / "KnownCost.java")
    if subprocess.run([*command, source], stderr=subprocess.DEVNULL, check=False).returncode:
        # Before JDK 21 -proc:full is not an option, and the default.
        command.remove("-proc:full")
        subprocess.run([*command, source], check=True)
    entries = " ".join(one.as_uri() for one in jmh)
    manifest = f"Manifest-Version: 1.0\r\nMain-Class: org.openjdk.jmh.Main\r\nClass-Path: {entries}"
    lines = []
    for line in manifest.split("\r\n"):
        # A line of a manifest has at most 72 bytes; the next ones begin with a blank.
        lines.append(line[:70])
        lines += [" " + line[at : at + 69] for at in range(70, len(line), 69)]
    file = folder / (name + ".jar")
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("META-INF/MANIFEST.MF", "\r\n".join(lines) + "\r\n")
        for entry in sorted(classes.rglob("*")):
            if entry.is_file():
                out.write(entry, entry.relative_to(classes))
    return file


def campaign(options, out, base, other):
    """The comparison of two jars."""
    command = [options.hp, "bench", "run", "--jar", str(base), "--against", str(other), "--wait"]
    command += ["--budget", options.budget, "-o", str(out)]
    command += ["--", "-wi", "5", "-w", "200ms", "-i", "10", "-r", "200ms"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    results = json.loads((out / "results.json").read_text())
    return next(one for one in results["comparisons"] if one["variant"] == "b")


def main():
    options = arguments()
    wanted = {"different": options.different, "equal": options.equal}
    right = dict.fromkeys(wanted, 0)
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(options.loops)]
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            base = jar(folder, "base", 10_000, options)
            others = {
                "different": jar(folder, "head", 10_000 * (100 + options.per_cent) // 100, options),
                "equal": jar(folder, "copy", 10_000, options),
            }
            for kind, other in others.items():
                for number in range(wanted[kind]):
                    one = campaign(options, folder / f"{kind}{number}", base, other)
                    found = one["verdict"] in ("FASTER", "SLOWER")
                    right[kind] += one["verdict"] == "SLOWER" if kind == "different" else not found
                    print(kind, number + 1, f"{one['ratio']:.4f}", one["ci95"], one["rounds"], one["verdict"], flush=True)
    finally:
        for loop in loops:
            loop.kill()
    print("; ".join(f"{kind}: {right[kind]} of {wanted[kind]} right" for kind in right))


if __name__ == "__main__":
    main()

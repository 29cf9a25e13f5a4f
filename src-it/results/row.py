"""Prints a row of the table of docs/RESULTS.md from a results.json of hp-cli try."""

import json
import statistics
import sys

name, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    results = json.load(file)


def runs(variant):
    return [run for run in results["runs"] if run["variant"] == variant and run["status"] == "OK"]


def median(variant, get):
    values = [get(run) for run in runs(variant)]
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def seconds(variant):
    value = median(variant, lambda run: (run.get("usage") or {}).get("cpuMillis"))
    return "-" if value is None else f"{value / 1000:.1f} s"


def resident(variant):
    value = median(variant, lambda run: (run.get("price") or run.get("memoryUse") or {}).get("residentBytes"))
    return None if value is None else value / (1 << 20)


cells = [name, seconds("baseline")]
for variant in ("thp", "hugetlb"):
    found = [one for one in results["comparisons"] if one["variant"] == variant]
    cpu = found[0].get("cpu") if found else None
    if cpu and cpu.get("ratio") and cpu.get("ci95"):
        low, high = cpu["ci95"] if isinstance(cpu["ci95"], list) else (cpu["ci95"]["low"], cpu["ci95"]["high"])
        cells.append(f"{cpu['ratio']:.3f} [{low:.3f}, {high:.3f}] {cpu['verdict'].lower()}")
    else:
        cells.append("-")
base = resident("baseline")
for variant in ("thp", "hugetlb"):
    own = resident(variant)
    cells.append("-" if base is None or own is None else f"{own - base:+.0f} MiB")
print("| " + " | ".join(cells) + " |")

"""Prints a row of the table of docs/RESULTS.md from a results.json of hp-cli try."""

import json
import statistics
import sys

name, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    results = json.load(file)


def median(variant, get):
    """Over the rounds; None without a value."""
    values = [get(run) for run in results["runs"] if run["variant"] == variant and run["status"] == "OK"]
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def resident(variant):
    """MiB at the peak."""
    value = median(variant, lambda run: (run.get("price") or {}).get("residentBytes"))
    return None if value is None else value / (1 << 20)


cost = median("baseline", lambda run: run["score"])
cells = [name, "-" if cost is None else f"{cost / 1000:.2f} s"]
for variant in ("thp", "hugetlb"):
    found = [one for one in results["comparisons"] if one["variant"] == variant]
    if found and found[0]["ci95"]:
        low, high = found[0]["ci95"]
        cells.append(f"{found[0]['ratio']:.3f} [{low:.3f}, {high:.3f}] {found[0]['verdict'].lower()}")
    else:
        cells.append("-")
base = resident("baseline")
for variant in ("thp", "hugetlb"):
    own = resident(variant)
    cells.append("-" if base is None or own is None else f"{own - base:+.0f} MiB")
print("| " + " | ".join(cells) + " |")

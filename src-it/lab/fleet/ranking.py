#!/usr/bin/env python3
"""Compares the cores, memory costs and ranking of hp-cli fleet with an own computation in SQL (DuckDB).

    pip install duckdb
    ./mvnw -q -DskipTests package
    java -cp 'hp-advisor/target/test-classes:hp-cli/target/hp-cli/lib/*' io.github.hpjvm.advisor.FleetSamples DIR 10000 7
    ranking.py measure DIR TLB                    writes measurements of hosts and processes, as hp-cli tlb --save does
    hp-cli fleet DIR --measured TLB -o ROWS.ndjson --format json > SUMMARY.json
    ranking.py compare DIR TLB ROWS.ndjson SUMMARY.json

What comes from the snapshots and measurements: the JVMs, their service, cores, bound of the gain and memory cost. What comes
from the rows: the findings and the change of each JVM, because they are the advice. The sums and the order of the table "what
to change first" are computed from both. Exit code 1 if anything differs.
"""

import gzip
import json
import pathlib
import sys

import duckdb

# The effect of this rule is an idle pool; that of all other rules is a region that could be on huge pages.
IDLE_POOL = "HP-106"


def snapshots(folder):
    """The documents that can be read, with their file names, and the number of those that cannot."""
    damaged = 0
    for file in sorted(pathlib.Path(folder).rglob("*")):
        if not file.name.endswith((".json", ".json.gz")):
            continue
        try:
            text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
            yield str(file), json.loads(text), damaged
        except (ValueError, OSError, EOFError):
            damaged += 1
    yield "", None, damaged


def measure(folder, out):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for number, (_, snapshot, _) in enumerate(snapshots(folder)):
        if snapshot is None or not snapshot["jvms"]:
            continue
        host = snapshot["hostName"]["value"]
        share = number * 7919 % 1300 / 1000  # up to 1.3: overlapping walks
        if number % 3 == 0:
            save(out / f"{number}.json", {"host": host}, share)
        if number % 5 == 0:
            jvm = snapshot["jvms"][0]
            process = {"host": host, "pid": jvm["pid"], "startTicks": jvm["startTicks"]}
            save(out / f"{number}-process.json", process, share / 2)


def save(file, of, share):
    file.write_text(json.dumps({"schemaVersion": 1, "kind": "tlb", **of, "summary": {"walkCyclesShare": share}}))


def table_of_jvms(db, folder):
    lines = []
    damaged = 0
    read = 0
    for source, snapshot, damaged in snapshots(folder):
        if snapshot is None:
            break
        read += 1
        host = (snapshot.get("hostName") or {}).get("value")
        for jvm in snapshot["jvms"]:
            heap = next((region for region in jvm["regions"] if region["name"] == "heap"), {})
            cpu = jvm.get("cpu") or {}
            main = (jvm["arguments"].get("value") or {}).get("main") or None
            lines.append(
                {"source": source, "host": host, "pid": jvm["pid"], "startTicks": jvm["startTicks"], "main": main,
                 "cpuMillis": cpu.get("cpuMillis"), "ageMillis": cpu.get("ageMillis"), "fill": heap.get("fill")})
    load(db, "snapshots", lines, "source VARCHAR, host VARCHAR, pid BIGINT, startTicks BIGINT, main VARCHAR,"
         " cpuMillis BIGINT, ageMillis BIGINT, fill BIGINT")
    return read, damaged


def load(db, name, lines, columns):
    file = pathlib.Path(f"{name}.tmp.ndjson")
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    types = ", ".join(f"{column.split()[0]}: '{column.split()[1]}'" for column in columns.split(","))
    db.execute(f"CREATE TABLE {name} AS SELECT * FROM read_json('{file}', format = 'newline_delimited',"
               f" columns = {{{types}}})")
    file.unlink()


SQL = """
CREATE TABLE own AS
SELECT s.source, s.pid,
       CASE WHEN ageMillis >= 10000 AND cpuMillis >= 0 THEN cpuMillis::DOUBLE / ageMillis END AS cores,
       CASE WHEN g.pid IS NOT NULL THEN CASE WHEN coalesce(p.share, h.share) > 1 THEN 1 ELSE coalesce(p.share, h.share) END END * cores AS gain,
       fill AS memory,
       regexp_extract(main, '[^/]*$') AS service
FROM snapshots s
LEFT JOIN measured p ON p.host = s.host AND p.pid = s.pid AND p.startTicks = s.startTicks
LEFT JOIN measured h ON h.host = s.host AND h.pid = 0
LEFT JOIN (SELECT DISTINCT source, pid FROM rows WHERE rule IN (
    SELECT rule FROM rows WHERE effectBytes IS NOT NULL AND rule <> 'IDLE')) g ON g.source = s.source AND g.pid = s.pid;

CREATE TABLE jvms AS
SELECT source, pid, any_value(change) AS change, count(DISTINCT (cpuCores, gainAtMostCores, memoryCostBytes, service)) AS kinds,
       any_value(cpuCores) AS cores, any_value(gainAtMostCores) AS gain, any_value(memoryCostBytes) AS memory,
       any_value(service) AS service
FROM rows GROUP BY source, pid;

CREATE TABLE differing AS
SELECT * FROM own FULL JOIN jvms USING (source, pid)
WHERE own.cores IS DISTINCT FROM jvms.cores OR own.gain IS DISTINCT FROM jvms.gain
   OR own.memory IS DISTINCT FROM jvms.memory OR own.service IS DISTINCT FROM jvms.service OR kinds <> 1;

CREATE TABLE ranking AS
SELECT service, change, count(*) AS jvms, count(DISTINCT source) AS hosts,
       sum(floor(coalesce(cores, 0) * 1e6 + 0.5))::BIGINT AS cpu,
       sum(floor(coalesce(gain, 0) * 1e6 + 0.5))::BIGINT AS gain,
       sum(floor(coalesce(gain, cores, 0) * 1e6 + 0.5))::BIGINT AS bound,
       sum(coalesce(memory, 0))::BIGINT AS memory
FROM own JOIN (SELECT source, pid, change FROM jvms) USING (source, pid)
WHERE change IS NOT NULL GROUP BY service, change ORDER BY bound DESC;
""".replace("IDLE", IDLE_POOL)


def compare(folder, tlb, rows, summary):
    db = duckdb.connect()
    read, damaged = table_of_jvms(db, folder)
    measured = []
    for file in sorted(pathlib.Path(tlb).rglob("*.json")):
        one = json.loads(file.read_text())
        measured.append({"host": one["host"], "pid": one.get("pid", 0), "startTicks": one.get("startTicks", 0),
                         "share": one["summary"]["walkCyclesShare"]})
    load(db, "measured", measured, "host VARCHAR, pid BIGINT, startTicks BIGINT, share DOUBLE")
    # hp-cli fleet . names files ./a, and Python a.
    db.execute("CREATE TABLE rows AS SELECT regexp_replace(source, '^[.]/', '') AS source, pid, rule, effectBytes,"
               " cpuCores, gainAtMostCores, memoryCostBytes,"
               f" service, change FROM read_json('{rows}', format = 'newline_delimited', sample_size = -1)")
    db.execute(SQL)
    number = lambda query: db.execute(query).fetchone()[0]
    document = json.loads(pathlib.Path(summary).read_text())
    print(f"{read} snapshots, {damaged} damaged, {number('SELECT count(*) FROM own')} JVMs,"
          f" {number('SELECT count(cores) FROM own')} with cores, {number('SELECT count(gain) FROM own')} with a bound,"
          f" {number('SELECT count(memory) FROM own')} with a memory cost")
    faults = 0

    def check(what, own, theirs):
        nonlocal faults
        if own != theirs:
            faults += 1
            print(f"DIFFERS: {what}: {own} in SQL, {theirs} by hp-cli fleet")

    check("snapshots", read, document["snapshots"])
    check("damaged files", damaged, document["damaged"])
    check("JVMs", number("SELECT count(*) FROM own"), number("SELECT count(*) FROM jvms"))
    check("JVMs in both", number("SELECT count(*) FROM own JOIN jvms USING (source, pid)"), number("SELECT count(*) FROM jvms"))
    check("JVMs that differ", 0, number("SELECT count(*) FROM differing"))
    for row in db.execute("SELECT * FROM differing LIMIT 5").fetchall():
        print("  ", row)
    micros = lambda plan, name: round(plan[name] * 1e6)
    own = {(service, change): line for service, change, *line in db.execute("SELECT * FROM ranking").fetchall()}
    plans = document["plans"]
    check("rows of the ranking", len(own), len(plans))
    bounds = []
    for plan in plans:
        key = (plan["service"], plan["change"])
        jvms, hosts, cpu, gain, bound, memory = own.get(key, [-1] * 6)
        bounds.append(bound)
        check(key, [jvms, hosts, cpu, gain, memory],
              [plan["jvms"], plan["hosts"], micros(plan, "cpuCores"), micros(plan, "gainAtMostCores"),
               plan["memoryCostBytes"]])
    check("order of the ranking", sorted(bounds, reverse=True), bounds)
    print(f"ranking: {len(plans)} rows; the first: {plans[0]['service']}, at most {bounds[0] / 1e6:.1f} cores")
    print("equal" if faults == 0 else f"{faults} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "measure":
        measure(sys.argv[2], sys.argv[3])
    elif len(sys.argv) == 6 and sys.argv[1] == "compare":
        sys.exit(compare(*sys.argv[2:]))
    else:
        sys.exit(__doc__)

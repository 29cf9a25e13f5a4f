#!/usr/bin/env python3
"""Scrapes hp-cli metrics and node_exporter beside many JVMs on a host without free CPU time.

    scrapes.py --node-exporter FILE [--minutes 60] [--out DIR]      as root; DIR is scrapes.out by default
    scrapes.py --plot DIR                                           judges and plots the files of DIR again

All processes are in a control group of their own with the given share of a CPU and limit of memory, and in a PID namespace
of their own, so that hp-cli sees no other JVM. They end with this script, also if it is killed. JVMs whose service is named
tenant-N start and end during the run; some are stopped (SIGSTOP), and some have tens of thousands of mappings.

The run passes if each scrape of hp-cli has an answer within a second, each living JVM is in a reading at least once a
minute, and the resident memory of hp-cli does not grow. Files of DIR:

    scrapes.tsv    time, target, seconds, status, bytes of each scrape
    readings.tsv   time, time of the reading, its duration, backoff, JVMs whose heap it has
    tenants.tsv    time, start or end, name, kind of each JVM
    samples.tsv    time, target, resident kB, CPU seconds, threads, open files, load of the host, waiting for CPU (PSI)
    summary.txt    the figures;  scrapes.svg   the plot
"""

import argparse
import ctypes
import math
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time

LAB = pathlib.Path(__file__).resolve().parent
REPOSITORY = LAB.parent.parent.parent
CGROUPS = pathlib.Path("/sys/fs/cgroup")
SCRAPE_SECONDS = 5
SAMPLE_SECONDS = 10
WARM_SECONDS = 180
LIMIT_SECONDS = 1
UNREAD_SECONDS = 60
GROWTH = 1.1
COLLECTORS = ["-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC"]
HEAP = re.compile(r'^hpjvm_region_bytes\{backing="\w+",jvm="(tenant-\d+)",region="heap"\}', re.M)


# ---- outside of the control group


class Group:
    """A control group, of version 2 or of the controllers cpu and memory of version 1."""

    def __init__(self, name, cpu, memory):
        period = 100_000
        quota = int(cpu * period)
        if (CGROUPS / "cgroup.controllers").exists():
            folder = CGROUPS / name
            self.folders = [folder]
            self.values = [(folder / "cpu.max", f"{quota} {period}"), (folder / "memory.max", memory)]
            (CGROUPS / "cgroup.subtree_control").write_text("+cpu +memory")
        else:
            cpus, memories = CGROUPS / "cpu" / name, CGROUPS / "memory" / name
            self.folders = [cpus, memories]
            self.values = [
                (cpus / "cpu.cfs_period_us", period),
                (cpus / "cpu.cfs_quota_us", quota),
                (memories / "memory.limit_in_bytes", memory),
            ]

    def __enter__(self):
        for folder in self.folders:
            folder.mkdir()
        for file, value in self.values:
            file.write_text(str(value))
        return self

    def join(self):
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(os.getpid()))

    def __exit__(self, *ignored):
        for folder in self.folders:
            for _ in range(100):
                try:
                    folder.rmdir()
                    break
                except OSError:
                    time.sleep(0.1)


def controlled(options):
    """Runs the experiment inside a control group and a PID namespace; ends all of it in every case."""
    out = options.out
    shutil.rmtree(out, ignore_errors=True)
    (out / "spool").mkdir(parents=True)
    compiler = next(home for home in options.jdks if (home / "bin/javac").exists() and feature(home) >= 11)
    subprocess.run(
        [compiler / "bin/javac", "--release", "8", "-Xlint:-options", "-d", out, LAB / "Tenant.java"], check=True)
    command = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, __file__, "--inside"]
    command += sys.argv[1:]
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *ignored: sys.exit(143))
    with Group(f"hp-scrapes-{os.getpid()}", options.cpu, options.memory) as group:
        def prepare():
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
            os.setsid()
            group.join()

        running = subprocess.Popen(command, preexec_fn=prepare)
        try:
            return running.wait()
        finally:
            running.kill()
            running.wait()


def feature(home):
    """Returns the feature release of a JDK, 0 if it is unknown."""
    release = home / "release"
    found = re.search(r'JAVA_VERSION="(?:1\.)?(\d+)', release.read_text()) if release.exists() else None
    return int(found.group(1)) if found else 0


# ---- inside: this process is PID 1 of its namespace


class Inside:
    def __init__(self, options):
        self.options = options
        self.out = options.out
        self.pages = self.out / "pages"
        with open(self.pages, "wb") as file:
            file.truncate(2 * 4096 * options.mappings)
        self.tenants = {}
        self.count = 0
        self.files = {name: open(self.out / f"{name}.tsv", "a", buffering=1) for name in
                      ("tenants", "readings", "samples")}
        self.log = open(self.out / "log.txt", "ab")

    def write(self, file, *fields):
        self.files[file].write("\t".join(str(field) for field in (f"{time.time():.3f}",) + fields) + "\n")

    def start(self, kind):
        number = self.count
        self.count += 1
        home = self.options.jdks[number % len(self.options.jdks)]
        mappings = self.options.mappings if kind == "heavy" else 0
        heap = "64m" if kind == "heavy" else "16m"
        name = f"tenant-{number}"
        self.write("tenants", "start", name, kind)
        self.tenants[name] = kind, subprocess.Popen(
            [home / "bin/java", f"-Xms{heap}", f"-Xmx{heap}", COLLECTORS[number % len(COLLECTORS)],
             f"-Dotel.service.name={name}", "-cp", self.out, "Tenant", self.pages, str(mappings)],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        return name

    def ready(self, name):
        process = self.tenants[name][1]
        # A JVM may print warnings before.
        if "ready\n" not in process.stdout:
            raise SystemExit(f"{name} did not start: see {self.out}/log.txt")

    def churn(self):
        """Ends the oldest usual JVM and starts another one."""
        name = next(name for name, (kind, _) in self.tenants.items() if kind == "usual")
        process = self.tenants.pop(name)[1]
        self.write("tenants", "end", name, "usual")
        process.kill()
        process.wait()
        process.stdout.close()
        self.start("usual")

    def server(self, target, command, nice=0):
        log = open(self.out / f"{target}.log", "wb")
        return subprocess.Popen(command, stdout=log, stderr=log, preexec_fn=lambda: os.nice(nice))

    def run(self):
        options = self.options
        kinds = ["silent"] * options.silent + ["heavy"] * options.heavy
        kinds += ["usual"] * (options.jvms - len(kinds))
        for kind in kinds:
            self.ready(self.start(kind))
        for kind, process in self.tenants.values():
            if kind == "silent":
                process.send_signal(signal.SIGSTOP)
        ports = {"hp-cli": free_port(), "node_exporter": free_port()}
        servers = {
            "hp-cli": self.server(
                "hp-cli", [options.hp_cli, "metrics", "--listen", str(ports["hp-cli"])], options.nice),
            "node_exporter": self.server(
                "node_exporter", [options.node_exporter, f"--web.listen-address=127.0.0.1:{ports['node_exporter']}"]),
        }
        self.wait_for(ports)
        spin = "while :; do :; done"
        loops = [subprocess.Popen(["sh", "-c", spin]) for _ in range(options.load)]
        print(f"{len(self.tenants)} JVMs and {len(loops)} loops run", flush=True)
        begin = time.time()
        end = begin + options.minutes * 60
        (self.out / "begin").write_text(f"{begin}\n{end}\n")
        scraper = os.fork()
        if scraper == 0:
            scrape_all(ports, end, self.out)
            os._exit(0)
        next_sample = next_churn = begin
        while time.time() < end:
            if options.churn and time.time() >= next_churn:
                self.churn()
                next_churn += options.churn
            if time.time() >= next_sample:
                for target, server in servers.items():
                    self.sample(target, server.pid)
                next_sample += SAMPLE_SECONDS
            self.readings()
            dead = [target for target, server in servers.items() if server.poll() is not None]
            if dead:
                raise SystemExit(f"{dead} ended: see {self.out}/{dead[0]}.log")
            time.sleep(1)
        self.readings()

    def wait_for(self, ports):
        """Waits until both servers answer, and the JVMs have been read, as when a host becomes busy."""
        until = time.time() + WARM_SECONDS
        known = set()
        while time.time() < until:
            answers = [scrape(port) for port in ports.values()]
            known |= set(HEAP.findall(answers[0][2].decode()))
            if all(answer[1] == 200 for answer in answers) and known >= set(self.tenants):
                return
            time.sleep(1)
        print(f"not read before the load: {sorted(set(self.tenants) - known)}", flush=True)

    def sample(self, target, pid):
        process = pathlib.Path("/proc") / str(pid)
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        ticks = (process / "stat").read_text().rsplit(")", 1)[1].split()
        seconds = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
        pressure = pathlib.Path("/proc/pressure/cpu")
        waiting = re.search(r"avg10=(\S+)", pressure.read_text()).group(1) if pressure.exists() else ""
        self.write("samples", target, status["VmRSS"].split()[0], f"{seconds:.2f}", status["Threads"].strip(),
                   len(os.listdir(process / "fd")), os.getloadavg()[0], waiting)

    def readings(self):
        """Takes the answers that the scraper left. All but the last one are deleted."""
        for file in sorted((self.out / "spool").glob("*.prom")):
            names, values = set(), {}
            for line in file.read_text().splitlines():
                heap = HEAP.match(line)
                if heap:
                    names.add(heap.group(1))
                elif line.startswith(("hpjvm_last_run", "hpjvm_scrape_duration", 'hpjvm_backoff{resource="cpu"')):
                    name, value = line.rsplit(" ", 1)
                    values[name.split("{")[0]] = value
            self.write("readings", values.get("hpjvm_last_run_timestamp_seconds", 0),
                       values.get("hpjvm_scrape_duration_seconds", 0), values.get("hpjvm_backoff", 0),
                       ",".join(sorted(names)))
            file.rename(self.out / "last.prom")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def scrape(port):
    """Returns seconds, status (0 without an answer) and the answer."""
    start = time.monotonic()
    answer = bytearray()
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
            one.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            while True:
                part = one.recv(1 << 20)
                if not part:
                    break
                answer += part
        status = int(answer[9:12])
    except (OSError, ValueError):
        status = 0
    return time.monotonic() - start, status, bytes(answer)


def scrape_all(ports, end, out):
    number = 0
    due = time.time()
    with open(out / "scrapes.tsv", "a", buffering=1) as file:
        while time.time() < end:
            for target in sorted(ports, reverse=number % 2 == 1):
                seconds, status, answer = scrape(ports[target])
                file.write(f"{time.time():.3f}\t{target}\t{seconds:.4f}\t{status}\t{len(answer)}\n")
                if target == "hp-cli" and status == 200:
                    new = out / "spool" / f"{number:06}"
                    new.write_bytes(answer)
                    new.rename(new.with_suffix(".prom"))
            number += 1
            due += SCRAPE_SECONDS
            time.sleep(max(0, due - time.time()))


# ---- the verdict


def table(file):
    return [line.split("\t") for line in file.read_text().splitlines()]


def longest_unread(out, begin, end):
    """Returns the longest time without a reading of each JVM, by name, with its kind."""
    read = {}
    for _, taken, _, _, names in table(out / "readings.tsv"):
        for name in filter(None, names.split(",")):
            read.setdefault(name, set()).add(float(taken))
    born, ended, kinds = {}, {}, {}
    for at, what, name, kind in table(out / "tenants.tsv"):
        kinds[name] = kind
        (born if what == "start" else ended)[name] = float(at)
    longest = {}
    for name, kind in kinds.items():
        first, last = max(born[name], begin), ended.get(name, end)
        if last > first:
            times = [first] + sorted(t for t in read.get(name, ()) if first < t < last) + [last]
            longest[name] = kind, max(b - a for a, b in zip(times, times[1:]))
    return longest


def judge(out):
    begin, end = (float(line) for line in (out / "begin").read_text().split())
    scrapes = table(out / "scrapes.tsv")
    samples = table(out / "samples.tsv")
    lines, failures = [], []
    for target in ("hp-cli", "node_exporter"):
        of = [row for row in scrapes if row[1] == target]
        seconds = sorted(float(row[2]) for row in of)
        good = sum(row[3] == "200" and float(row[2]) <= LIMIT_SECONDS for row in of)
        lines.append(f"{target}: {good} of {len(of)} scrapes answered within {LIMIT_SECONDS} s; median "
                     f"{statistics.median(seconds):.3f} s, 99 % below {seconds[int(len(seconds) * 0.99)]:.3f} s, longest "
                     f"{seconds[-1]:.3f} s")
        if target == "hp-cli" and good < len(of):
            failures.append("a scrape had no answer in time")
        rows = [row for row in samples if row[1] == target]
        passed = float(rows[-1][0]) - float(rows[0][0])
        cpu = (float(rows[-1][3]) - float(rows[0][3])) / passed if passed else 0
        resident = [int(row[2]) / 1000 for row in rows]
        third = max(1, len(resident) // 3)
        early, late = statistics.median(resident[third:2 * third] or resident), statistics.median(resident[-third:])
        lines.append(f"{target}: CPU {100 * cpu:.2f} %, resident {early:.0f} MB in the second third, {late:.0f} MB in the last "
                     f"one, {max(resident):.0f} MB at most; threads {spread(rows, 4)}, files {spread(rows, 5)}")
        if target == "hp-cli" and end - begin > 1200 and late > GROWTH * early:
            failures.append("the resident memory grows")
    unread = longest_unread(out, begin, end)
    for kind in ("usual", "silent", "heavy"):
        of = sorted(seconds for k, seconds in unread.values() if k == kind)
        if of:
            lines.append(f"{len(of)} {kind} JVMs: longest time without a reading {of[-1]:.1f} s, median of the longest "
                         f"{statistics.median(of):.1f} s, over {UNREAD_SECONDS} s: {sum(s > UNREAD_SECONDS for s in of)}")
    if any(seconds > UNREAD_SECONDS for _, seconds in unread.values()):
        failures.append(f"a JVM was not read for {UNREAD_SECONDS} s")
    readings = {row[1]: row for row in table(out / "readings.tsv")}.values()
    durations = sorted(float(row[2]) for row in readings)
    lines.append(f"{len(readings)} readings: median {statistics.median(durations):.1f} s, longest {durations[-1]:.1f} s, JVMs in a "
                 f"reading: median {statistics.median(len(row[4].split(',')) for row in readings):.0f}")
    load = [float(row[6]) for row in samples]
    psi = [float(row[7]) for row in samples if row[7]]
    lines.append(f"load of the host {min(load):.0f} to {max(load):.0f}"
                 + (f", tasks waited for a CPU in {statistics.median(psi):.0f} % of the time" if psi else ""))
    lines.append("passed" if not failures else "FAILED: " + "; ".join(failures))
    text = "\n".join(lines) + "\n"
    (out / "summary.txt").write_text(text)
    (out / "scrapes.svg").write_text(plot(scrapes, samples, begin, end))
    print(text, end="")
    return 1 if failures else 0


def spread(rows, column):
    values = [int(row[column]) for row in rows]
    return f"{min(values)} to {max(values)}"


COLORS = {"hp-cli": "#0b6e4f", "node_exporter": "#c2571a"}


def plot(scrapes, samples, begin, end):
    """Returns an SVG, 390 wide: the seconds of each scrape on a logarithmic axis, and the resident memory."""
    left, right, width = 62, 380, 390
    minutes = (end - begin) / 60
    x = lambda at: left + (right - left) * min(1, max(0, (float(at) - begin) / (end - begin)))
    top, bottom = 62, 232
    decades = (-3, 0.5)
    y = lambda s: bottom - (bottom - top) * (min(decades[1], max(decades[0], math.log10(s))) - decades[0]) / (decades[1] - decades[0])
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 420" width="{width}" height="420" '
             'font-family="sans-serif" font-size="13" role="img">',
             "<title>Scrapes of hp-cli metrics and of node_exporter</title>",
             f'<rect width="{width}" height="420" fill="#fff"/>',
             '<text x="10" y="20" font-weight="bold">Time of each scrape</text>']
    at = 10
    for target, color in COLORS.items():
        parts.append(f'<circle cx="{at + 5}" cy="36" r="4" fill="{color}"/><text x="{at + 14}" y="40">{target}</text>')
        at += 90
    for seconds, label in ((0.001, "1 ms"), (0.01, "10 ms"), (0.1, "0.1 s"), (1, "1 s")):
        limit = seconds == LIMIT_SECONDS
        parts.append(f'<line x1="{left}" x2="{right}" y1="{y(seconds):.1f}" y2="{y(seconds):.1f}" '
                     f'stroke="{"#b00020" if limit else "#ddd"}" stroke-width="{1.5 if limit else 1}"/>'
                     f'<text x="{left - 5}" y="{y(seconds) + 4:.1f}" text-anchor="end">{label}</text>')
    parts.append(f'<text x="{right}" y="{y(1) - 5:.1f}" text-anchor="end" fill="#b00020">limit</text>')
    for target, color in COLORS.items():
        dots = "".join(f"M{x(row[0]):.1f} {y(float(row[2])):.1f}h0" for row in scrapes if row[1] == target)
        parts.append(f'<path d="{dots}" stroke="{color}" stroke-width="3" stroke-linecap="round" fill="none"/>')
    top, bottom = 290, 380
    most = max(int(row[2]) / 1000 for row in samples)
    step = 50 if most <= 250 else 100
    high = step * math.ceil(most / step)
    y = lambda mb: bottom - (bottom - top) * mb / high
    parts.append('<text x="10" y="270" font-weight="bold">Resident memory</text>')
    for mb in range(0, high + 1, step):
        parts.append(f'<line x1="{left}" x2="{right}" y1="{y(mb):.1f}" y2="{y(mb):.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 5}" y="{y(mb) + 4:.1f}" text-anchor="end">{mb} MB</text>')
    for target, color in COLORS.items():
        line = " ".join(f"{x(row[0]):.1f},{y(int(row[2]) / 1000):.1f}" for row in samples if row[1] == target)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
    every = next(step for step in (1, 5, 10, 15, 30, 60) if minutes / step <= 6)
    for minute in range(0, int(minutes) + 1, every):
        place = left + (right - left) * minute / minutes
        parts.append(f'<text x="{place:.1f}" y="400" text-anchor="middle">{minute}</text>')
    parts.append(f'<text x="{right}" y="416" text-anchor="end">minutes</text></svg>')
    return "\n".join(parts) + "\n"


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", type=pathlib.Path, metavar="DIR", help="judges and plots the files of a run")
    parser.add_argument("--node-exporter", type=pathlib.Path, default=shutil.which("prometheus-node-exporter"))
    parser.add_argument("--hp-cli", type=pathlib.Path, default=REPOSITORY / "hp-cli/target/hp-cli/bin/hp-cli")
    parser.add_argument("--jdks", type=pathlib.Path, default=os.environ.get("HP_JDKS", "/usr/lib/jvm"),
                        help="folder of JDKs")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("scrapes.out"))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--cpu", type=float, default=1, help="CPUs of the control group")
    parser.add_argument("--memory", type=int, default=7 << 30, help="limit of its memory in bytes")
    parser.add_argument("--load", type=int, default=40, help="endless loops")
    parser.add_argument("--jvms", type=int, default=60)
    parser.add_argument("--silent", type=int, default=7, help="JVMs that are stopped")
    parser.add_argument("--heavy", type=int, default=4, help="JVMs with many mappings")
    parser.add_argument("--mappings", type=int, default=60_000, help="their mappings")
    parser.add_argument("--churn", type=float, default=30, help="seconds between two JVMs that end and start; 0 for none")
    parser.add_argument("--nice", type=int, default=-10, help="priority of hp-cli; the default is that of its unit")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.plot:
        return given
    given.out = given.out.resolve()
    jdks = pathlib.Path(given.jdks).expanduser()
    given.jdks = sorted({home.parent.parent.resolve() for home in jdks.glob("**/bin/javac") if feature(home.parent.parent)})
    if os.geteuid() != 0:
        parser.error("needs root, for a control group")
    if given.node_exporter is None or not os.access(given.node_exporter, os.X_OK):
        parser.error("give --node-exporter FILE; Debian's package prometheus-node-exporter has it (dpkg-deb -x)")
    if not os.access(given.hp_cli, os.X_OK):
        parser.error(f"{given.hp_cli} does not exist: build hp-cli, or give --hp-cli FILE")
    if not any(feature(home) >= 11 for home in given.jdks):
        parser.error("--jdks DIR has no JDK 11 or newer")
    return given


def main():
    given = options()
    if given.plot:
        sys.exit(judge(given.plot))
    if given.inside:
        Inside(given).run()
        # All processes of the namespace end with this one.
        os._exit(0)
    ended = controlled(given)
    sys.exit(ended or judge(given.out))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes hp-advisor's flags.tsv from real JVMs and from HotSpot's source.

    flag-table.py --jdks DIR --sources DIR flags.tsv

DIR/N/... holds a JDK of release N (a bin/java somewhere below) and its source (an arguments.cpp somewhere below).
What flags.tsv has above the line "# measured" is written by hand and is kept; what follows it is written anew, first
the flags with a default, then below "# sorted" the others, which FlagTable looks up by halving:
the flags that `-XX:+PrintFlagsFinal` lists with both unlock flags, their ranges from `-XX:+PrintFlagsRanges`, what
the source says in its table of deprecated flags; and what each JVM says to every name that another one lists, or that
a source has as a flag for debug builds or as a removed one. Between two releases of the lab the tables of the sources
tell as well; where none does, the two must agree, or it is not known.

The JVMs are those of x86_64. What differs on aarch64 is in flags-aarch64.tsv, which is written by hand from the sources.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

RELEASES = [8, 11, 17, 21, 25, 26, 27, 28]
MARK = "# measured"
SORTED = "# sorted"
UNLOCK = ["-XX:+UnlockDiagnosticVMOptions", "-XX:+UnlockExperimentalVMOptions"]

# The flags with a default in the table: flags about pages, and only where the default is the same on every host.
WITH_DEFAULT = """
AllocateHeapAt AlwaysPreTouch AlwaysPreTouchStacks ClassUnloading CompressedClassSpaceSize G1PeriodicGCInterval
HeapBaseMinAddress IgnoreUnrecognizedVMOptions InitialRAMFraction InitialRAMPercentage LargePageHeapSizeThreshold
LargePageSizeInBytes MaxMetaspaceSize MaxRAMFraction MaxRAMPercentage MinHeapSize MinRAMFraction MinRAMPercentage
NUMAInterleaveGranularity NewRatio ObjectAlignmentInBytes PreTouchParallelChunkSize SegmentedCodeCache
ShenandoahGCMode ShenandoahRegionSize ShenandoahUncommit ShenandoahUncommitDelay SurvivorRatio
TieredCompilation TrimNativeHeapInterval UseCompactObjectHeaders UseEpsilonGC UseHugeTLBFS
UseLargePages UseLargePagesInMetaspace UseLargePagesIndividualAllocation UseMadvPopulateWrite UseNUMA
UseNUMAInterleaving UseSHM UseTransparentHugePages UseContainerSupport ZCollectionInterval ZGenerational ZUncommit
ZUncommitDelay
""".split()


# What the same table says in the source of releases that the lab does not have: deprecated, obsolete, expired, names.
BETWEEN = {
    12: """
    9 - - UseConcMarkSweepGC
    10 - - MaxRAMFraction MinRAMFraction InitialRAMFraction
    10 12 - UseMembar
    12 - - TLABStats
    11 12 13 CompilerThreadHintNoPreempt VMThreadHintNoPreempt UnlinkSymbolsALot AllowNonVirtualCalls
    11 12 13 PrintSafepointStatistics PrintSafepointStatisticsTimeout PrintSafepointStatisticsCount AggressiveOpts
    10 12 13 AssumeMP IgnoreUnverifiableClassesDuringDump MonitorInUseLists
    - 12 13 TransmitErrorReport ErrorReportServer EmitSync SyncVerbose SyncFlags SyncKnobs
    """,
    14: """
    10 12 - UseMembar
    12 - - TLABStats
    13 14 15 AllowJNIEnvProxy ThreadLocalHandshakes CompilationPolicyChoice TraceNMethodInstalls
    13 - - AllowRedefinitionToAddDeleteMethods FlightRecorder
    14 15 16 FieldsAllocationStyle CompactFields MonitorBound G1RSetScanBlockSize UseParallelOldGC
    - 14 15 FailOverToOldVerifier UseConcMarkSweepGC CMSAbortSemantics CMSAbortablePrecleanMinWorkPerIteration
    - 14 15 CMSBitMapYieldQuantum CMSBootstrapOccupancy CMSClassUnloadingEnabled CMSClassUnloadingMaxInterval
    - 14 15 CMSCleanOnEnter CMSConcMarkMultiple CMSConcurrentMTEnabled CMSCoordinatorYieldSleepCount
    - 14 15 CMSEdenChunksRecordAlways CMSExpAvgFactor CMSExtrapolateSweep CMSIncrementalSafetyFactor
    - 14 15 CMSIndexedFreeListReplenish CMSInitiatingOccupancyFraction CMSIsTooFullPercentage
    - 14 15 CMSLargeCoalSurplusPercent CMSLargeSplitSurplusPercent CMSLoopWarn CMSMaxAbortablePrecleanLoops
    - 14 15 CMSMaxAbortablePrecleanTime CMSOldPLABMax CMSOldPLABMin CMSOldPLABNumRefills
    - 14 15 CMSOldPLABReactivityFactor CMSOldPLABResizeQuicker CMSOldPLABToleranceFactor CMSPLABRecordAlways
    - 14 15 CMSParallelInitialMarkEnabled CMSParallelRemarkEnabled CMSParallelSurvivorRemarkEnabled
    - 14 15 CMSPrecleanDenominator CMSPrecleanIter CMSPrecleanNumerator CMSPrecleanRefLists1 CMSPrecleanRefLists2
    - 14 15 CMSPrecleanSurvivors1 CMSPrecleanSurvivors2 CMSPrecleanThreshold CMSPrecleaningEnabled
    - 14 15 CMSPrintChunksInDump CMSPrintObjectsInDump CMSRemarkVerifyVariant CMSReplenishIntermediate
    - 14 15 CMSRescanMultiple CMSSamplingGrain CMSScavengeBeforeRemark CMSScheduleRemarkEdenPenetration
    - 14 15 CMSScheduleRemarkEdenSizeThreshold CMSScheduleRemarkSamplingRatio CMSSmallCoalSurplusPercent
    - 14 15 CMSSmallSplitSurplusPercent CMSSplitIndexedFreeListBlocks CMSTriggerRatio CMSWorkQueueDrainThreshold
    - 14 15 CMSYield CMSYieldSleepCount CMSYoungGenPerWorker CMS_FLSPadding CMS_FLSWeight CMS_SweepPadding
    - 14 15 CMS_SweepTimerThresholdMillis CMS_SweepWeight FLSAlwaysCoalesceLarge FLSCoalescePolicy
    - 14 15 FLSLargestBlockCoalesceProximity OldPLABWeight ParGCDesiredObjsFromOverflowList ParGCTrimOverflow
    - 14 15 ParGCUseLocalOverflow ResizeOldPLAB UseCMSBestFit UseCMSInitiatingOccupancyOnly
    - 14 15 GCLockerInvokesConcurrent
    - 14 16 BindGCTaskThreadsToCPUs UseGCTaskAffinity GCTaskTimeStampEntries
    """,
    22: """
    8 - - MaxGCMinorPauseMillis
    10 - - MaxRAMFraction MinRAMFraction InitialRAMFraction
    12 - - TLABStats
    22 23 24 RegisterFinalizersAtInit
    - 20 - G1ConcRefinementGreenZone G1ConcRefinementYellowZone G1ConcRefinementRedZone
    - 20 - G1ConcRefinementThresholdStep G1UseAdaptiveConcRefinement G1ConcRefinementServiceIntervalMillis
    - 21 - G1ConcRSLogCacheSize G1ConcRSHotCardLimit RefDiscoveryPolicy
    - 22 23 DoReserveCopyInSuperWord UseCounterDecay UseHugeTLBFS UseSHM
    """,
}


def find(top, name):
    for folder, _, files in sorted(os.walk(top)):
        if name in files and "/jre/" not in folder + "/" and "/test/" not in folder:
            yield os.path.join(folder, name)


def clean():
    return {k: v for k, v in os.environ.items() if "JAVA" not in k}


def ask(java, *options):
    return subprocess.run([java, *UNLOCK, *options, "-version"], env=clean(), capture_output=True, text=True).stdout


FLAG = re.compile(r"\s*(\w+)\s+(\w+)\s*:?\+?=\s?(.*?)\s*\{([^}]*)\}")
RANGE = re.compile(r"\s*\w+\s+(\w+)\s+\[\s*(\S*)\s*\.\.\.\s*(\S*)\s*\]")
DEVELOP = re.compile(r"\b(develop|notproduct|develop_pd)\s*\(\s*(\w+)\s*,\s*(\w+)\s*,?")
VERSION = r"JDK_Version::(?:undefined\(\)|jdk(?:_update)?\(\s*([^)]*?)\s*\))"


def measured(java, release):
    flags = {}
    bounds = {}
    if release >= 11:
        for line in ask(java, "-XX:+PrintFlagsRanges").splitlines():
            m = RANGE.match(line)
            if m and m[2] and not (m[2] == "0" and m[3] in ("18446744073709551615", "4294967295")):
                bounds[m[1]] = (m[2], m[3])
    for line in ask(java, "-XX:+PrintFlagsFinal").splitlines():
        m = FLAG.match(line)
        if m:
            kind = next((k for k in ("diagnostic", "experimental") if k in m[4]), "product")
            low, high = bounds.get(m[2], ("", ""))
            flags[m[2]] = [kind, m[1], m[3] if m[2] in WITH_DEFAULT else "", low, high]
    return flags


def developed(source):
    """The names of the flags that only a debug build may have."""
    names = set()
    for folder, _, files in os.walk(source):
        for name in files:
            if "globals" in name and name.endswith(".hpp") and "/test" not in folder:
                with open(os.path.join(folder, name), errors="replace") as f:
                    names |= {m[3] for m in DEVELOP.finditer(f.read()) if m[2] != "type"}
    return names


def special(source, release):
    """Of each flag: deprecated in, obsolete in, expired in."""
    with open(next(find(source, "arguments.cpp")), errors="replace") as f:
        text = re.sub(r"#if(?:def (?:ASSERT|TEST_VERIFY_SPECIAL_JVM_FLAGS)| defined\(AARCH64\)).*?#endif", "", f.read(), flags=re.S)
    if release == 8:
        text = text[text.index("obsolete_jvm_flags[]") :]
        rows = re.findall(r'\{\s*"(\w+)",\s*' + VERSION + r",\s*" + VERSION + r"\s*\}", text)
        return {name: ("", obsolete, accepted) for name, obsolete, accepted in rows}
    text = text[text.index("special_jvm_flags[] =") :]
    rows = re.findall(r'\{\s*"(\w+)",\s*' + VERSION + r",\s*" + VERSION + r",\s*" + VERSION + r"\s*\}", text)
    return {name: marks for name, *marks in rows}


def logging(source):
    """The flags that stand for something of the unified log (JEP 158)."""
    with open(next(find(source, "arguments.cpp")), errors="replace") as f:
        table = re.search(r"aliased_logging_flags\[\] = \{(.*?)\n\};", f.read(), re.S)
    return re.findall(r'\{\s*"(\w+)"', table[1]) if table else []


REMOVED = re.compile(r"gnoring option \w+; support was removed in (\S+)")


def told(java, name):
    """What a JVM says to a flag that it does not list: the kind, and the release since which it is obsolete."""
    said = subprocess.run([java, *UNLOCK, "-XX:-" + name, "-version"], env=clean(), capture_output=True, text=True)
    text = said.stdout + said.stderr
    removed = REMOVED.search(text)
    if removed:
        return ("obsolete", re.sub(r"\.0$", "", removed[1]))
    kind = re.search(r"is (develop|notproduct) and is available only", text)
    return (kind[1], "") if kind else None


def feature(version):
    return int(re.match(r"\d+", version)[0]) if version else None


def noted(release, flag, marks):
    """The columns kind to note of a flag that a JVM lists; what its source says about it is the note."""
    deprecated, obsolete, expired = marks or ("", "", "")
    if release == 8:
        return (*flag, "")
    if obsolete and release >= feature(obsolete) and not (expired and release >= feature(expired)):
        return (*flag, "scheduled " + obsolete)
    known = deprecated and not (expired and release >= feature(expired))
    return (*flag, "deprecated " + deprecated if known else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jdks", required=True)
    parser.add_argument("--sources", required=True)
    parser.add_argument("table")
    options = parser.parse_args()
    states = {}
    tables = between()
    javas = {}
    names = set()
    for release in RELEASES:
        folder = os.path.join(options.jdks, str(release))
        javas[release] = next(path for path in find(folder, "java") if path.endswith("/bin/java"))
        source = os.path.join(options.sources, str(release))
        flags = measured(javas[release], release)
        if not flags:
            sys.exit(f"{javas[release]} lists no flags")
        marks = special(source, release)
        if release > 8:
            tables[release] = marks
        for name in logging(source):
            states.setdefault(name, {})[release] = ("logging", "bool", "", "", "", "")
            flags.pop(name, None)
        for name, flag in flags.items():
            states.setdefault(name, {})[release] = noted(release, flag, marks.get(name))
        names |= {*developed(source), *marks, *flags}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for release in RELEASES:
            others = sorted(name for name in names if release not in states.get(name, {}))
            for name, answer in zip(others, pool.map(lambda n: told(javas[release], n), others)):
                if answer:
                    states.setdefault(name, {})[release] = (answer[0], "", "", "", "", answer[1])
    rows = {}
    for name in sorted(states):
        spans = []
        known = sorted(RELEASES + gaps(name, states[name], tables))
        for release in known:
            columns = states[name].get(release)
            last = known[known.index(release) - 1]
            if columns and spans and spans[-1][2] == columns and spans[-1][1] == last:
                spans[-1][1] = release
            elif columns:
                spans.append([release, release, columns])
        rows[name] = ["\t".join([name, str(since), str(until), *columns]).rstrip("\t") for since, until, columns in spans]
    defaults = {name for name, spans in states.items() if any(columns[2] for columns in spans.values())}
    with open(options.table, encoding="utf-8") as f:
        head = f.read().split(MARK)[0]
    with open(options.table, "w", encoding="utf-8") as f:
        f.write(head + MARK + "\n" + text(rows, defaults) + "\n" + SORTED + "\n" + text(rows, rows.keys() - defaults))


def text(rows, names):
    """The rows of these names, in the order of code points, as FlagTable looks them up."""
    return "".join(row + "\n" for name in sorted(names) for row in rows[name])


def between():
    """The entries of BETWEEN: release to name to its three marks."""
    entries = {}
    for release, text in BETWEEN.items():
        for line in filter(None, map(str.strip, text.splitlines())):
            *marks, names = line.split(None, 3)
            for name in names.split():
                entries.setdefault(release, {})[name] = tuple("" if m == "-" else m for m in marks)
    return entries


def gaps(name, states, tables):
    """Rows for the releases that no JVM of ours has, as far as a source tells."""
    rows = []
    for release in range(9, RELEASES[-1]):
        below = max(r for r in RELEASES if r < release)
        above = min(r for r in RELEASES if r >= release)
        marked = [r for r in tables if below <= r <= above and name in tables[r]]
        if release in RELEASES or not marked:
            continue
        nearest = min(marked, key=lambda r: (abs(r - release), r))
        deprecated, obsolete, expired = tables[nearest][name]
        if nearest < release and not expired and above not in states and max(marked) < release:
            continue
        if expired and release >= feature(expired):
            if below not in states and above not in states:
                continue
            columns = ("none", "", "", "", "", "")
        elif obsolete and release >= feature(obsolete):
            columns = ("obsolete", "", "", "", "", obsolete)
        elif below in states and states[below][0] not in ("obsolete", "develop", "notproduct"):
            since = deprecated and release >= feature(deprecated)
            known = (states.get(release - 1) or states[below])[:-1]
            columns = (*known, "deprecated " + deprecated if since else "")
        else:
            continue
        states[release] = columns
        rows.append(release)
    return rows



main()

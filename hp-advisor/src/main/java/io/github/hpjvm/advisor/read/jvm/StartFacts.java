package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.memory.ThreadStacks;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The facts that a JVM has from its start on: they do not change while its process runs the same program. But metaspace
 * grows, and a few flags can be changed at run time.
 *
 * @param kind which VM it is
 * @param user its owner; empty if unknown
 * @param told its command line and environment
 * @param stacks the stacks of its threads
 * @param temp the folder for its temporary files, as names below its root
 * @param counters its counters, of which only the constant ones count
 * @param tables the tables of HotSpot
 * @param identity what counters, files and tables tell about the VM
 * @param arguments its arguments, without asking it
 * @param advice what smaps showed of the regions, as far as it was read
 */
record StartFacts(
        Fact<VmKind> kind,
        String user,
        JvmArguments told,
        ThreadStacks stacks,
        List<String> temp,
        Fact<PerfData> counters,
        Fact<VmTables> tables,
        VmIdentity identity,
        Fact<Arguments> arguments,
        Map<RegionName, Advice> advice) {

    /**
     * What only smaps shows of a region.
     *
     * @param advised as {@link Region#advised}
     * @param eligible as {@link Region#eligible}
     */
    record Advice(Optional<Bytes> advised, Optional<Bytes> eligible) {}

    /** Returns the same facts with what smaps showed of these regions. */
    StartFacts withAdviceOf(List<Region> regions) {
        Map<RegionName, Advice> seen = new EnumMap<>(RegionName.class);
        for (Region region : regions) {
            if (region.advised().isPresent()) {
                seen.put(region.name(), new Advice(region.advised(), region.eligible()));
            }
        }
        return new StartFacts(kind, user, told, stacks, temp, counters, tables, identity, arguments, seen);
    }

    /** Returns regions that were scanned, with what smaps showed of them before. */
    List<Region> advised(List<Region> scanned) {
        List<Region> regions = new ArrayList<>();
        for (Region region : scanned) {
            Advice known = region.advised().isPresent() ? null : advice.get(region.name());
            regions.add(known == null ? region : region.withAdvice(known.advised(), known.eligible()));
        }
        return regions;
    }

    /** Returns whether a later reading may have more of these facts: no time was left, or the JVM starts or ends. */
    boolean isPassing() {
        return kind.known().isEmpty()
                || tables instanceof Fact.Absent<VmTables> absent
                        && (absent.reason() == Reason.SKIPPED || absent.reason() == Reason.VANISHED);
    }

    /** Returns the number of characters that its user chose. */
    long characters() {
        return told.characters() + counters.known().map(PerfData::characters).orElse(0L);
    }
}

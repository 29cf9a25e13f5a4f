package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Malloc;
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
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
 * @param malloc the library of its malloc; empty if unknown
 * @param advice what smaps showed of the regions, as far as it was read
 * @param regions all regions, of a JVM with many mappings; empty for all others
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
        Optional<Malloc> malloc,
        Map<RegionName, Advice> advice,
        List<Region> regions) {

    /** To read more mappings takes a monitor longer than dozens of usual JVMs. */
    static final int MANY_MAPPINGS = 5000;

    /** Why tables are absent that a later reading may have. */
    private static final Set<Reason> PASSING = EnumSet.of(Reason.SKIPPED, Reason.VANISHED, Reason.TIMED_OUT);

    /**
     * What only smaps shows of a region.
     *
     * @param advised as {@link Region#advised}
     * @param eligible as {@link Region#eligible}
     */
    record Advice(Optional<Bytes> advised, Optional<Bytes> eligible) {}

    /**
     * Returns the same facts with what smaps showed of these regions.
     *
     * @param mappings the number of mappings
     */
    StartFacts withAdviceOf(List<Region> read, int mappings) {
        Map<RegionName, Advice> seen = new EnumMap<>(RegionName.class);
        for (Region region : read) {
            if (region.advised().isPresent()) {
                seen.put(region.name(), new Advice(region.advised(), region.eligible()));
            }
        }
        List<Region> many = mappings > MANY_MAPPINGS ? List.copyOf(read) : List.of();
        return new StartFacts(
                kind, user, told, stacks, temp, counters, tables, identity, arguments, malloc, seen, many);
    }

    /** Returns regions that were scanned, with what smaps showed of them before. */
    List<Region> advised(List<Region> scanned) {
        List<Region> both = new ArrayList<>();
        for (Region region : scanned) {
            Advice known = region.advised().isPresent() ? null : advice.get(region.name());
            both.add(known == null ? region : region.withAdvice(known.advised(), known.eligible()));
        }
        return both;
    }

    /** Returns whether a later reading may have more of these facts: no time was left, or the JVM starts or ends. */
    boolean isPassing() {
        return kind.known().isEmpty()
                || tables instanceof Fact.Absent<VmTables> absent && PASSING.contains(absent.reason());
    }

    /** Returns the number of characters that its user chose. */
    long characters() {
        return told.characters() + counters.known().map(PerfData::characters).orElse(0L);
    }
}

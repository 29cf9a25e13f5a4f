package io.github.hpjvm.advisor.compare;

import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.compare.JvmChange.Kind;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * What changed between two snapshots of one host. A JVM is found again by process ID and start time, else by its main class
 * or jar, because a restart gives it another process ID.
 *
 * @param hostBefore name of the host in the first snapshot; empty if unknown
 * @param hostAfter name of the host in the second snapshot; empty if unknown
 * @param takenBefore time of the first snapshot
 * @param takenAfter time of the second snapshot
 * @param host values of the host that differ
 * @param jvms the JVMs of the second snapshot, then the JVMs that ended; also JVMs without a change
 */
public record SnapshotDifference(
        Optional<String> hostBefore,
        Optional<String> hostAfter,
        Instant takenBefore,
        Instant takenAfter,
        List<ValueChange> host,
        List<JvmChange> jvms) {

    public SnapshotDifference {
        host = List.copyOf(host);
        jvms = List.copyOf(jvms);
    }

    /** Compares two snapshots, with the advice for each. */
    public static SnapshotDifference of(Facts before, Facts after) {
        // A full and a compact snapshot differ in the facts that advice does not need.
        return new SnapshotDifference(
                before.hostName().flatMap(Fact::known),
                after.hostName().flatMap(Fact::known),
                before.takenAt(),
                after.takenAt(),
                HostValues.of(before.forAdvice().host())
                        .changesTo(HostValues.of(after.forAdvice().host())),
                jvms(before, after));
    }

    /** True if both names are known and differ. */
    public boolean isOfTwoHosts() {
        return hostBefore.isPresent() && hostAfter.isPresent() && !hostBefore.equals(hostAfter);
    }

    private static List<JvmChange> jvms(Facts before, Facts after) {
        List<Jvm> left = new ArrayList<>(before.jvms());
        Map<Jvm, Jvm> pairs = new LinkedHashMap<>();
        after.jvms().forEach(jvm -> pairs.put(jvm, null));
        pair(pairs, left, SnapshotDifference::isSameProcess);
        pair(pairs, left, (one, other) -> service(one).equals(service(other)));
        List<JvmChange> changes = new ArrayList<>();
        pairs.forEach((jvm, former) ->
                changes.add(former == null ? started(after, jvm) : change(before, former, after, jvm)));
        left.forEach(jvm -> changes.add(ended(before, jvm)));
        return changes;
    }

    private static JvmChange started(Facts after, Jvm jvm) {
        return new JvmChange(
                service(jvm),
                Kind.STARTED,
                Optional.empty(),
                Optional.of(jvm.pid()),
                new Values().changesTo(JvmValues.alone(Advisor.advise(after, jvm))));
    }

    private static JvmChange ended(Facts before, Jvm jvm) {
        return new JvmChange(
                service(jvm),
                Kind.ENDED,
                Optional.of(jvm.pid()),
                Optional.empty(),
                JvmValues.alone(Advisor.advise(before, jvm)).changesTo(new Values()));
    }

    /** Gives each JVM without a former one the first that fits. */
    private static void pair(Map<Jvm, Jvm> pairs, List<Jvm> left, BiPredicate<Jvm, Jvm> fits) {
        for (Map.Entry<Jvm, Jvm> pair : pairs.entrySet()) {
            if (pair.getValue() == null) {
                left.stream()
                        .filter(former -> fits.test(former, pair.getKey()))
                        .findFirst()
                        .ifPresent(former -> {
                            pair.setValue(former);
                            left.remove(former);
                        });
            }
        }
    }

    private static boolean isSameProcess(Jvm one, Jvm other) {
        return one.pid() == other.pid()
                && one.startTicks() == other.startTicks()
                && service(one).equals(service(other));
    }

    private static JvmChange change(Facts before, Jvm former, Facts after, Jvm jvm) {
        List<Values> left = JvmValues.of(Advisor.advise(before, former), jvm);
        List<Values> right = JvmValues.of(Advisor.advise(after, jvm), former);
        List<ValueChange> changes = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            changes.addAll(left.get(i).changesTo(right.get(i)));
        }
        return new JvmChange(
                service(jvm),
                isSameProcess(former, jvm) ? Kind.SAME : Kind.RESTARTED,
                Optional.of(former.pid()),
                Optional.of(jvm.pid()),
                changes);
    }

    private static String service(Jvm jvm) {
        return jvm.program().orElse(ValueChange.UNKNOWN);
    }
}

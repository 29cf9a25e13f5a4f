package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads JVMs one after the other within a time limit. For one thread.
 *
 * <p>A first pass reads all JVMs without a contact. A second pass contacts the JVMs whose heap is unknown, if that is permitted.
 * So a JVM that does not reply delays only the JVMs of the second pass. Users take turns, so that a user with many JVMs does
 * not delay the others.
 *
 * <p>Each JVM gets an equal share of the time that is left: time that a fast JVM does not need is for all others. An equal
 * share of many JVMs is too short for the first reply of a JVM. So in the first half of the time a share is a tenth
 * of the limit or more, unless its user has then used an equal share of all users. The second half ensures that each of
 * {@code n} JVMs gets about {@code 1/(2n)} of the limit or more.
 */
final class FairSource implements LiveFacts.JvmSource {
    private static final int TENTH = 10;

    private final Single source;
    private final LongSupplier clock;
    private final List<Target> targets;
    private final long limit;
    private final long end;
    private final Map<Long, Long> used = new HashMap<>();

    /**
     * A JVM to read.
     *
     * @param uid its user; -1 if not known
     */
    record Target(long pid, long uid) {}

    /** Reads one JVM. */
    interface Single {
        Jvm read(long pid, Reach reach);
    }

    /**
     * Creates a source.
     *
     * @param source reads one JVM
     * @param inOrder the JVMs of each user in the order in which they are read
     * @param limit time limit for all of them, from now on
     * @param clock nanoseconds, as of {@link System#nanoTime}
     */
    FairSource(Single source, List<Target> inOrder, Duration limit, LongSupplier clock) {
        this.source = source;
        this.targets = inTurn(inOrder);
        this.clock = clock;
        this.limit = limit.toNanos();
        this.end = clock.getAsLong() + this.limit;
    }

    /** Returns the JVMs such that users take turns, in the order of their first JVMs. */
    static List<Target> inTurn(List<Target> inOrder) {
        Map<Long, Deque<Target>> byUser = new LinkedHashMap<>();
        inOrder.forEach(one ->
                byUser.computeIfAbsent(one.uid(), uid -> new ArrayDeque<>()).add(one));
        List<Target> turns = new ArrayList<>();
        Collection<Deque<Target>> users = byUser.values();
        while (turns.size() < inOrder.size()) {
            users.removeIf(Deque::isEmpty);
            users.forEach(user -> turns.add(user.remove()));
        }
        return turns;
    }

    /** Reads the JVMs. Without time the facts of a JVM are those that cost almost nothing. */
    @Override
    public List<Jvm> read(Reach reach) {
        Map<Long, Jvm> jvms = new LinkedHashMap<>();
        boolean alone = reach.contact().permission() != Contact.Permission.WHERE_DENIED;
        Reach first = alone
                ? reach
                : reach.with(
                        new Contact(Contact.Permission.NEVER, reach.contact().timeout()));
        pass(targets, first, jvms);
        if (!alone) {
            List<Target> silent = targets.stream()
                    .filter(one -> needsContact(jvms.get(one.pid())))
                    .toList();
            pass(silent, reach, jvms);
        }
        return List.copyOf(jvms.values());
    }

    /** Returns whether only the JVM itself may know where its heap is. */
    private static boolean needsContact(@Nullable Jvm jvm) {
        if (jvm == null) {
            return false;
        }
        Fact<?> heap = jvm.region(RegionName.HEAP).location();
        return heap instanceof Fact.Absent<?> absent
                && absent.reason() != Reason.VANISHED
                && jvm.identity().known().filter(vm -> !vm.isHotSpot()).isEmpty();
    }

    private void pass(List<Target> some, Reach reach, Map<Long, Jvm> jvms) {
        long users = some.stream().mapToLong(Target::uid).distinct().count();
        int left = some.size();
        for (Target one : some) {
            long begun = clock.getAsLong();
            long share = share(end - begun, left--, limit / Math.max(1, users) - used.getOrDefault(one.uid(), 0L));
            boolean again = jvms.containsKey(one.pid());
            if (again && share < TimeUnit.MILLISECONDS.toNanos(2)) {
                // The facts of the first reading are more than a reading without time has.
                continue;
            }
            jvms.put(one.pid(), source.read(one.pid(), reach.within(TimeUnit.NANOSECONDS.toMillis(share))));
            used.merge(one.uid(), clock.getAsLong() - begun, Long::sum);
        }
    }

    private long share(long time, int left, long ofUser) {
        long equal = Math.max(0, time) / Math.max(1, left);
        long enough = Math.min(limit / TENTH, time);
        return time > limit / 2 && ofUser >= enough ? Math.max(equal, enough) : equal;
    }
}

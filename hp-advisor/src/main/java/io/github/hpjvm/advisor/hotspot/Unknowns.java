package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;

/** The missing facts about a JVM and its host that make a difference. */
final class Unknowns {

    private final Start start;
    private final List<Missing> unknowns = new ArrayList<>();

    Unknowns(Start start) {
        this.start = start;
    }

    List<Missing> all() {
        unknowns.addAll(start.flags().unknowns());
        unknowns.addAll(start.large().unknowns());
        sizes();
        if (start.kernel().advised().allowed().isEmpty()) {
            unknowns.add(Machine.missing(
                    "the policy for transparent huge pages", start.host().thp()));
        }
        reservations();
        file();
        archive();
        new NodesOfPool(start).unknown().ifPresent(unknowns::add);
        new Commitment(start).unknown().ifPresent(unknowns::add);
        new LeastStack(start).unknown().ifPresent(unknowns::add);
        return unknowns.stream().distinct().toList();
    }

    private void sizes() {
        boolean sized = start.collector().isPresent() && start.heap().isPresent();
        if (!sized || start.heap().get().initial().isEmpty()) {
            unknowns.addAll(start.machine().unknowns());
        }
        if (start.collector().isEmpty() && unknowns.isEmpty()) {
            unknowns.add(new Missing("the collector", Reason.NOT_PRESENT, "arguments", "name one: -XX:+UseG1GC"));
        }
    }

    private void reservations() {
        if (start.large().pooled() && start.notMeasured().isPresent()) {
            unknowns.add(new Missing(
                    "the reservations of " + start.collector().orElseThrow() + " in Java " + start.release(),
                    Reason.NOT_SUPPORTED,
                    "measurements of this project",
                    "hp-cli advise --pid N shows the pages of a JVM that runs"));
        }
        if (start.mayBeDenied()) {
            unknowns.add(new Missing(
                    "whether it may use System V shared memory of the pool",
                    Reason.SKIPPED,
                    "/proc/sys/vm/hugetlb_shm_group",
                    "as root, or as a member of that group, it may"));
        } else if (new StartWarnings(start).perhapsTellsOfReservations()) {
            unknowns.add(new Missing(
                    "whether a reservation fails for want of pages",
                    Reason.NOT_PRESENT,
                    "the addresses and sizes that it comes to",
                    "set the pool to as many pages as the JVM may need"));
        }
    }

    private void archive() {
        if (new Refusals(start).mayHaveFewRegions()) {
            unknowns.add(new Missing(
                    "whether the JVM maps an archive of class data sharing",
                    Reason.NOT_SUPPORTED,
                    "java -version",
                    "the output ends with \"sharing\": enlarge the heap, or set -Xshare:off"));
        }
    }

    /** Adds the heap on a file. A hugetlbfs file system would take the heap from a pool; mounts are not examined. */
    private void file() {
        if (start.heapIsAFile()) {
            unknowns.add(new Missing(
                    "on which file system the heap is",
                    Reason.SKIPPED,
                    start.flags().value(Start.HEAP_FILE).orElse(""),
                    "findmnt -T shows it: on hugetlbfs the whole heap comes from that pool"));
        }
    }
}

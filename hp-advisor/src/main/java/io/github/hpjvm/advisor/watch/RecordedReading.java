package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One reading of one JVM in a recording of {@code hp-cli watch}.
 *
 * @param jvm its process; empty in recordings of older versions, which have the PID alone
 * @param heap the pages of its heap; empty if they were not known
 * @param events increases of the host's counters since the reading before
 * @param alerts the alerts since the reading before
 */
public record RecordedReading(
        Instant time,
        long pid,
        Optional<RecordedJvm> jvm,
        HostIdentity host,
        Optional<Heap> heap,
        Map<String, Long> events,
        List<Alert> alerts) {

    /**
     * The pages of a heap.
     *
     * @param resident the resident bytes
     * @param coverage the share of them on huge pages
     * @param coverageMax the upper bound of that share; the share itself unless it is an estimate
     * @param hugePage the size of the transparent huge pages
     */
    public record Heap(Bytes resident, double coverage, double coverageMax, Bytes hugePage) {

        public Heap {
            if (!(coverage >= 0 && coverage <= 1 && coverageMax >= coverage)) {
                throw new IllegalArgumentException("not a share: " + coverage);
            }
            if (hugePage.isZero()) {
                throw new IllegalArgumentException("a page has a size");
            }
        }

        Bytes huge() {
            return Bytes.of((long) (resident.value() * coverage));
        }
    }

    public RecordedReading {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(jvm, "jvm");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(heap, "heap");
        events = Map.copyOf(events);
        alerts = List.copyOf(alerts);
    }
}

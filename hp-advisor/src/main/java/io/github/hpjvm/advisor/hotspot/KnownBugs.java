package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.text.TextResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The bugs of HotSpot about huge pages that updates have fixed, from the resource {@code known-bugs.tsv}. */
public final class KnownBugs {
    private static final String TABLE = "known-bugs.tsv";
    private static final int COLUMNS = 10;

    /** Update number that means all updates of the last release. */
    private static final int ALL_UPDATES = 99;

    private KnownBugs() {}

    /** Conditions of the host or the arguments under which a bug shows. */
    public enum When {
        /** The global mode is madvise. */
        MADVISE,
        /** {@code -XX:+AlwaysPreTouch}. */
        PRETOUCH,
        /** {@code -XX:+AlwaysPreTouch} on aarch64. */
        AARCH64_PRETOUCH,
        /** The pages of the default pool have another size than transparent huge pages. */
        OTHER_DEFAULT_SIZE,
        /** The kernel is older than 4.10 and has no {@code hpage_pmd_size}. */
        OLD_KERNEL,
        /** {@code -Xshare:dump}. */
        CDS_DUMP
    }

    /** Visible effect of a bug. */
    public enum Symptom {
        /** At least a part of the heap is on base pages. */
        BASE_PAGES,
        /** The heap has not been touched. */
        UNTOUCHED,
        /** The effect is not visible. */
        HIDDEN
    }

    /**
     * One bug in one span of releases.
     *
     * @param number such as {@code JDK-8366434}
     * @param first the first update that has it
     * @param last the last update that has it
     * @param collector the affected collector; empty for all
     * @param asked the requested pages under which it shows
     * @param fixed the releases that no longer have it, the nearest first
     * @param settled how the first and the last update are known
     * @param what its effect, as a sentence without its period
     */
    public record Bug(
            String number,
            JavaVersion first,
            JavaVersion last,
            Optional<Collector> collector,
            Requested asked,
            When when,
            Symptom symptom,
            List<String> fixed,
            String settled,
            String what) {

        /**
         * Returns the updates that have it: {@code 25}, {@code 21 to 21.0.2}, {@code 17.0.10 and later updates of 17}.
         */
        public String affected() {
            boolean endless = last.update() == ALL_UPDATES;
            if (first.feature() != last.feature()) {
                return first + " to " + (endless ? Integer.toString(last.feature()) : last.text());
            }
            if (endless) {
                return first.update() == 0 ? first.text() : first + " and later updates of " + first.feature();
            }
            return first.compareTo(last) == 0 || last.update() == 0 ? first.text() : first + " to " + last;
        }

        private boolean isIn(JavaVersion version) {
            return version.isAtLeast(first.feature(), 0, first.update())
                    && (version.feature() < last.feature()
                            || version.feature() == last.feature() && version.update() <= last.update());
        }
    }

    /** Returns the bugs of that release and collector, in the order of the table. */
    public static List<Bug> of(JavaVersion version, Optional<Collector> collector) {
        return all().stream()
                .filter(bug -> bug.isIn(version))
                .filter(bug -> bug.collector().isEmpty() || bug.collector().equals(collector))
                .toList();
    }

    /** Returns the whole table. */
    public static List<Bug> all() {
        return Standard.BUGS;
    }

    /** Holder that reads the table once. */
    private static final class Standard {
        static final List<Bug> BUGS = read();

        private static List<Bug> read() {
            List<Bug> bugs = new ArrayList<>();
            for (String line : TextResource.of(KnownBugs.class, TABLE).split("\n")) {
                if (!line.isEmpty() && !line.startsWith("#")) {
                    bugs.add(bug(line));
                }
            }
            return List.copyOf(bugs);
        }

        private static Bug bug(String line) {
            String[] cells = line.split("\t");
            if (cells.length != COLUMNS) {
                throw new IllegalStateException(TABLE + ": not " + COLUMNS + " columns: " + line);
            }
            return new Bug(
                    cells[0],
                    JavaVersion.parse(cells[1]),
                    JavaVersion.parse(cells[2]),
                    cells[3].equals("-") ? Optional.empty() : Optional.of(Collector.valueOf(cells[3])),
                    Requested.valueOf(cells[4]),
                    When.valueOf(cells[5]),
                    Symptom.valueOf(cells[6]),
                    List.of(cells[7].split(",")),
                    cells[8],
                    cells[9]);
        }
    }
}

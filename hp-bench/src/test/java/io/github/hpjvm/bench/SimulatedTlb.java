package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.openjdk.jmh.annotations.Mode;

/** Simulates TlbReach on a CPU with a known TLB and known caches: costs are added, and each edge is sharp. */
public final class SimulatedTlb {
    /** Cost of a walk on base pages, in nanoseconds. */
    public static final double WALK = 30;

    private static final double NEXT_LEVEL = 2;
    private static final double SHORTER_WALK = 12;
    private static final int LINES_OF_THE_FIRST_CACHE = 512;
    private static final int[] PAGES = {16, 64, 128, 256, 1024, 2048, 4096, 8192, 16384, 65536};
    private static final int[] LINES = {64, 256, 1024, 4096, 16384, 65536};

    private final int first;
    private final int last;
    private final Random random = new Random(42);
    private boolean splintered;
    private double noise;

    /** The entries of the first and of the last level. */
    public SimulatedTlb(int first, int last) {
        this.first = first;
        this.last = last;
    }

    /** Whether huge pages take an entry for each of their small ones, as under a hypervisor that has only these. */
    public SimulatedTlb splintered(boolean splintered) {
        this.splintered = splintered;
        return this;
    }

    /** Standard deviation of a run, as a share. */
    public SimulatedTlb noise(double noise) {
        this.noise = noise;
        return this;
    }

    /** Rounds of baseline and thp. */
    public List<Run> runs(int rounds, boolean controlled) {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (String variant : List.of("baseline", "thp")) {
                boolean huge = variant.equals("thp");
                for (int pages : PAGES) {
                    double cost = caches(pages) + translation(pages, huge);
                    runs.add(run("TlbReach.chase", "pages", pages, variant, round, cost));
                }
                for (int lines : controlled ? LINES : new int[0]) {
                    runs.add(run("TlbReachPacked.chase", "lines", lines, variant, round, caches(lines)));
                }
            }
        }
        return runs;
    }

    /** The cases of those runs, in the order of tables. */
    public static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int pages : PAGES) {
            cases.add(subject("TlbReach.chase", "pages", pages));
        }
        for (int lines : LINES) {
            cases.add(subject("TlbReachPacked.chase", "lines", lines));
        }
        return cases;
    }

    /** Runs of two rounds, from size, both rounds of baseline and both of thp. */
    public static List<Run> recorded(String workload, String param, String row) {
        String[] columns = row.split(" ");
        List<Run> runs = new ArrayList<>();
        for (int i = 1; i < columns.length; i++) {
            runs.add(RunBuilder.run(
                            subject(workload, param, Integer.parseInt(columns[0])),
                            i <= 2 ? "baseline" : "thp",
                            1 + (i - 1) % 2,
                            Double.parseDouble(columns[i]))
                    .build());
        }
        return runs;
    }

    private static double caches(int lines) {
        return 1.3 + (lines > LINES_OF_THE_FIRST_CACHE ? 2.5 : 0);
    }

    private double translation(int pages, boolean huge) {
        double entries = huge && !splintered ? pages / 512.0 : pages;
        double walk = huge && splintered ? SHORTER_WALK : WALK;
        return entries <= first ? 0 : entries <= last ? NEXT_LEVEL : walk;
    }

    private static Case subject(String name, String param, int size) {
        List<String> some = List.of("16", "64");
        return new Case(
                new Workload(name, "x." + name, Mode.AverageTime, List.of(), Map.of(param, some), Map.of(param, some)),
                Map.of(param, String.valueOf(size)));
    }

    private Run run(String name, String param, int size, String variant, int round, double cost) {
        return RunBuilder.run(subject(name, param, size), variant, round, cost * (1 + noise * random.nextGaussian()))
                .build();
    }
}

package io.github.hpjvm.bench.report;

import static io.github.hpjvm.bench.RunBuilder.run;

import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.openjdk.jmh.annotations.Mode;

/** Three workloads of six sizes under eight variants, with long names and large numbers. */
public final class LargeCampaign {
    static final long SEED = 20;
    static final String MARKUP = "<script>alert(\"x\" & 'y')</script>]]>--><b>\u0007";

    private static final int ROUNDS = 6;
    private static final long[] SIZES = {1000, 10_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000};

    private LargeCampaign() {}

    /** A variant that has only a name. */
    record Named(String name) implements Variant {
        @Override
        public PageKind asks() {
            return PageKind.THP;
        }

        @Override
        public String describes() {
            return "described " + name;
        }

        @Override
        public List<String> arguments(TargetJvm jvm) {
            return List.of("-Dname=" + name);
        }
    }

    /** Results of a complete campaign. */
    public static Results whole() {
        return of(List.of("thp-defrag-defer+madvise", "hugetlb-1g", "mthp-64k", "pretouch-off", "malloc-hugetlb"), "");
    }

    /** Results with markup and long text in all names. */
    public static Results hostile() {
        return of(List.of(MARKUP, "x".repeat(300), "\ud83d\ude00\ud800", "a&amp;b", " "), MARKUP);
    }

    private static Results of(List<String> names, String everywhere) {
        List<Variant> variants =
                new ArrayList<>(List.of(Variants.baseline(), Samples.variant("thp"), Samples.variant("hugetlb")));
        names.forEach(name -> variants.add(new Named(name)));
        Random random = new Random(SEED);
        List<Case> cases = new ArrayList<>();
        for (Workload workload : List.of(
                Samples.workload("ByteArrayTouch.touch" + everywhere, Mode.AverageTime),
                Samples.workload("HashLookups.perSecond" + everywhere, Mode.Throughput),
                Samples.workload("NoNumbers.at.all" + everywhere, Mode.SampleTime))) {
            boolean words = workload.name().startsWith("No");
            for (long size : SIZES) {
                Map<String, String> params = new LinkedHashMap<>();
                params.put("size", words ? "word" + size + everywhere : String.valueOf(size));
                cases.add(new Case(workload, params));
            }
        }
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            for (int at = 0; at < cases.size(); at++) {
                for (int i = 0; i < variants.size(); i++) {
                    runs.add(one(cases.get(at), variants.get(i), i, round, at % 6, everywhere, random));
                }
                if (at % 6 == 0 || at % 6 == 5) {
                    runs.add(one(cases.get(at), Variants.twin(), 0, round, at % 6, everywhere, random));
                }
            }
        }
        runs.add(run(cases.get(0), variants.get(1), ROUNDS + 1, 3)
                .profiler(Profiler.PERFNORM)
                .counters(Map.of("cycles" + everywhere, 12.5, "nothing", Double.NaN, "dTLB-load-misses", 0.25))
                .build());
        return new Results(
                options(variants),
                Samples.unknownHost(),
                Samples.jvm("21.0.9"),
                cases,
                runs,
                false,
                StopReason.BUDGET,
                Optional.of("no PMU " + everywhere));
    }

    private static Run one(
            Case subject, Variant variant, int index, int round, int size, String everywhere, Random random) {
        double noise = Math.exp(0.02 * random.nextGaussian());
        double gain = 1 - 0.08 * size * Math.min(index, 2) / 2 + (index > 2 ? 0.01 * index : 0);
        double cost = 4.5 * Math.pow(3, size) * gain * noise;
        boolean throughput = subject.workload().mode() == Mode.Throughput;
        RunBuilder run = run(subject, variant, round, throughput ? 1e3 / cost : cost)
                .iterations(cost, Double.NaN, Double.POSITIVE_INFINITY);
        if (index == 4) {
            return run.notRealised("heap is BASE " + everywhere, "sudo sysctl -w vm.nr_hugepages=642 " + everywhere)
                    .build();
        }
        if (index == 5 && size > 2) {
            return run.failed(RunStatus.CRASHED, "exit code 134 " + everywhere).build();
        }
        return index == 6 && round == 2 ? run.disturbed(9, 30).build() : run.build();
    }

    private static BenchOptions options(List<Variant> variants) {
        BenchOptions some = Campaigns.options(Profile.FULL, Map.of());
        return new BenchOptions(
                some.profile(),
                some.workloads(),
                some.params(),
                variants,
                ROUNDS,
                some.seed(),
                some.jvm(),
                some.waits(),
                some.provision(),
                some.fragment(),
                some.profilers(),
                some.untilPrecise(),
                some.disturbed(),
                some.clock(),
                some.interleave(),
                some.checkAlone(),
                some.gates(),
                some.exports(),
                some.output(),
                some.continued(),
                some.setting());
    }
}

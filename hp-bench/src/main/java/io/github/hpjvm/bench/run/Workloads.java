package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.ExpectedEffect;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.plan.Workload.Selection;
import io.github.hpjvm.bench.reading.ScoredBy;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.workload.AlsoInFull;
import io.github.hpjvm.bench.workload.Cost;
import io.github.hpjvm.bench.workload.Expected;
import io.github.hpjvm.bench.workload.FitsCaches;
import io.github.hpjvm.bench.workload.Needs;
import io.github.hpjvm.bench.workload.OnCode;
import io.github.hpjvm.bench.workload.OnRequest;
import io.github.hpjvm.bench.workload.SmallHeap;
import io.github.hpjvm.console.error.UsageException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** Finds the workloads on the class path and the cases that a user selects. */
public final class Workloads {
    private static final String OURS = "io.github.hpjvm.bench.workload.";

    private Workloads() {}

    /**
     * All workloads that JMH's annotation processor lists and whose libraries are on the class path, in the documented
     * order.
     */
    public static List<Workload> all() {
        return listed().filter(entry -> lacks(entry).isEmpty())
                .map(Workloads::workload)
                .sorted(DocumentedOrder.comparator())
                .toList();
    }

    private static Stream<BenchmarkListEntry> listed() {
        return BenchmarkList.defaultList().getAll(new JmhOutput(), List.of()).stream()
                .filter(entry -> entry.getUserClassQName().startsWith(OURS));
    }

    /** The library that a workload needs and that is missing. */
    private static Optional<String> lacks(BenchmarkListEntry entry) {
        return Optional.ofNullable(type(entry).getAnnotation(Needs.class))
                .filter(needs -> Workloads.class.getResource("/" + needs.type().replace('.', '/') + ".class") == null)
                .map(Needs::library);
    }

    /**
     * The cases to measure, workload by workload, in the order of parameter values. An expression that matches
     * everything, including the empty text, does not select workloads that run on request only.
     *
     * @throws UsageException if no workload matches, or a parameter or one of its values does not exist
     */
    public static List<Case> cases(List<Workload> all, BenchOptions options) {
        boolean byName = !options.workloads().matcher("").find();
        List<Workload> chosen = all.stream()
                .map(workload -> options.clock().map(workload::by).orElse(workload))
                .filter(workload -> byName || lacksGivenParameters(workload, options))
                .filter(workload -> options.workloads().matcher(workload.name()).find())
                .toList();
        if (chosen.isEmpty()) {
            rejectUnrunnable(options);
            throw new UsageException("no workload matches '" + options.workloads() + "'; available: "
                    + all.stream()
                            .filter(it -> it.selection() != Selection.UNLISTED)
                            .map(Workload::name)
                            .collect(Collectors.joining(", ")));
        }
        List<Case> cases = new ArrayList<>();
        for (Workload workload : chosen) {
            rejectUnknown(workload, options.params());
            Map<String, List<String>> values = new LinkedHashMap<>(
                    options.profile() == Profile.FULL ? workload.paramsInFull() : workload.params());
            if (options.profile() == Profile.SMOKE) {
                values.replaceAll((name, list) -> list.subList(0, 1));
            }
            options.params().forEach((name, given) -> values.put(name, ascending(workload, name, given)));
            Case.all(workload, values).stream()
                    .map(subject -> options.profile() == Profile.SMOKE ? subject : withItsHeap(subject))
                    .forEach(cases::add);
        }
        return cases;
    }

    /** The case with a small heap, if its data are small. */
    private static Case withItsHeap(Case subject) {
        if (!subject.workload().benchmark().startsWith(OURS)) {
            return subject;
        }
        SmallHeap small = type(subject.workload()).getAnnotation(SmallHeap.class);
        return small != null && Long.parseLong(subject.params().get(small.by())) <= small.upTo()
                ? subject.withHeap(small.jvmArgs())
                : subject;
    }

    /** Rejects a workload without its library if the user names it. */
    private static void rejectUnrunnable(BenchOptions options) {
        listed().filter(entry -> options.workloads().matcher(name(entry)).find())
                .forEach(entry -> lacks(entry).ifPresent(library -> {
                    throw new UsageException(
                            name(entry) + " needs " + library + ", which is not part of hp-cli; measure it"
                                    + " from the sources: mvn -pl hp-bench verify -Dhp.workloads=" + name(entry));
                }));
    }

    /**
     * Returns whether a workload lacks the parameters that the user gives: these select the workloads that have them.
     */
    private static boolean lacksGivenParameters(Workload workload, BenchOptions options) {
        return switch (workload.selection()) {
            case DEFAULT -> true;
            case IN_FULL ->
                options.profile() == Profile.FULL
                        && workload.params()
                                .keySet()
                                .containsAll(options.params().keySet());
            case BY_NAME, UNLISTED -> false;
        };
    }

    private static void rejectUnknown(Workload workload, Map<String, List<String>> given) {
        given.forEach((name, values) -> {
            if (!workload.params().containsKey(name)) {
                throw new UsageException("params: " + workload.name() + " has no parameter '" + name + "'; it has "
                        + String.join(", ", workload.params().keySet()));
            }
            boolean numeric = isPositiveInt(
                    Objects.requireNonNull(workload.params().get(name), name).get(0));
            for (String value : values) {
                if (numeric && !isPositiveInt(value)) {
                    throw new UsageException(
                            "params: " + name + "=" + value + " is not a whole number from 1 to " + Integer.MAX_VALUE);
                }
            }
        });
    }

    private static List<String> ascending(Workload workload, String name, List<String> given) {
        return isPositiveInt(Objects.requireNonNull(workload.params().get(name), name)
                        .get(0))
                ? ascending(given)
                : given;
    }

    /** Sorts numbers by size without duplicates, so that the first case is the smallest and the last the largest. */
    private static List<String> ascending(List<String> given) {
        return given.stream()
                .map(Integer::valueOf)
                .distinct()
                .sorted()
                .map(String::valueOf)
                .toList();
    }

    private static boolean isPositiveInt(String text) {
        try {
            return Integer.parseInt(text) > 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static Workload workload(BenchmarkListEntry entry) {
        Map<String, List<String>> params = new LinkedHashMap<>();
        Map<String, List<String>> full = new LinkedHashMap<>();
        for (Field field : type(entry).getFields()) {
            Param param = field.getAnnotation(Param.class);
            if (param != null) {
                List<String> values = Arrays.asList(param.value());
                List<String> more = new ArrayList<>(values);
                AlsoInFull also = field.getAnnotation(AlsoInFull.class);
                if (also != null) {
                    more.addAll(Arrays.asList(also.value()));
                }
                params.put(field.getName(), values);
                full.put(field.getName(), more.stream().allMatch(Workloads::isPositiveInt) ? ascending(more) : more);
            }
        }
        return new Workload(
                name(entry),
                entry.getUsername(),
                entry.getMode(),
                List.copyOf(entry.getJvmArgs().orElse(List.of())),
                params,
                full,
                selection(type(entry).getAnnotation(OnRequest.class)),
                Optional.ofNullable(type(entry).getAnnotation(Expected.class)).map(Workloads::expectation),
                clock(type(entry).getAnnotation(Cost.class)));
    }

    private static Clock clock(Cost cost) {
        return cost != null && cost.value() == Cost.Of.WALL ? Clock.WALL : Clock.CPU;
    }

    private static ExpectedEffect expectation(Expected said) {
        return new ExpectedEffect(
                        said.because(),
                        Optional.of(said.by()).filter(name -> !name.isEmpty()),
                        said.noneUpTo(),
                        said.within(),
                        said.gainFrom(),
                        said.small())
                .onPagesOf(HostReader.basePageBytes());
    }

    /** Returns whether the pages of its compiled code decide its verdict, not those of the heap. */
    static boolean isOnCode(Workload workload) {
        return type(workload).isAnnotationPresent(OnCode.class);
    }

    /** The reading that is its score, if JMH's is not. */
    static Optional<String> scoredBy(Workload workload) {
        return Optional.ofNullable(type(workload).getAnnotation(ScoredBy.class)).map(ScoredBy::value);
    }

    /** Returns whether its score is a reading, and not JMH's. */
    static boolean isScoredByReading(Workload workload) {
        return scoredBy(workload).isPresent();
    }

    /** Returns whether its CPU time is measured for the process, and not for the measuring threads. */
    static boolean costsTheProcess(Workload workload) {
        return cost(workload) == Cost.Of.PROCESS;
    }

    /** Returns whether its cost is the CPU time of the measuring threads, without waiting and without the compiler. */
    static boolean costsTheMeasuringThreads(Workload workload) {
        return cost(workload) == Cost.Of.MEASURING_THREADS;
    }

    /**
     * Returns whether the forks of a case run at the same time on one CPU: their cost is the CPU time of the measuring
     * threads, and their data are small.
     */
    static boolean sharesCpu(Case subject) {
        FitsCaches fits = type(subject.workload()).getAnnotation(FitsCaches.class);
        return subject.workload().clock() == Clock.CPU
                && costsTheMeasuringThreads(subject.workload())
                && fits != null
                && (fits.by().isEmpty() || Long.parseLong(subject.params().get(fits.by())) <= fits.upTo());
    }

    /** The reason why forks of the workload cannot take turns; empty if they can. */
    static Optional<String> whyForks(Workload workload) {
        if (workload.mode() != Mode.AverageTime && workload.mode() != Mode.Throughput) {
            return Optional.of("JMH's mode " + workload.mode().shortLabel() + " has no iterations to divide");
        }
        if (isScoredByReading(workload)) {
            return Optional.of("its score is one reading for the whole fork");
        }
        return cost(workload) == Cost.Of.PROCESS
                ? Optional.of("its cost is the collector's, which also runs while the fork waits")
                : Optional.empty();
    }

    private static Cost.Of cost(Workload workload) {
        return Optional.ofNullable(type(workload).getAnnotation(Cost.class))
                .map(Cost::value)
                .orElse(Cost.Of.MEASURING_THREADS);
    }

    /** Class and method, without the package. */
    private static String name(BenchmarkListEntry entry) {
        String[] parts = entry.getUsername().split("\\.");
        return parts[parts.length - 2] + "." + parts[parts.length - 1];
    }

    private static Selection selection(OnRequest onRequest) {
        if (onRequest == null) {
            return Selection.DEFAULT;
        }
        if (onRequest.alsoInFull()) {
            return Selection.IN_FULL;
        }
        return onRequest.listed() ? Selection.BY_NAME : Selection.UNLISTED;
    }

    private static Class<?> type(Workload workload) {
        return type(workload.benchmark().substring(0, workload.benchmark().lastIndexOf('.')));
    }

    private static Class<?> type(BenchmarkListEntry entry) {
        return type(entry.getUserClassQName());
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("JMH lists a class that is missing: " + name, e);
        }
    }
}

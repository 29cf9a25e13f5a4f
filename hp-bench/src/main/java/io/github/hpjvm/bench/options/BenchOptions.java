package io.github.hpjvm.bench.options;

import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.stats.Gate;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.file.BytePath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Options of a campaign. {@link CampaignOption} has their names and their help.
 *
 * @param workloads pattern that is searched for in names such as {@code ByteArrayTouch.touch}
 * @param params values by parameter name, which replace the workload's own values
 * @param variants at least baseline, without repetition
 * @param jvm Java home of the forks; empty for the Java home of this process
 * @param waits whether the campaign waits for another one on this host to end
 * @param provision whether the host may be changed
 * @param fragment per cent of the blocks of huge-page size that keep a base page in use before each fork; empty to
 *     leave memory unchanged
 * @param profilers empty unless requested
 * @param untilPrecise the rule that adds rounds until intervals are narrow enough; {@code rounds} then are the first
 *     ones
 * @param disturbed treatment of busy rounds
 * @param clock the clock that decides verdicts; empty for the clock of each workload
 * @param interleave interleaving of the forks of a round; empty for slices wherever they are possible
 * @param checkAlone whether each fork also runs alone for long turns, which check the others
 * @param gates conditions on ratios; empty unless requested
 * @param exports files for parts of the report; empty unless requested
 * @param output folder for results.json and the other files
 * @param continued whether rounds are added to the campaign in that folder
 * @param setting text by option name, from which a later campaign can continue this one, and a report be rendered again
 */
public record BenchOptions(
        Profile profile,
        Pattern workloads,
        Map<String, List<String>> params,
        List<Variant> variants,
        int rounds,
        long seed,
        Optional<Path> jvm,
        boolean waits,
        boolean provision,
        OptionalInt fragment,
        Set<Profiler> profilers,
        Optional<UntilPrecise> untilPrecise,
        BusyRounds disturbed,
        Optional<Clock> clock,
        Optional<Interleave> interleave,
        boolean checkAlone,
        List<Gate> gates,
        Exports exports,
        Path output,
        boolean continued,
        Map<String, String> setting) {
    /**
     * The second program of a campaign that compares two.
     *
     * @param variant name of the variant that runs it
     * @param text the program, for the user
     */
    public record Program(String variant, String text) {}

    /** Files to write, each empty unless requested: the report as Markdown, gates as JUnit XML, rounds as CSV. */
    public record Exports(Optional<Path> markdown, Optional<Path> junit, Optional<Path> csv) {
        /** No files. */
        public static final Exports NONE = new Exports(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Default folder for results, relative to the working directory. */
    private static final String OUTPUT = "hp-bench-results";

    public static final int MOST_ROUNDS = 1000;

    private static final List<String> DEFAULT_VARIANTS = List.of("baseline", "thp", "hugetlb");

    /**
     * Parses options.
     *
     * @param given text by option name; an empty text counts as not given
     * @param otherwise the default profile
     * @param freshSeed the default seed
     * @throws UsageException for an invalid option
     */
    public static BenchOptions parse(Map<String, String> given, Profile otherwise, long freshSeed) {
        return parse(given, otherwise, freshSeed, Optional.empty());
    }

    /**
     * Parses options of a campaign that may compare two programs.
     *
     * @param program the second program; empty if there is one
     */
    public static BenchOptions parse(
            Map<String, String> given, Profile otherwise, long freshSeed, Optional<Program> program) {
        Optional<String> profileName = CampaignOption.PROFILE.in(given);
        Profile profile = profileName.map(Profile::named).orElse(otherwise);
        boolean provision = flag("provision", CampaignOption.PROVISION.in(given));
        return new BenchOptions(
                profile,
                pattern(CampaignOption.WORKLOADS.in(given).orElse("")),
                params(CampaignOption.PARAMS.in(given).orElse("")),
                variants(CampaignOption.VARIANTS.in(given), CampaignOption.VARIANT.in(given), program),
                number("rounds", CampaignOption.ROUNDS.in(given), 1, MOST_ROUNDS)
                        .map(Long::intValue)
                        .orElse(profile.rounds()),
                number("seed", CampaignOption.SEED.in(given), Long.MIN_VALUE, Long.MAX_VALUE)
                        .orElse(freshSeed),
                CampaignOption.JVM.in(given).map(text -> path("jvm", text)),
                flag("wait", CampaignOption.WAIT.in(given)),
                provision,
                fragment(CampaignOption.FRAGMENT.in(given), provision),
                profilers(CampaignOption.PROFILERS.in(given)),
                UntilPrecise.parse(
                        CampaignOption.PRECISION.in(given),
                        CampaignOption.BUDGET.in(given),
                        CampaignOption.ROUNDS.in(given).isEmpty() ? profile.budget() : Optional.empty()),
                CampaignOption.DISTURBED.in(given).map(BusyRounds::named).orElse(BusyRounds.KEEP),
                CampaignOption.CLOCK.in(given).map(text -> word("clock", text, Clock.values(), Clock::label)),
                CampaignOption.INTERLEAVE
                        .in(given)
                        .map(text -> word("interleave", text, Interleave.values(), Interleave::label)),
                flag("check-alone", CampaignOption.CHECK_ALONE.in(given)),
                CampaignOption.GATE.in(given).map(Gate::parse).orElse(List.of()),
                new Exports(
                        CampaignOption.EXPORT_MARKDOWN.in(given).map(text -> path("export-markdown", text)),
                        CampaignOption.EXPORT_JUNIT.in(given).map(text -> path("export-junit", text)),
                        CampaignOption.EXPORT_CSV.in(given).map(text -> path("export-csv", text))),
                output(given),
                CampaignOption.CONTINUE.in(given).isPresent(),
                setting(given, profile, freshSeed));
    }

    /** The option of {@code try} that decides how its commands are shown, and so how those of a later campaign are compared. */
    public static final String FULL_COMMAND_LINE = "full-command-line";

    /** The options of {@code try} that a campaign which continues another one must have, as a results.json has them. */
    public static final List<String> OF_TRY =
            List.of("better", FULL_COMMAND_LINE, "load", "metric", "override", "repeat-load", "until");

    /** The words for the JMH of a jar, as a results.json has them. Each campaign of a jar has this option, perhaps empty. */
    public static final String JMH = "jmh";

    /** The options of {@code bench run --jar}, as a results.json has them. */
    private static final List<String> OF_JAR = List.of("jar", "against", JMH, "override");

    /** The time limit of a fork of a jar, or of a run of a command, if the user gives one. */
    public static final String TIMEOUT = "timeout";

    /** The digests of the jars that the campaign measures, in the lines of sha256sum. No option that a user gives. */
    public static final String JARS = "jars";

    /** The digests of the arguments that reports leave out of commands. No option that a user gives. */
    public static final String ARGUMENTS = "arguments";

    /** Returns whether an option of {@code try} decides what is measured. */
    public static boolean isOfTry(Map<String, String> setting) {
        return !isOfJar(setting) && OF_TRY.stream().anyMatch(setting::containsKey);
    }

    /** Returns whether a campaign measures the benchmarks of a jar. Earlier versions wrote only the digests of the jars. */
    public static boolean isOfJar(Map<String, String> setting) {
        return setting.containsKey(JMH) || setting.containsKey(JARS);
    }

    /** The given options without known credentials, and the chosen profile and seed. */
    private static Map<String, String> setting(Map<String, String> given, Profile profile, long freshSeed) {
        Map<String, String> setting = new TreeMap<>();
        for (CampaignOption option : CampaignOption.values()) {
            option.in(given).ifPresent(value -> setting.put(option.label(), value));
        }
        Stream.of(OF_TRY, OF_JAR, List.of(TIMEOUT, JARS, ARGUMENTS))
                .flatMap(List::stream)
                .forEach(name -> Optional.ofNullable(given.get(name)).ifPresent(value -> setting.put(name, value)));
        setting.computeIfPresent(CampaignOption.VARIANT.label(), (name, text) -> VariantOption.shown(text));
        setting.putIfAbsent("seed", String.valueOf(freshSeed));
        if (profile != Profile.OWN) {
            setting.put("profile", profile.label());
        }
        return setting;
    }

    /** These options with other variants. */
    public BenchOptions with(List<Variant> other) {
        return new BenchOptions(
                profile,
                workloads,
                params,
                List.copyOf(other),
                rounds,
                seed,
                jvm,
                waits,
                provision,
                fragment,
                profilers,
                untilPrecise,
                disturbed,
                clock,
                interleave,
                checkAlone,
                gates,
                exports,
                output,
                continued,
                setting);
    }

    /** These options with the JVMs that their variants name. */
    public BenchOptions on(Function<Path, TargetJvm> jvms) {
        return with(variants.stream()
                .map(variant -> variant instanceof OwnVariant own ? own.on(jvms) : variant)
                .toList());
    }

    /** The folder for results. */
    public static Path output(Map<String, String> given) {
        return path("out", CampaignOption.OUT.in(given).orElse(OUTPUT));
    }

    /** A random seed of six digits, which are easy to type again. */
    public static long freshSeed() {
        return 100_000L + new SecureRandom().nextInt(900_000);
    }

    private static Pattern pattern(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new UsageException(
                    "workloads: '" + regex + "' is not a regular expression (" + e.getDescription() + ")");
        }
    }

    private static Path path(String name, String text) {
        try {
            return BytePath.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException(name + ": '" + text + "' is not a valid path (" + e.getReason() + ")");
        }
    }

    private static Map<String, List<String>> params(String text) {
        Map<String, List<String>> params = new LinkedHashMap<>();
        for (String one : text.split(";")) {
            if (one.isBlank()) {
                continue;
            }
            int equals = one.indexOf('=');
            List<String> values = equals < 0 ? List.of() : list(one.substring(equals + 1));
            if (equals < 1 || values.isEmpty()) {
                throw new UsageException("params: '" + one.strip()
                        + "' does not have the form NAME=VALUE,VALUE; for example size=1000,1000000");
            }
            if (params.put(one.substring(0, equals).strip(), values) != null) {
                throw new UsageException("params: '" + one.substring(0, equals).strip() + "' is given twice");
            }
        }
        return params;
    }

    /** The variants of hp-bench, then those that the user defines, then the second program. */
    private static List<Variant> variants(Optional<String> text, Optional<String> own, Optional<Program> program) {
        boolean plain = text.isEmpty() && (own.isPresent() || program.isPresent());
        Variant base = plain ? Variants.plainBaseline() : Variants.baseline();
        List<Variant> owns =
                new ArrayList<>(own.map(it -> VariantOption.parse(it, base)).orElse(List.of()));
        program.ifPresent(it -> owns.add(OwnVariant.program(it.variant(), base, it.text())));
        requireDifferent(owns);
        List<Variant> variants = new ArrayList<>(plain ? List.of(base) : named(text, owns));
        if (!variants.contains(base)) {
            variants.add(0, base);
        }
        variants.addAll(owns);
        return List.copyOf(variants);
    }

    private static void requireDifferent(List<Variant> owns) {
        Set<String> names = new HashSet<>();
        for (Variant variant : owns) {
            if (!names.add(variant.name())) {
                throw new UsageException(
                        "variant: '" + variant.name() + "' is the name of the second program; choose another name");
            }
        }
    }

    /** The variants of hp-bench in a list, which may name own variants, too. */
    private static List<Variant> named(Optional<String> text, List<Variant> owns) {
        List<String> names = text.map(BenchOptions::list).orElse(DEFAULT_VARIANTS);
        if (names.isEmpty()) {
            throw new UsageException("variants: the list is empty; variants are " + Variants.names());
        }
        List<Variant> variants = new ArrayList<>();
        for (String name : names) {
            if (owns.stream().noneMatch(own -> own.name().equals(name))) {
                variants.add(Variants.named(name)
                        .orElseThrow(() -> new UsageException(
                                "variants: unknown variant '" + name + "'; variants are " + Variants.names())));
            }
        }
        return variants;
    }

    private static OptionalInt fragment(Optional<String> text, boolean provision) {
        Optional<Long> percent = number("fragment", text.map(it -> it.replaceFirst("\\s*%$", "")), 1, 100);
        if (percent.isPresent() && !provision) {
            throw new UsageException(
                    "fragment: needs --provision (hp.provision=true) and root, because it uses nearly all memory of the host");
        }
        return percent.map(it -> OptionalInt.of(it.intValue())).orElse(OptionalInt.empty());
    }

    private static Set<Profiler> profilers(Optional<String> text) {
        Set<Profiler> profilers = EnumSet.noneOf(Profiler.class);
        text.map(BenchOptions::list).orElse(List.of()).forEach(name -> profilers.add(Profiler.named(name)));
        return profilers;
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .distinct()
                .toList();
    }

    private static Optional<Long> number(String name, Optional<String> text, long least, long most) {
        return text.map(digits -> {
            try {
                long number = Long.parseLong(digits);
                if (least <= number && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // the message below covers both cases
            }
            throw new UsageException(name + ": '" + digits + "' is not a whole number"
                    + (least == Long.MIN_VALUE ? "" : " from " + least + " to " + most));
        });
    }

    private static <T> T word(String name, String text, T[] values, Function<T, String> label) {
        return Arrays.stream(values)
                .filter(value -> label.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new UsageException(name + ": '" + text + "' is not one of "
                        + Arrays.stream(values).map(label).collect(Collectors.joining(", "))));
    }

    private static boolean flag(String name, Optional<String> text) {
        return text.map(word -> {
                    if (word.equals("true") || word.equals("false")) {
                        return word.equals("true");
                    }
                    throw new UsageException(name + ": '" + word + "' is not true or false");
                })
                .orElse(false);
    }
}

package io.github.hpjvm.bench.options;

import io.github.hpjvm.advisor.read.file.BytePath;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.stats.Gate;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
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

/**
 * What the user wants measured. The names are those of the Maven properties ({@code hp.rounds}) and of the options of
 * {@code hp-cli bench run} ({@code --rounds}), which both come here as text.
 *
 * @param workloads which workloads, found anywhere in {@code ByteArrayTouch.touch}-like names
 * @param params values by parameter name, in place of the workload's own; a name that is absent keeps them
 * @param variants at least baseline, without repetition
 * @param jvm java home of the forks; empty for the one that runs us
 * @param waits whether the campaign waits for another one on this host to end
 * @param provision whether the host may be changed
 * @param fragment of 100 blocks of the size of a huge page so many keep a base page in use, before each fork; empty for
 *     memory as it is
 * @param profilers empty unless asked for
 * @param untilPrecise whether rounds are added until intervals are narrow enough; {@code rounds} then are the first ones
 * @param disturbed what becomes of rounds in which others had the CPUs
 * @param clock the time that decides verdicts; empty for the one that each workload fixes
 * @param interleave how the forks of a round share its time; empty for slices wherever they are possible
 * @param gates what the ratios must be for the build to pass; none unless asked for
 * @param markdown file for the report as Markdown; empty unless requested
 * @param output folder for results.json and its siblings
 * @param continued whether rounds are added to the campaign in that folder
 * @param setting text by option name, by which a later campaign can continue this one
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
        Disturbed disturbed,
        Optional<Clock> clock,
        Optional<Interleave> interleave,
        List<Gate> gates,
        Optional<Path> markdown,
        Path output,
        boolean continued,
        Map<String, String> setting) {
    /** Name of the option that adds rounds to an earlier campaign. */
    public static final String CONTINUE = "continue";

    /** Options that make the rounds of two campaigns comparable. What they were is in results.json. */
    public static final List<String> SETTING = List.of(
            "profile",
            "workloads",
            "params",
            "variants",
            "seed",
            "jvm",
            "fragment",
            "profilers",
            "disturbed",
            "clock",
            "interleave");

    /** The folder for results unless another is given, below the one we were started in. */
    private static final String OUTPUT = "hp-bench-results";

    public static final int MOST_ROUNDS = 1000;

    private static final List<String> DEFAULT_VARIANTS = List.of("baseline", "thp", "hugetlb");

    /**
     * @param given text by option name; an empty text counts as not given
     * @param otherwise the profile if none is given
     * @param freshSeed the seed if none is given
     * @throws UsageException for anything that cannot be, in one line
     */
    public static BenchOptions parse(Map<String, String> given, Profile otherwise, long freshSeed) {
        Optional<String> profileName = text(given, "profile");
        Profile profile = profileName.map(Profile::named).orElse(otherwise);
        boolean provision = flag("provision", text(given, "provision"));
        return new BenchOptions(
                profile,
                pattern(text(given, "workloads").orElse("")),
                params(text(given, "params").orElse("")),
                variants(text(given, "variants")),
                number("rounds", text(given, "rounds"), 1, MOST_ROUNDS)
                        .map(Long::intValue)
                        .orElse(profile.rounds()),
                number("seed", text(given, "seed"), Long.MIN_VALUE, Long.MAX_VALUE)
                        .orElse(freshSeed),
                text(given, "jvm").map(text -> path("jvm", text)),
                flag("wait", text(given, "wait")),
                provision,
                fragment(text(given, "fragment"), provision),
                profilers(text(given, "profilers")),
                UntilPrecise.parse(
                        text(given, "precision"),
                        text(given, "budget"),
                        text(given, "rounds").isEmpty() ? profile.budget() : Optional.empty()),
                text(given, "disturbed").map(Disturbed::named).orElse(Disturbed.KEEP),
                text(given, "clock").map(text -> word("clock", text, Clock.values(), Clock::label)),
                text(given, "interleave").map(text -> word("interleave", text, Interleave.values(), Interleave::label)),
                text(given, "gate").map(Gate::parse).orElse(List.of()),
                text(given, "export-markdown").map(text -> path("export-markdown", text)),
                output(given),
                text(given, CONTINUE).isPresent(),
                setting(given, profile, freshSeed));
    }

    /** What was given of the options that make rounds comparable, and what was chosen in place of profile and seed. */
    private static Map<String, String> setting(Map<String, String> given, Profile profile, long freshSeed) {
        Map<String, String> setting = new TreeMap<>();
        SETTING.forEach(name -> text(given, name).ifPresent(value -> setting.put(name, value)));
        setting.putIfAbsent("seed", String.valueOf(freshSeed));
        if (profile != Profile.OWN) {
            setting.put("profile", profile.label());
        }
        return setting;
    }

    /** The folder for results that these options name. */
    public static Path output(Map<String, String> given) {
        return path("out", text(given, "out").orElse(OUTPUT));
    }

    /** A seed for those who give none: six digits tell campaigns apart, and can be typed again. */
    public static long freshSeed() {
        return 100_000 + new SecureRandom().nextInt(900_000);
    }

    private static Optional<String> text(Map<String, String> given, String name) {
        return Optional.ofNullable(given.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static Pattern pattern(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new UsageException(
                    "workloads: not a regular expression: '" + regex + "' (" + e.getDescription() + ")");
        }
    }

    private static Path path(String name, String text) {
        try {
            return BytePath.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException(name + ": not a path here: '" + text + "' (" + e.getReason() + ")");
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
                throw new UsageException(
                        "params: '" + one.strip() + "' is not name=value,value; for example size=1000,1000000");
            }
            if (params.put(one.substring(0, equals).strip(), values) != null) {
                throw new UsageException("params: '" + one.substring(0, equals).strip() + "' is given twice");
            }
        }
        return params;
    }

    private static List<Variant> variants(Optional<String> text) {
        List<String> names = text.map(BenchOptions::list).orElse(DEFAULT_VARIANTS);
        if (names.isEmpty()) {
            throw new UsageException("variants: an empty list; there are " + Variants.names());
        }
        List<Variant> variants = new ArrayList<>();
        for (String name : names) {
            variants.add(Variants.named(name)
                    .orElseThrow(() -> new UsageException("no variant '" + name + "'; there are " + Variants.names())));
        }
        if (!variants.contains(Variants.baseline())) {
            variants.add(0, Variants.baseline());
        }
        return List.copyOf(variants);
    }

    private static OptionalInt fragment(Optional<String> text, boolean provision) {
        Optional<Long> percent = number("fragment", text.map(it -> it.replaceFirst("\\s*%$", "")), 1, 100);
        if (percent.isPresent() && !provision) {
            throw new UsageException("fragment: it takes nearly all memory of the host for the campaign; say"
                    + " provision=true too, as root");
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
                // falls through to the one message for both
            }
            throw new UsageException(name + ": '" + digits + "' is not a whole number"
                    + (least == Long.MIN_VALUE ? "" : " from " + least + " to " + most));
        });
    }

    private static <T> T word(String name, String text, T[] values, Function<T, String> label) {
        return Arrays.stream(values)
                .filter(value -> label.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new UsageException(name + ": '" + text + "' is none of "
                        + Arrays.stream(values).map(label).collect(Collectors.joining(", "))));
    }

    private static boolean flag(String name, Optional<String> text) {
        return text.map(word -> {
                    if (word.equals("true") || word.equals("false")) {
                        return word.equals("true");
                    }
                    throw new UsageException(name + ": '" + word + "' is neither true nor false");
                })
                .orElse(false);
    }
}

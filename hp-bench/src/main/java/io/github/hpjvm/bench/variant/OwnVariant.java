package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A variant that the user defines: baseline with other flags, another JVM, other variables, a longer class path, or
 * another program.
 *
 * <p>It has the flags of baseline, but not those page flags that it sets itself. If its flags request huge pages, the
 * heap must have them; else the pages are reported.
 *
 * @param base the baseline of the campaign
 * @param change the differences
 * @param jvm the JVM that it names; empty if it names none, and until {@link #on} was called
 */
public record OwnVariant(String name, Variant base, Change change, Optional<TargetJvm> jvm) implements Variant {
    private static final Pattern PAGE_SIZE = Pattern.compile("-XX:LargePageSizeInBytes=(\\d+[kKmMgG]?)");
    private static final Pattern PAGES =
            Pattern.compile("-XX:[+-]?(UseLargePages|UseTransparentHugePages|UseHugeTLBFS|UseSHM)");
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String TRANSPARENT = "-XX:+UseTransparentHugePages";
    private static final String OLD = "-XX:+UseHugeTLBFS";

    /**
     * Differences to baseline.
     *
     * @param flags of the JVM
     * @param home Java home of the JVM
     * @param environment variables
     * @param classPath entries before the class path of the program
     * @param program the other program, as text for the user
     */
    public record Change(
            List<String> flags,
            Optional<Path> home,
            Map<String, String> environment,
            List<Path> classPath,
            Optional<String> program) {
        /** No difference. */
        public static final Change NONE =
                new Change(List.of(), Optional.empty(), Map.of(), List.of(), Optional.empty());

        public Change {
            flags = List.copyOf(flags);
            environment = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            classPath = List.copyOf(classPath);
        }

        /** Both differences; the later JVM and program replace earlier ones. */
        public Change and(Change more) {
            List<String> bothFlags = new ArrayList<>(flags);
            bothFlags.addAll(more.flags);
            Map<String, String> variables = new LinkedHashMap<>(environment);
            variables.putAll(more.environment);
            List<Path> entries = new ArrayList<>(classPath);
            entries.addAll(more.classPath);
            return new Change(bothFlags, more.home.or(() -> home), variables, entries, more.program.or(() -> program));
        }
    }

    /** A variant of another program. */
    public static OwnVariant program(String name, Variant base, String program) {
        Change change = new Change(List.of(), Optional.empty(), Map.of(), List.of(), Optional.of(program));
        return new OwnVariant(name, base, change, Optional.empty());
    }

    /** This variant with its JVM, if it names one. */
    public OwnVariant on(Function<Path, TargetJvm> jvms) {
        return new OwnVariant(name, base, change, change.home().map(jvms));
    }

    /**
     * The JVM of its forks, if it is not that of baseline: the one that it names, or that of its program.
     *
     * @param usual that of baseline
     */
    public Optional<TargetJvm> ownJvm(TargetJvm usual) {
        return jvm.or(() -> change.program().flatMap(it -> usual.second()));
    }

    @Override
    public TargetJvm jvm(TargetJvm usual) {
        return ownJvm(usual).orElse(usual);
    }

    @Override
    public Optional<Path> home() {
        return change.home().map(Path::toAbsolutePath);
    }

    @Override
    public PageKind asks() {
        if (isOn(TRANSPARENT)) {
            return PageKind.THP;
        }
        return isOn(LARGE) || isOn(OLD) ? PageKind.HUGETLB : PageKind.BASE;
    }

    /** Returns whether the last flag of that name has a plus. */
    private boolean isOn(String plus) {
        String minus = plus.replace("-XX:+", "-XX:-");
        return change.flags().lastIndexOf(plus) > change.flags().lastIndexOf(minus);
    }

    @Override
    public Optional<String> decidingArgument() {
        return switch (asks()) {
            case THP -> Optional.of(TRANSPARENT);
            case HUGETLB -> isOn(LARGE) ? Optional.of(LARGE) : Optional.of(OLD);
            default -> Optional.empty();
        };
    }

    @Override
    public String describes() {
        List<String> parts = new ArrayList<>();
        change.program().ifPresent(parts::add);
        change.home().ifPresent(home -> parts.add(jvm.map(TargetJvm::toString).orElse(home.toString())));
        change.environment().forEach((name, value) -> parts.add(name + "=" + value));
        change.classPath().forEach(entry -> parts.add("class path " + entry));
        parts.addAll(change.flags());
        return parts.isEmpty() ? "no difference" : String.join(" ", Credentials.masked(parts));
    }

    /** The flags of baseline that it does not set itself, then its own. */
    @Override
    public List<String> arguments(TargetJvm usual) {
        boolean own =
                change.flags().stream().anyMatch(flag -> PAGES.matcher(flag).matches());
        List<String> arguments = new ArrayList<>();
        if (!own) {
            arguments.addAll(base.arguments(jvm(usual)));
        }
        arguments.addAll(change.flags());
        return List.copyOf(arguments);
    }

    @Override
    public Map<String, String> environment() {
        return change.environment();
    }

    @Override
    public List<Path> classPath() {
        return change.classPath();
    }

    @Override
    public boolean replaces() {
        return true;
    }

    @Override
    public boolean refusesHugePages() {
        return asks() == PageKind.BASE && base.refusesHugePages();
    }

    @Override
    public Proof proof() {
        if (asks() == PageKind.BASE) {
            return new Proof.Reported();
        }
        return asks() == PageKind.HUGETLB
                ? pageSize().<Proof>map(Proof.HeapPages::new).orElseGet(Proof.HeapKind::new)
                : new Proof.HeapKind();
    }

    private Optional<Bytes> pageSize() {
        return change.flags().stream()
                .map(PAGE_SIZE::matcher)
                .filter(Matcher::matches)
                .reduce((first, last) -> last)
                .map(matcher -> Bytes.parse(matcher.group(1)));
    }
}

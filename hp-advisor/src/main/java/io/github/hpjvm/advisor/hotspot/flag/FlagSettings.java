package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.flag.FlagRemark.Kind;
import io.github.hpjvm.advisor.hotspot.flag.Refusal.Stage;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The flags that HotSpot derives from its arguments before any ergonomics: the given flags with the value of their last
 * occurrence, the refusal if there is one, and the messages (Arguments::parse in {@code
 * src/hotspot/share/runtime/arguments.cpp}).
 */
public final class FlagSettings {
    /** The builds that the head of {@code flags.tsv} names. */
    private static final Map<Integer, String> NEWEST = Map.of(
            8, "1.8.0_504", 11, "11.0.33", 17, "17.0.21", 21, "21.0.13", 25, "25.0.5", 26, "26.0.2", 27, "27.0.1");

    private static final KnownSettings KNOWN = new KnownSettings();

    private final Map<String, String> given;
    private final Map<String, String> defaults;
    private final Optional<Refusal> refusal;
    private final List<FlagRemark> warnings;
    private final List<Missing> unknowns;

    private FlagSettings(
            Map<String, String> given,
            Map<String, String> defaults,
            Optional<Refusal> refusal,
            List<FlagRemark> warnings,
            List<Missing> unknowns) {
        this.given = Map.copyOf(given);
        this.defaults = Map.copyOf(defaults);
        this.refusal = refusal;
        this.warnings = List.copyOf(warnings);
        this.unknowns = List.copyOf(unknowns);
    }

    /**
     * Returns the newest known update of a release: the one from which the table of flags was generated; empty for a release
     * that has none there.
     */
    public static Optional<JavaVersion> newestUpdate(int feature) {
        return Optional.ofNullable(NEWEST.get(feature)).map(JavaVersion::parse);
    }

    /** Returns the releases whose flags a real JVM listed, the oldest first. */
    public static List<Integer> listedReleases() {
        return FlagTable.LISTED;
    }

    /**
     * Reads the arguments as HotSpot of that build does.
     *
     * <p>The default of a flag is the value that the build itself printed, if it could be started. Otherwise it is the
     * known default of its release. A default that depends on the host is absent unless the build printed it.
     *
     * @param vm which build it is
     * @param arguments its arguments
     * @param listed the flags that the same build printed, started bare; empty if it could not be started
     * @param runs whether the JVM runs with these arguments: then it has refused none of them
     */
    public static FlagSettings of(VmIdentity vm, Arguments arguments, Map<String, VmFlag> listed, boolean runs) {
        return of(vm, Optional.empty(), arguments, listed, runs);
    }

    /**
     * Reads the arguments as the method above does, on a machine of that architecture.
     *
     * @param architecture as in {@code uname -m}; empty if it is not known
     */
    public static FlagSettings of(
            VmIdentity vm,
            Optional<String> architecture,
            Arguments arguments,
            Map<String, VmFlag> listed,
            boolean runs) {
        return listed.isEmpty()
                ? KNOWN.get(
                        KnownSettings.Key.of(vm, architecture, arguments, runs),
                        () -> read(vm, architecture, arguments, listed, runs))
                : read(vm, architecture, arguments, listed, runs);
    }

    private static FlagSettings read(
            VmIdentity vm,
            Optional<String> architecture,
            Arguments arguments,
            Map<String, VmFlag> listed,
            boolean runs) {
        FlagsOfBuild build = new FlagsOfBuild(vm, architecture, listed);
        LauncherWords words = new LauncherWords(build, arguments.list());
        FlagParser parser = new FlagParser(build, runs);
        parser.warnings().addAll(words.warnings());
        parser.parse(words.forVm());
        if (parser.refusal().isEmpty()) {
            new FlagConflicts(parser).first().ifPresent(parser::refuse);
        }
        if (parser.refusal().isEmpty()) {
            CompilationMode.remark(parser.given(), build.feature()).ifPresent(text -> parser.warn(Kind.CONFLICT, text));
        }
        boolean sizesItsHeap = parser.refusal()
                .map(refusal -> refusal.stage().compareTo(Stage.COLLECTOR) > 0)
                .orElse(true);
        if (build.feature() == 8 && sizesItsHeap) {
            OldWarnings.of(parser.given()).forEach(parser.warnings()::add);
        }
        List<Missing> unknowns = new ArrayList<>(parser.unknowns());
        for (String name : arguments.unread()) {
            unknowns.add(new Missing("arguments", Reason.NOT_PRESENT, name, "make it readable for us"));
        }
        return new FlagSettings(parser.given(), build.defaults(), parser.refusal(), parser.warnings(), unknowns);
    }

    /** Returns why HotSpot does not start with these arguments; empty if it does, as far as they are known. */
    public Optional<Refusal> refusal() {
        return refusal;
    }

    /** Returns its messages about arguments that it accepts. */
    public List<FlagRemark> warnings() {
        return warnings;
    }

    /**
     * Returns the arguments with an unknown effect: the build may accept or refuse them. If there are any, the JVM may
     * refuse to start.
     */
    public List<Missing> unknowns() {
        return unknowns;
    }

    /**
     * Returns whether an argument sets the flag. FLAG_IS_DEFAULT is then false, also if the argument sets the default
     * value. It is false for a flag that the build ignores: {@code flags.tsv} says which.
     */
    public boolean isGiven(String flag) {
        return given.containsKey(flag);
    }

    /**
     * Returns the value of a boolean flag: as given, else the default of the build; false if the build has no such
     * flag.
     */
    public boolean isOn(String flag) {
        return "true".equals(value(flag).orElse("false"));
    }

    /**
     * Returns the value of a number or a size, the latter in bytes (but ThreadStackSize is in KiB, as in HotSpot): as
     * given, else the default; empty if it has none or is no whole number. A value above 2^63 is negative.
     */
    public Optional<Long> number(String flag) {
        try {
            return value(flag).map(text -> text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns the number that an argument gives; empty if none sets the flag. */
    public Optional<Long> given(String flag) {
        return isGiven(flag) ? number(flag) : Optional.empty();
    }

    /** Returns the value as HotSpot would print it: as given, else the default of the build; empty if it has none. */
    public Optional<String> value(String flag) {
        return Optional.ofNullable(given.getOrDefault(flag, defaults.get(flag)));
    }
}

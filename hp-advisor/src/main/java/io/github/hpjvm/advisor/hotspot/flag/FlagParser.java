package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.hotspot.flag.FlagRemark.Kind;
import io.github.hpjvm.advisor.hotspot.flag.Refusal.Stage;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets flags in the order of the arguments until one is refused: parse_argument, process_argument and
 * is_deprecated_flag in {@code runtime/arguments.cpp} of 8, 11, 17, 21 and 25 to 28.
 */
final class FlagParser {

    private static final String IGNORE = "IgnoreUnrecognizedVMOptions";

    private final FlagsOfBuild build;
    private final Map<String, String> given = new HashMap<>();
    private final List<FlagRemark> warnings = new ArrayList<>();
    private final List<Missing> unknowns = new ArrayList<>();
    private Optional<Refusal> refusal = Optional.empty();
    private final boolean runs;
    private boolean ignoresUnknown;

    /** @param runs whether the JVM runs with these arguments: then it has refused none of them */
    FlagParser(FlagsOfBuild build, boolean runs) {
        this.build = build;
        this.runs = runs;
    }

    Map<String, String> given() {
        return given;
    }

    List<FlagRemark> warnings() {
        return warnings;
    }

    List<Missing> unknowns() {
        return unknowns;
    }

    Optional<Refusal> refusal() {
        return refusal;
    }

    FlagsOfBuild build() {
        return build;
    }

    /**
     * Parses all words that the VM gets. It searches them for {@code +IgnoreUnrecognizedVMOptions} before it starts.
     */
    FlagParser parse(List<LauncherWords.Word> words) {
        boolean ignores = false;
        for (LauncherWords.Word word : words) {
            boolean looked = build.feature() > 8 || !word.byVm();
            if (looked && word.text().endsWith(IGNORE) && word.text().startsWith("-XX:")) {
                ignores = word.text().charAt(4) == '+';
            }
        }
        checkTracking(words);
        VmOptions options = new VmOptions(this);
        for (LauncherWords.Word word : words) {
            ignoresUnknown = ignores || build.feature() == 8 && word.byVm() && "true".equals(given.get(IGNORE));
            if (refusal.isEmpty()) {
                options.take(word.text());
            }
        }
        return this;
    }

    /** Checks NativeMemoryTracking, which HotSpot up to 11 reads before all other arguments. */
    private void checkTracking(List<LauncherWords.Word> words) {
        if (build.feature() <= 11) {
            words.stream()
                    .map(LauncherWords.Word::text)
                    .filter(text -> text.startsWith("-XX:NativeMemoryTracking="))
                    .map(text -> text.substring(text.indexOf('=') + 1))
                    .forEach(level -> FlagConflicts.tracking(level).ifPresent(this::refuse));
        }
    }

    boolean ignoresUnknown() {
        return ignoresUnknown;
    }

    void refuse(String text) {
        refuse(new Refusal(text, Stage.ARGUMENTS));
    }

    void refuse(Refusal why) {
        refusal = runs ? Optional.empty() : refusal.or(() -> Optional.of(why));
    }

    void warn(Kind kind, String text) {
        warnings.add(new FlagRemark(kind, text));
    }

    void unknown(String argument) {
        if (runs) {
            return;
        }
        unknowns.add(new Missing(
                "whether " + build.name() + " takes " + argument,
                Reason.NOT_PRESENT,
                build.whatTells(argument),
                "predict on a host with this JVM: hp-cli reads its flags there"));
    }

    /** Sets the flag in a text that follows {@code -XX:}. */
    void take(String text) {
        boolean signed = text.startsWith("+") || text.startsWith("-");
        String rest = signed ? text.substring(1) : text;
        int end = 0;
        while (end < rest.length() && isNamePart(rest.charAt(end))) {
            end++;
        }
        String name = rest.substring(0, end);
        KnownFlag flag = resolved(build.flag(name));
        switch (flag.kind()) {
            case UNKNOWN -> takeUnknown(flag.name(), text);
            case OBSOLETE -> ignore(flag, rest);
            case LOGGING -> log(flag, text);
            case NONE -> unrecognized(text, rest);
            case DEVELOP, NOTPRODUCT -> debugOnly(flag);
            default -> takeKnown(flag, text, rest.substring(end));
        }
    }

    private static boolean isNamePart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
    }

    private KnownFlag resolved(KnownFlag flag) {
        if (flag.kind() != FlagKind.ALIAS) {
            return flag;
        }
        if (flag.isDeprecated()) {
            warn(Kind.DEPRECATED, deprecation(flag) + " Use option " + flag.type() + " instead.");
        }
        warnScheduled(flag);
        return build.flag(flag.type()).withoutNote();
    }

    private void warnScheduled(KnownFlag flag) {
        if (flag.isScheduled()) {
            warn(
                    Kind.DEPRECATED,
                    "Temporarily processing option " + flag.name() + "; support is scheduled for removal in "
                            + flag.since());
        }
    }

    private static String deprecation(KnownFlag flag) {
        return "Option " + flag.name() + " was deprecated in version " + flag.since()
                + " and will likely be removed in a future release.";
    }

    private void takeUnknown(String name, String text) {
        unknown("-XX:" + text);
        guess(text).ifPresent(value -> given.put(name, value));
    }

    /** Returns the value that the flag would have if the build accepted it. */
    private Optional<String> guess(String text) {
        if (text.startsWith("+") || text.startsWith("-")) {
            return Optional.of(text.startsWith("+") ? "true" : "false");
        }
        int equals = text.indexOf('=');
        String value = text.substring(equals + 1);
        return equals < 0
                ? Optional.empty()
                : FlagNumber.size(value, build.feature()).map(Object::toString).or(() -> Optional.of(value));
    }

    private void ignore(KnownFlag flag, String rest) {
        if (build.feature() > 8) {
            warn(Kind.OBSOLETE, "Ignoring option " + flag.name() + "; support was removed in " + flag.since());
        } else if (!ignoresUnknown) {
            warn(Kind.OBSOLETE, "ignoring option " + rest + "; support was removed in " + flag.since());
        }
    }

    private void log(KnownFlag flag, String text) {
        String sign = text.startsWith("-") ? "-" : "+";
        warn(Kind.DEPRECATED, "-XX:" + sign + flag.name() + " is deprecated. Will use -Xlog:... instead.");
    }

    private void unrecognized(String text, String rest) {
        boolean comment = text.startsWith("#");
        if (!ignoresUnknown && comment) {
            warn(Kind.CONFLICT, "Unrecognized VM option '" + rest + "'");
        } else if (!ignoresUnknown) {
            refuse("Unrecognized VM option '" + rest + "'");
        }
    }

    private void debugOnly(KnownFlag flag) {
        if (!ignoresUnknown) {
            String kind = flag.kind() == FlagKind.DEVELOP ? "develop" : "notproduct";
            refuse("Error: VM option '" + flag.name() + "' is " + kind
                    + " and is available only in debug version of VM.");
        }
    }

    /**
     * Sets a known flag, or refuses it.
     *
     * @param rest what follows the name
     */
    private void takeKnown(KnownFlag flag, String text, String rest) {
        if (flag.isLocked(given)) {
            if (!build.mayHaveCompilerInterface() || !CompilerInterface.owns(flag.name())) {
                refuseLocked(flag);
                return;
            }
            unknown("-XX:" + text);
        }
        String why = FlagValue.improper(flag, text, rest);
        if (!why.isEmpty()) {
            refuseImproper(why);
            return;
        }
        if (flag.isDeprecated()) {
            warn(Kind.DEPRECATED, deprecation(flag));
        }
        warnScheduled(flag);
        Optional<Boolean> refusesOdd = build.refusesOddPageSizes();
        if (refusesOdd.isEmpty() && FlagValue.isOddPageSize(flag, rest, build.feature())) {
            unknown("-XX:" + text);
        }
        FlagValue.of(flag, text, rest, build.feature(), !refusesOdd.orElse(false))
                .ifPresentOrElse(
                        value -> set(flag, value),
                        () -> refuseImproper("Improperly specified VM option '" + FlagValue.withoutSign(text) + "'"));
    }

    private void refuseLocked(KnownFlag flag) {
        if (ignoresUnknown && build.feature() == 8) {
            return;
        }
        refuse("Error: VM option '" + flag.name() + "' is " + flag.lock() + " and must be enabled via -XX:+"
                + flag.unlock() + ".");
    }

    /** Refuses an improper value. 8 ignores it if it ignores unrecognized options. */
    private void refuseImproper(String text) {
        if (!ignoresUnknown || build.feature() > 8) {
            refuse(text);
        }
    }

    private void set(KnownFlag flag, FlagValue value) {
        if (!value.problem().isEmpty()) {
            refuseImproper(value.problem());
        } else if (flag.accumulates() && !value.resets()) {
            given.merge(flag.name(), value.text(), (a, b) -> a + "\n" + b);
        } else {
            given.put(flag.name(), value.text());
        }
    }

    /** Sets a flag for which an option stands. */
    void set(String flag, String value) {
        given.put(flag, value);
    }
}

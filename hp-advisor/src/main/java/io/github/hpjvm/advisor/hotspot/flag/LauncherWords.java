package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.hotspot.flag.FlagRemark.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words that the {@code java} launcher interprets itself, and the words that it passes to the VM: ParseArguments in
 * {@code src/java.base/share/native/libjli/java.c}.
 */
final class LauncherWords {

    /** Words after which the launcher reads no further word. */
    private static final Set<String> LAST = Set.of(
            "-version",
            "--version",
            "-help",
            "--help",
            "-h",
            "-?",
            "-X",
            "--help-extra",
            "-fullversion",
            "--full-version");

    /** Old spellings, with the form that the launcher passes on. */
    private static final Map<String, String> OLD = Map.of(
            "-verbosegc", "-verbose:gc",
            "-debug", "-Xdebug",
            "-noclassgc", "-Xnoclassgc",
            "-Xfuture", "-Xverify:all",
            "-verify", "-Xverify:all",
            "-verifyremote", "-Xverify:remote",
            "-noverify", "-Xverify:none");

    /** Old spellings that the launcher passes on in this form up to 21. The VM refuses them. */
    private static final Map<String, String> REFUSED = Map.of("-t", "-Xt", "-tm", "-Xtm");

    private static final List<String> OLD_SIZES = List.of("-ss", "-oss", "-ms", "-mx");

    /** The note of the spellings that the launcher warns about. */
    private static final String OLD_FORM = "old form";

    private static final Set<ArgumentOrigin> ITS_OWN =
            EnumSet.of(ArgumentOrigin.COMMAND_LINE, ArgumentOrigin.JDK_JAVA_OPTIONS, ArgumentOrigin.ARGUMENT_FILE);

    /**
     * A word that the VM gets.
     *
     * @param text the word
     * @param byVm whether the VM took it from a variable itself, and it was not on the command line
     */
    record Word(String text, boolean byVm) {}

    private final FlagsOfBuild build;
    private final List<Word> words = new ArrayList<>();
    private final List<FlagRemark> warnings = new ArrayList<>();

    LauncherWords(FlagsOfBuild build, List<Argument> arguments) {
        this.build = build;
        boolean ended = false;
        boolean valueFollows = false;
        boolean own = false;
        for (Argument argument : arguments) {
            own = argument.origin() == ArgumentOrigin.VM_OPTIONS_FILE ? own : ITS_OWN.contains(argument.origin());
            if (!own || argument.origin() == ArgumentOrigin.VM_OPTIONS_FILE) {
                if (!own || !ended) {
                    words.add(new Word(argument.text(), !own));
                }
            } else if (valueFollows) {
                valueFollows = false;
            } else if (!ended) {
                valueFollows = LauncherOptions.takesNext(argument.text()) && isKnown(argument.text());
                ended = LAST.contains(argument.text()) && isKnown(argument.text());
                if (!valueFollows && !ended) {
                    words.add(new Word(translated(argument.text()), false));
                }
            }
        }
    }

    private boolean isKnown(String option) {
        return build.feature() > 8 || !option.startsWith("--") && !option.equals("-p") && !option.equals("-d");
    }

    private String translated(String text) {
        KnownFlag option = build.option(text);
        if (option.kind() != FlagKind.OPTION && option.kind() != FlagKind.PREFIX) {
            return build.feature() <= 21 ? REFUSED.getOrDefault(text, text) : text;
        }
        if (option.note().equals(OLD_FORM)) {
            warnings.add(new FlagRemark(
                    Kind.DEPRECATED,
                    "Warning: " + option.name() + " option is deprecated and may be removed in a future release."));
        }
        if (OLD.containsKey(text)) {
            return OLD.get(text);
        }
        return OLD_SIZES.stream().anyMatch(text::startsWith) ? "-X" + text.substring(1) : text;
    }

    /** Returns the words that the VM gets, in its order. */
    List<Word> forVm() {
        return List.copyOf(words);
    }

    /** Returns the launcher's messages about the words. */
    List<FlagRemark> warnings() {
        return List.copyOf(warnings);
    }
}

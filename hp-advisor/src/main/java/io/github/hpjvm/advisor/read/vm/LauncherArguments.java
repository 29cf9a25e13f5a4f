package io.github.hpjvm.advisor.read.vm;

import static io.github.hpjvm.advisor.facts.ArgumentOrigin.ARGUMENT_FILE;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.COMMAND_LINE;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.FLAGS_FILE;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.JAVA_TOOL_OPTIONS;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.JDK_JAVA_OPTIONS;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.UNDERSCORE_JAVA_OPTIONS;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.VM_OPTIONS_FILE;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.advisor.facts.OptionMask;
import io.github.hpjvm.advisor.hotspot.flag.LauncherOptions;
import io.github.hpjvm.os.text.JavaOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Combines the arguments of a JVM from its command line, its environment and the files they name, in the order in which
 * HotSpot reads them: Arguments::parse in {@code src/hotspot/share/runtime/arguments.cpp}. For the part of the
 * launcher: {@code src/java.base/share/native/libjli/args.c}.
 */
public final class LauncherArguments {

    private static final Set<String> NAMES_MAIN = Set.of("-jar", "-m", "--module");
    private static final String FLAGS = "-XX:Flags=";
    private static final String VM_OPTIONS = "-XX:VMOptionsFile=";

    /** The release whose rules apply to an unknown release. */
    private static final int NEWEST = 28;

    /** Limits for all files together: a hostile command line may name the same large file many times. */
    private static final int MOST_FILES = 100;

    private static final int MOST_CHARACTERS = 4 << 20;

    /** One argument before its text is masked. */
    record Raw(String text, ArgumentOrigin origin) {}

    private final Map<String, String> environment;
    private final Function<String, Optional<String>> files;
    private final int feature;
    private final boolean expandsFiles;

    private final List<Raw> list = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private String main = "";
    private int programArguments;
    private boolean foreign;
    private boolean unclear;
    private boolean hidden;
    private boolean ended;
    private boolean stopExpansion;
    private boolean expectsValue;
    private boolean mainFollows;
    private boolean inVariable;
    private boolean mayBeValue;
    private String inFile = "";
    private Optional<String> refusal = Optional.empty();
    private Optional<String> refusalOfVm = Optional.empty();
    private int filesRead;
    private int charactersRead;

    /**
     * Creates the combination.
     *
     * @param environment the variables that count
     * @param files the text of a file as the process sees it; empty if it cannot be read
     * @param feature the release of Java, if known: 8 knows neither {@code @file}, JDK_JAVA_OPTIONS nor VMOptionsFile
     */
    public LauncherArguments(
            Map<String, String> environment, Function<String, Optional<String>> files, Optional<Integer> feature) {
        this.environment = environment;
        this.files = files;
        this.feature = feature.orElse(NEWEST);
        this.expandsFiles = this.feature >= 9;
    }

    /**
     * Sets whether the program is {@code java}. Of another program only the options are known: its first other word
     * need not be a main class.
     */
    public LauncherArguments startedBy(List<String> commandLine) {
        return foreign(commandLine.isEmpty() || !isJava(commandLine.get(0)));
    }

    LauncherArguments foreign(boolean isForeign) {
        foreign = isForeign;
        return this;
    }

    /** Returns the name without the text that a program adds if it writes a title of its own there. */
    public static String program(String title) {
        int blank = title.indexOf(' ');
        return Credentials.masked(blank < 0 ? title : title.substring(0, blank));
    }

    public static boolean isJava(String program) {
        return program.equals("java") || program.endsWith("/java");
    }

    /**
     * Adds a command line.
     *
     * @param commandLine with the program's own name first
     */
    public LauncherArguments add(List<String> commandLine) {
        addVmOptions(JAVA_TOOL_OPTIONS, "JAVA_TOOL_OPTIONS");
        if (expandsFiles && !foreign) {
            inVariable = true;
            String options = environment.getOrDefault("JDK_JAVA_OPTIONS", "");
            if (JavaOptions.hasOpenQuote(options)) {
                refuse("Error: Unmatched quote in environment variable JDK_JAVA_OPTIONS");
            }
            JavaOptions.words(options).forEach(word -> addLauncher(word, JDK_JAVA_OPTIONS));
            inVariable = false;
        }
        mayBeValue = false;
        commandLine.stream().limit(1).forEach(title -> shown.add(program(title)));
        commandLine.stream().skip(1).forEach(this::addShown);
        addVmOptions(UNDERSCORE_JAVA_OPTIONS, "_JAVA_OPTIONS");
        addFlagsFile();
        return this;
    }

    /** Records a source that may hold arguments and could not be read. */
    LauncherArguments missing(String what) {
        unread.add(what);
        return this;
    }

    /** parse_options_buffer in {@code arguments.cpp}. */
    private void requireQuotes(boolean open, String name) {
        if (refusalOfVm.isEmpty() && open) {
            refusalOfVm = Optional.of("Unmatched quote in " + name);
        }
    }

    private void refuse(String message) {
        refusal = refusal.or(() -> Optional.of(message));
    }

    /** Returns why the launcher or, after it, the VM refuses the variables; empty if they do not. */
    Optional<String> refusal() {
        return refusal.or(() -> refusalOfVm);
    }

    private void addVmOptions(ArgumentOrigin origin, String variable) {
        VmVariable read = VmVariable.of(variable, environment.getOrDefault(variable, ""), feature);
        requireQuotes(read.openQuote(), variable);
        read.ignored().ifPresent(ignored::add);
        read.words().forEach(word -> addVm(word, origin));
    }

    private void addShown(String word) {
        boolean mayBeShown = !ended && !(foreign && !word.startsWith("-"));
        hidden = false;
        addLauncher(word, COMMAND_LINE);
        if (mayBeShown && !hidden) {
            shown.add(OptionMask.masked(word));
        }
    }

    private void addLauncher(String word, ArgumentOrigin origin) {
        if (ended) {
            programArguments++;
            return;
        }
        if (foreign && word.startsWith("@")) {
            hide();
            return;
        }
        boolean file = expandsFiles && !stopExpansion && word.startsWith("@") && word.length() > 1;
        if (!file) {
            addWord(word, origin);
        } else if (word.startsWith("@@")) {
            addWord(word.substring(1), origin);
        } else {
            Optional<String> text = file(word.substring(1));
            if (text.isEmpty() && unclear) {
                // The main class may be in the first such file. This word is an argument of the program then.
                hide();
            } else if (text.isEmpty()) {
                unread.add(word);
                // The variable of the launcher names no main class, but the last option of the file may have the next
                // word as value.
                unclear = !inVariable;
                mayBeValue = inVariable;
            }
            inFile = " in " + word;
            text.map(t -> OptionText.argumentFile(t, feature))
                    .orElse(List.of())
                    .forEach(w -> addWord(w, ARGUMENT_FILE));
            inFile = "";
        }
    }

    private void addWord(String word, ArgumentOrigin origin) {
        if (ended) {
            programArguments++;
            return;
        }
        if (inVariable && refusesInVariable(word)) {
            return;
        }
        boolean value = mayBeValue && !word.startsWith("-");
        mayBeValue = false;
        if (value) {
            return;
        }
        if (mainFollows || !(expectsValue && !unclear) && !word.startsWith("-")) {
            end(word);
            return;
        }
        if ((unclear || foreign) && isDoubtful(word)) {
            hide();
            return;
        }
        if (word.startsWith("--module=")) {
            end(word.substring("--module=".length()));
            return;
        }
        expectsValue = !expectsValue && LauncherOptions.takesNext(word);
        mainFollows = NAMES_MAIN.contains(word);
        stopExpansion |= word.equals("--disable-@files");
        if (!mainFollows) {
            addVm(word, origin);
        }
    }

    /** Returns whether the launcher refuses a word of its variable: checkArg in {@code libjli/args.c}. */
    private boolean refusesInVariable(String word) {
        if (LauncherOptions.isTerminal(word, feature)) {
            refuse("Error: Option " + word + inFile + " is not allowed in environment variable JDK_JAVA_OPTIONS");
            return true;
        }
        if (!expectsValue && !mayBeValue && !word.startsWith("-")) {
            refuse("Error: Cannot specify main class in environment variable JDK_JAVA_OPTIONS");
            return true;
        }
        return false;
    }

    /**
     * Ends the options. The main class may be in a file that was not read, and this word is an argument of the program
     * then.
     */
    private void end(String word) {
        ended = true;
        if (foreign || unclear && !mainFollows) {
            hide();
        } else {
            main = word;
        }
    }

    private void hide() {
        programArguments++;
        hidden = true;
    }

    /**
     * Returns whether a word may also be for the program. This concerns a word behind a file that was not read, or of a
     * program that is not java.
     */
    private static boolean isDoubtful(String word) {
        boolean property = word.startsWith("-D") && word.indexOf('=') > 0;
        return !word.startsWith("-X") && !property && !NAMES_MAIN.contains(word) && !word.startsWith("--module=");
    }

    private void addVm(String word, ArgumentOrigin origin) {
        list.add(new Raw(word, origin));
        if (expandsFiles && word.startsWith(VM_OPTIONS)) {
            Optional<String> text = file(word.substring(VM_OPTIONS.length()));
            if (text.isEmpty()) {
                unread.add(word);
            }
            text.ifPresent(t -> requireQuotes(JavaOptions.hasOpenQuote(t), word.substring(VM_OPTIONS.length())));
            text.map(JavaOptions::words).orElse(List.of()).stream()
                    .filter(w -> !w.startsWith(VM_OPTIONS))
                    .forEach(w -> list.add(new Raw(w, VM_OPTIONS_FILE)));
        }
    }

    private void addFlagsFile() {
        Optional<String> last = list.stream()
                .map(Raw::text)
                .filter(t -> t.startsWith(FLAGS))
                .reduce((a, b) -> b)
                .map(t -> t.substring(FLAGS.length()));
        if (last.isEmpty()) {
            return;
        }
        Optional<String> text = file(last.get());
        if (text.isEmpty()) {
            unread.add(FLAGS + last.get());
        }
        list.addAll(0, settings(text.orElse("")));
    }

    /** Returns the text of a file; empty if it cannot be read, or if it exceeds the limits for all files. */
    private Optional<String> file(String name) {
        if (filesRead == MOST_FILES) {
            return Optional.empty();
        }
        filesRead++;
        Optional<String> text = files.apply(name).filter(t -> t.length() <= MOST_CHARACTERS - charactersRead);
        charactersRead += text.map(String::length).orElse(0);
        return text;
    }

    /** Returns the number of characters of all files. */
    int charactersRead() {
        return charactersRead;
    }

    private static List<Raw> settings(String text) {
        return JavaOptions.settings(text).stream()
                .map(w -> new Raw(w.startsWith("-XX:") ? w : "-XX:" + w, FLAGS_FILE))
                .toList();
    }

    List<Raw> raw() {
        return List.copyOf(list);
    }

    /**
     * Returns the arguments whose files could not be read, as they were given. {@link Arguments} has them for people.
     */
    List<String> unread() {
        return List.copyOf(unread);
    }

    /** Returns which options of variables the VM ignores, as sentences. */
    List<String> ignored() {
        return List.copyOf(ignored);
    }

    /** Returns the command line without the arguments of the program. */
    public ReducedCommand command() {
        return new ReducedCommand(shown, programArguments);
    }

    /** Returns the arguments of the command line, the environment and the files. */
    public Arguments arguments() {
        return new Arguments(arguments(list), unread, main);
    }

    /**
     * Returns the arguments in the JVM's own list ({@code java.rt.vmArgs} and {@code java.rt.vmFlags} of its counters,
     * or {@code jvm_args} and {@code jvm_flags} of VM.command_line and of a crash log), joined by blanks. The ends and
     * the origin of each argument come from the sources that we read.
     *
     * @param command the main class or jar with its arguments; empty if not known
     */
    Arguments arguments(String vmArgs, String vmFlags, String command) {
        List<Raw> all = new ArrayList<>(settings(vmFlags));
        all.addAll(JoinedArguments.split(vmArgs, list));
        return new Arguments(arguments(all), List.of(), main.isEmpty() ? command.split(" ", 2)[0] : main);
    }

    /** Returns an argument from a list joined by blanks. It may be the rest of a value, and begin with a dash. */
    private static Argument argument(Raw raw) {
        boolean rest = raw.origin() == ArgumentOrigin.UNKNOWN && !OptionMask.isKnown(raw.text());
        return new Argument(rest ? "***" : raw.text(), raw.origin());
    }

    private static List<Argument> arguments(List<Raw> raw) {
        return raw.stream().map(LauncherArguments::argument).toList();
    }
}

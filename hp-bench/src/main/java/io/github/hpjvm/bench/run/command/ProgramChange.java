package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.hotspot.flag.LauncherOptions;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.text.Words;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command with the JVM and the class path of a variant. A java launcher is replaced by that of the variant's JVM. Any
 * other program gets {@code JAVA_HOME} and {@code PATH}.
 *
 * @param command the words to start
 */
record ProgramChange(List<String> command) {
    private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");
    private static final String CLASS_PATH_IS = "--class-path=";
    private static final String PROPERTY = "-Djava.class.path=";
    private static final String OPTIONS = "JDK_JAVA_OPTIONS";
    private static final String JAR = "-jar";

    static ProgramChange of(List<String> command, Variant variant) {
        List<String> words = new ArrayList<>(command);
        Optional<Path> home = variant.home();
        if (isLauncher(command) && home.isPresent()) {
            words.set(0, home.get().resolve("bin/java").toString());
        }
        int classPath = isLauncher(command) && !variant.classPath().isEmpty() ? classPath(words) : -1;
        if (classPath > 0) {
            words.set(classPath, before(variant, words.get(classPath)));
        }
        return new ProgramChange(words);
    }

    /** The environment of the command. */
    static Map<String, String> environment(Map<String, String> environment, Variant variant) {
        Map<String, String> changed = new HashMap<>(environment);
        variant.home().ifPresent(home -> {
            changed.put("JAVA_HOME", home.toString());
            changed.merge("PATH", home.resolve("bin").toString(), (old, bin) -> bin + File.pathSeparator + old);
        });
        if (!variant.classPath().isEmpty()) {
            changed.put("CLASSPATH", joined(variant, environment.getOrDefault("CLASSPATH", ".")));
        }
        variant.environment().forEach((name, value) -> changed.put(name, joined(name, environment.get(name), value)));
        return changed;
    }

    /** Tunables of glibc are a list; any other value replaces the present one. */
    private static String joined(String name, @Nullable String present, String value) {
        return name.equals("GLIBC_TUNABLES") && present != null ? present + ":" + value : value;
    }

    /**
     * Refuses a class path of a variant that would have no effect, so that the command would be compared with itself.
     *
     * @param environment of the caller
     */
    static void requireClassPath(List<String> command, Map<String, String> environment, List<Variant> variants) {
        Optional<String> why = whyIneffective(command, environment);
        for (Variant variant : variants) {
            if (why.isPresent() && !variant.classPath().isEmpty()) {
                throw new UsageException("variant: " + variant.name() + ": " + why.get());
            }
        }
    }

    /** The reason why entries before the class path would have no effect on the command; empty if they would have one. */
    private static Optional<String> whyIneffective(List<String> command, Map<String, String> environment) {
        if (!isLauncher(command)) {
            return Optional.empty();
        }
        List<String> options = command.subList(1, mainClass(command));
        if (options.contains(JAR)) {
            return Optional.of("java -jar uses no other class path; compare two commands by --a and --b");
        }
        boolean own = classPath(command) >= 0;
        return options.stream()
                .filter(word -> word.startsWith(PROPERTY) || word.startsWith("@"))
                .findFirst()
                .or(() -> own ? Optional.empty() : variable(environment))
                .map(word -> "'" + word + "' may set another class path; set it by -cp in the command");
    }

    /** The option that sets the class path in the variable that the launcher reads before the command line (JDK 9). */
    private static Optional<String> variable(Map<String, String> environment) {
        return Words.of(environment.getOrDefault(OPTIONS, "")).stream()
                .filter(word -> CLASS_PATH.contains(word)
                        || word.startsWith(CLASS_PATH_IS)
                        || word.startsWith(PROPERTY)
                        || word.startsWith("@"))
                .findFirst()
                .map(word -> OPTIONS + "=" + word);
    }

    private static boolean isLauncher(List<String> command) {
        return Path.of(command.get(0)).endsWith("java");
    }

    /**
     * Index of the word after the launcher's options, as ParseArguments of {@code src/java.base/share/native/libjli/java.c} finds
     * it: the main class or the jar. An argument file may hold either, and counts as an option.
     */
    private static int mainClass(List<String> words) {
        int i = 1;
        while (i < words.size() && (words.get(i).startsWith("-") || words.get(i).startsWith("@"))) {
            i += LauncherOptions.takesNext(words.get(i)) ? 2 : 1;
        }
        return Math.min(i, words.size());
    }

    /** Index of the word that ends with the class path, of which the last before the main class counts; -1 if there is none. */
    private static int classPath(List<String> words) {
        int end = mainClass(words);
        for (int i = end - 1; i > 0; i--) {
            if (words.get(i).startsWith(CLASS_PATH_IS) || CLASS_PATH.contains(words.get(i - 1))) {
                return i;
            }
        }
        return -1;
    }

    private static String before(Variant variant, String word) {
        String option = word.startsWith(CLASS_PATH_IS) ? CLASS_PATH_IS : "";
        return option + joined(variant, word.substring(option.length()));
    }

    private static String joined(Variant variant, String rest) {
        return variant.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))
                + File.pathSeparator
                + rest;
    }
}

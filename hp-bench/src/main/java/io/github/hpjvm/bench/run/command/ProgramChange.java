package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
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
    private static final String JAR = "-jar";

    static ProgramChange of(List<String> command, Variant variant) {
        List<String> words = new ArrayList<>(command);
        Optional<Path> home = variant.home();
        boolean launcher = Path.of(command.get(0)).endsWith("java");
        if (launcher && home.isPresent()) {
            words.set(0, home.get().resolve("bin/java").toString());
        }
        if (launcher && !variant.classPath().isEmpty()) {
            int option = option(words);
            if (option >= 0) {
                words.set(option + 1, joined(variant, words.get(option + 1)));
            }
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

    /** @throws UsageException if a class path of a variant would have no effect on the command */
    static void requireClassPath(List<String> command, List<Variant> variants) {
        boolean launcher = Path.of(command.get(0)).endsWith("java");
        boolean jar = launcher && option(command) < 0 && command.contains(JAR);
        for (Variant variant : variants) {
            if (jar && !variant.classPath().isEmpty()) {
                throw new UsageException("variant: " + variant.name()
                        + ": java -jar uses no other class path; compare two commands by --a and --b");
            }
        }
    }

    /** Index of the option of the class path before the main class; -1 if there is none. */
    private static int option(List<String> words) {
        for (int i = 1; i + 1 < words.size(); i++) {
            String word = words.get(i);
            if (CLASS_PATH.contains(word)) {
                return i;
            }
            if (!word.startsWith("-") || word.equals(JAR)) {
                return -1;
            }
            if (io.github.hpjvm.advisor.hotspot.flag.LauncherOptions.takesNext(word)) {
                i++;
            }
        }
        return -1;
    }

    private static String joined(Variant variant, String rest) {
        return variant.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))
                + File.pathSeparator
                + rest;
    }
}

package io.github.hpjvm.advisor.compare;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.hotspot.flag.LauncherOptions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * The arguments of a JVM in one form, whether they come from the command line or from the JVM. The launcher joins an option
 * and its value by {@code =}, and the JVM does not list the class path: {@code Arguments::parse_each_vm_init_arg} in {@code
 * src/hotspot/share/runtime/arguments.cpp}.
 */
final class ArgumentTexts {
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final String MODULE_PATH = "--module-path";

    private ArgumentTexts() {}

    static List<String> of(Arguments arguments) {
        List<String> texts = new ArrayList<>();
        for (Iterator<String> words = arguments.texts().iterator(); words.hasNext(); ) {
            String option = words.next();
            String value = LauncherOptions.takesNext(option) && words.hasNext() ? "=" + words.next() : "";
            if (!CLASS_PATH.contains(option.replaceFirst("=.*", ""))) {
                texts.add((option.equals("-p") ? MODULE_PATH : option) + value);
            }
        }
        return texts;
    }
}

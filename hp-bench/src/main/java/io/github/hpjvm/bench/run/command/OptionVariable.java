package io.github.hpjvm.bench.run.command;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An environment variable that passes flags to a JVM whose command line hp-bench does not write. */
public enum OptionVariable {
    /** Read by the launcher {@code java} of 9 and newer (JDK-8170832), before its command line. */
    JDK_JAVA_OPTIONS,
    /** Read by every HotSpot, before the command line. */
    JAVA_TOOL_OPTIONS,
    /** Read by every HotSpot, last: it overrides the command line. */
    _JAVA_OPTIONS;

    /** Returns the environment with these flags after the present value of the variable. Unchanged without flags. */
    Map<String, String> append(Map<String, String> environment, List<String> flags) {
        Map<String, String> more = new HashMap<>(environment);
        if (flags.isEmpty()) {
            return more;
        }
        more.merge(
                name(),
                String.join(" ", flags.stream().map(OptionVariable::quoted).toList()),
                (old, fresh) -> old.isBlank() ? fresh : old.stripTrailing() + " " + fresh);
        return more;
    }

    /**
     * Quotes of one kind keep white space and quotes of the other kind, in all three (parse_options_buffer of arguments.cpp; expand of
     * args.c). Parts in different quotes join.
     */
    private static String quoted(String flag) {
        if (flag.indexOf('"') < 0) {
            boolean plain = flag.indexOf('\'') < 0 && flag.chars().noneMatch(Character::isWhitespace);
            return plain ? flag : "\"" + flag + "\"";
        }
        return "'" + flag.replace("'", "'\"'\"'") + "'";
    }
}

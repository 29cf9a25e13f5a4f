package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.flag.FlagRemark;
import java.util.List;
import java.util.Objects;

/**
 * A message of the JVM at its start that is easily overlooked. It goes to stdout, among the output of the program, and
 * does not change the exit code.
 *
 * @param code its subject
 * @param text the line, with {@code ...} for parts that differ from start to start
 */
public record Warning(WarningCode code, String text) {

    public Warning {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(text, "text");
    }

    /** Returns the messages about its arguments. */
    static List<Warning> of(List<FlagRemark> remarks) {
        return remarks.stream()
                .map(remark -> new Warning(code(remark.kind()), remark.text()))
                .toList();
    }

    private static WarningCode code(FlagRemark.Kind kind) {
        return switch (kind) {
            case DEPRECATED -> WarningCode.FLAG_DEPRECATED;
            case OBSOLETE -> WarningCode.FLAG_OBSOLETE;
            case CONFLICT -> WarningCode.FLAG_CONFLICT;
        };
    }
}

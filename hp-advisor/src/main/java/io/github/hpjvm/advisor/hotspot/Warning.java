package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.flag.FlagRemark;
import java.util.List;
import java.util.Objects;

/**
 * Something that the JVM says at its start and that is easily overlooked: it goes to stdout, among the output of the
 * program, and the exit code does not know of it.
 *
 * @param code what it is about
 * @param text the line, with {@code ...} for what differs from start to start
 */
public record Warning(WarningCode code, String text) {

    public Warning {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(text, "text");
    }

    /** What it says about its arguments. */
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

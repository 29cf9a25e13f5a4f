package io.github.hpjvm.cli;

/** Exit codes and their descriptions in {@code --help}. Each command lists the codes that it can have, and no others. */
final class ExitCodes {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int INVALID_USAGE = 2;
    static final int FOUND = 3;
    static final int INSUFFICIENT = 4;

    static final String HEADING = "%nExit codes:%n";
    static final String SUCCESS = "0:success";
    static final String ERROR = "1:internal or host error";
    static final String NO_PROCESS = "1:internal or host error, or no process with that PID";
    static final String USAGE = "2:invalid usage";
    static final String FINDINGS = "3:findings at or above --fail-on";
    static final String GATE = "3:a gate failed";
    static final String HEAP_UNKNOWN = "4:insufficient data or permission: the pages of the heap are unknown,"
            + " or the process is not a HotSpot JVM";
    static final String HOST_UNKNOWN = "4:insufficient data or permission";
    static final String PIPE = "141:the reader of stdout closed it, as head does";

    private ExitCodes() {}
}

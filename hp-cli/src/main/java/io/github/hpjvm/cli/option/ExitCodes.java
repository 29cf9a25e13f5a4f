package io.github.hpjvm.cli.option;

/** Exit codes and their descriptions in {@code --help}. Each command lists the codes that it can have, and no others. */
public final class ExitCodes {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int INVALID_USAGE = 2;
    public static final int FOUND = 3;
    public static final int INSUFFICIENT = 4;

    public static final String HEADING = "%nExit codes:%n";
    public static final String SUCCESS = "0:success";
    public static final String ERROR = "1:internal or host error";
    public static final String NO_PROCESS = "1:internal or host error, or no process with that PID";
    public static final String USAGE = "2:invalid usage";
    public static final String FINDINGS = "3:findings at or above --fail-on";
    public static final String GATE = "3:a gate failed";
    public static final String HEAP_UNKNOWN = "4:insufficient data or permission: the pages of the heap are unknown,"
            + " or the process is not a HotSpot JVM";
    public static final String HOST_UNKNOWN = "4:insufficient data or permission";
    public static final String NO_HOTSPOT = "4:insufficient data: the JVM to measure is not HotSpot";
    public static final String CHANGE_DENIED =
            "4:insufficient data or permission: the user is not root, or the process is not a HotSpot JVM";
    public static final String PIPE = "141:the reader of stdout closed it, as head does";

    private ExitCodes() {}
}

package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Fields;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Path;

/**
 * The state of a process: {@code /proc/PID/status} (Documentation/filesystems/proc.rst). Cheap, and readable for all
 * users.
 */
public final class StatusFile {

    private StatusFile() {}

    /** Returns the status of a process; VANISHED if its folder does not exist or the file is empty. */
    public static Fact<ProcStatus> read(Path procRoot, long pid) {
        Path file = ProcessFile.path(procRoot, pid, "status");
        Fact<ProcStatus> status =
                TextFile.parsed(ProcessFile.read(procRoot, pid, "status", TextFile.LIMIT), StatusFile::parse);
        return status.flatMap(s -> s.fields().isEmpty()
                ? Fact.absent(Reason.VANISHED, Source.of(file, "empty"))
                : Fact.known(s, Source.of(file, excerpt(s))));
    }

    /** Returns the source of a status, with an excerpt of its most decisive lines. */
    public static Source source(Path file, ProcStatus status) {
        return Source.of(file, excerpt(status));
    }

    /**
     * Parses the fields by name.
     *
     * @throws MalformedTextException if a line has no colon
     */
    public static ProcStatus parse(String text) {
        return new ProcStatus(Fields.parse(text));
    }

    private static String excerpt(ProcStatus s) {
        return "Name: " + s.field("Name").orElse("?") + ", State: "
                + s.field("State").orElse("?") + ", VmRSS: " + s.field("VmRSS").orElse("none")
                + "\nHugetlbPages: " + s.field("HugetlbPages").orElse("none") + ", THP_enabled: "
                + s.field("THP_enabled").orElse("?");
    }
}

package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.file.OwnRights;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;
import java.util.stream.Stream;

/** The words for a process that this user may not read. */
public final class DeniedText {
    private DeniedText() {}

    /** Returns whether this user may not read the process. */
    public static boolean isFor(Jvm jvm) {
        return denied(jvm).findAny().isPresent();
    }

    private static Stream<Fact.Absent<?>> denied(Jvm jvm) {
        Stream<Fact<?>> facts = Stream.of(
                jvm.identity(),
                jvm.region(RegionName.HEAP).location(),
                jvm.region(RegionName.HEAP).backing());
        return facts.flatMap(fact -> fact instanceof Fact.Absent<?> absent && absent.reason() == Reason.DENIED
                ? Stream.of(absent)
                : Stream.empty());
    }

    private static boolean isByYama(Fact.Absent<?> fact) {
        return fact.grant().contains("ptrace_scope");
    }

    /**
     * The owner of the process, or what denies its memory to that owner, and the command that may read it.
     *
     * @param command such as {@code hp-cli advise}
     */
    public static String of(Jvm jvm, String command) {
        String owner = jvm.user().isEmpty() ? "another user" : "user " + jvm.user();
        String denied = "permission denied: process " + jvm.pid() + " belongs to " + owner;
        Optional<String> lacking =
                denied(jvm).map(Fact.Absent::grant).filter(OwnRights::isOfRoot).findFirst();
        if (lacking.isPresent()) {
            return denied + ", and " + lacking.get();
        }
        if (jvm.user().equals(System.getProperty("user.name")) && denied(jvm).anyMatch(DeniedText::isByYama)) {
            return "permission denied: process " + jvm.pid()
                    + ": kernel.yama.ptrace_scope denies its memory. Leave out --no-attach, or run as root: sudo "
                    + command + " " + jvm.pid();
        }
        String right = jvm.user().equals("root") ? "root" : "that user or as root";
        return denied + ". Run hp-cli as " + right + ": sudo " + command + " " + jvm.pid();
    }
}

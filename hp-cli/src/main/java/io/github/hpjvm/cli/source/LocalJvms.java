package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.emit.ServiceUnit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.OwnRights;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import java.util.List;

/** The JVMs of this host as commands list them. */
public final class LocalJvms {
    private LocalJvms() {}

    /** All but the JVM of hp-cli itself. */
    public static List<Jvm> others(List<Jvm> jvms) {
        return jvms.stream().filter(jvm -> jvm.pid() != ThisProcess.pid()).toList();
    }

    /** The processes that may be JVMs of the same unit of systemd; empty for a JVM in no unit, or in a container. */
    public static List<Long> besides(Jvm jvm) {
        return ServiceUnit.of(jvm).isEmpty()
                ? List.of()
                : Jvms.besides(Roots.host(), jvm.pid()).stream()
                        .filter(other -> other != ThisProcess.pid())
                        .toList();
    }

    /** Prints a line to stderr if there are JVMs that this user may not read, and returns whether there are. */
    public static boolean warnOfDenied(Roots roots, Console console, String command) {
        if (warnOfHidden(roots, console, command)) {
            return true;
        }
        long denied = Jvms.denied(roots);
        if (denied > 0) {
            warn(
                    denied + (denied == 1 ? " JVM" : " JVMs") + " of other users not listed: permission denied",
                    console,
                    command);
        }
        return denied > 0;
    }

    /** Prints a line to stderr if /proc hides processes from this user, and returns whether it does. */
    public static boolean warnOfHidden(Roots roots, Console console, String command) {
        boolean hidden = Jvms.areHidden(roots);
        if (hidden) {
            warn("/proc hides the processes of other users (hidepid)", console, command);
        }
        return hidden;
    }

    private static void warn(String what, Console console, String command) {
        console.err()
                .println("hp-cli " + command + ": " + what + "; "
                        + OwnRights.here().toSeeOthers("hp-cli " + command));
    }
}

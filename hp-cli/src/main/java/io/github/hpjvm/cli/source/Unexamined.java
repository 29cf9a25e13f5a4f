package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.ProcessTree;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.cli.text.DeniedText;
import io.github.hpjvm.console.error.InsufficientException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The reason why a process of this host cannot be examined: one line with the same words in all commands. */
public final class Unexamined {
    private static final int MOST_NAMED = 5;

    private Unexamined() {}

    /**
     * Rejects a process that is not a JVM, or that this user has no permission to read.
     *
     * @param command that gets the process ID, such as {@code hp-cli advise}
     * @throws InsufficientException with the reason
     */
    public static void reject(Jvm jvm, String command) {
        reason(jvm, command, Roots.host()).ifPresent(reason -> {
            throw new InsufficientException(reason);
        });
    }

    /** The reason for {@link #reject}; empty if the process can be examined, or is another VM. */
    public static Optional<String> reason(Jvm jvm, String command, Roots roots) {
        if (!jvm.isSeen() && isDenied(jvm)) {
            return Optional.of(DeniedText.of(jvm, command));
        }
        boolean noJvm =
                jvm.identity().known().filter(vm -> vm.vm() == VmKind.NOT_JAVA).isPresent();
        return noJvm ? Optional.of(noJvm(jvm.pid(), command, roots)) : Optional.empty();
    }

    /** Returns whether this user may not read the process. */
    public static boolean isDenied(Jvm jvm) {
        return DeniedText.isFor(jvm);
    }

    /** A script that starts a server waits for it, so the JVM is among its descendants. */
    private static String noJvm(long pid, String command, Roots roots) {
        String name = ProcessFile.read(roots.proc(), pid, "comm", TextFile.LIMIT)
                .known()
                .map(text -> " (" + text.strip() + ")")
                .orElse("");
        Set<Long> descendants = new HashSet<>(ProcessTree.read(roots.proc()).under(pid));
        descendants.remove(pid);
        List<Long> jvms = Jvms.candidates(roots, descendants::contains);
        if (jvms.isEmpty()) {
            return "process " + pid + name + " is not a JVM; hp-cli jvms lists the JVMs of this host";
        }
        String numbers = jvms.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return "process " + pid + name + " is not a JVM; it started "
                + (jvms.size() == 1 ? "the JVM " : "JVMs: ") + numbers
                + (jvms.size() > MOST_NAMED ? " and " + (jvms.size() - MOST_NAMED) + " more" : "") + "; type "
                + command + " " + jvms.get(0);
    }
}

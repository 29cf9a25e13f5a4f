package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.CallerWords;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads a command line of java as its launcher does, without running it. */
public final class JavaCommandLine {
    /** Programs that change what another program inherits, such as its CPUs or user, and start it. */
    private static final Set<String> STARTERS = Set.of(
            "chrt",
            "dumb-init",
            "env",
            "gosu",
            "ionice",
            "nice",
            "numactl",
            "prlimit",
            "runuser",
            "setpriv",
            "setsid",
            "su-exec",
            "sudo",
            "taskset",
            "tini");

    private JavaCommandLine() {}

    /**
     * Reads a command line.
     *
     * @param jdk the release to assume; null for the release of the named java
     * @param elsewhere whether the JVM starts on another host, where the environment of this shell does not apply
     */
    public static JavaCommand of(String jdk, List<String> command, boolean elsewhere) {
        requireJava(command, name -> "; put it before hp-cli: " + name + " ... hp-cli ... -- java ...");
        Map<String, String> environment = CallerEnvironment.of(CallerWords.environment(System.getenv()));
        if (jdk != null) {
            NamedJdk named = NamedJdk.parse(jdk);
            return JavaCommand.of(
                    named.vm(), named.version(), named.vendor(), command, elsewhere ? Map.of() : environment);
        }
        return known(elsewhere ? JavaCommand.elsewhere(command, environment) : JavaCommand.here(command, environment));
    }

    /**
     * Rejects a command line that begins with an option, or with a program other than java: the words of another program would
     * count as those of java.
     *
     * @param instead what to do instead of naming that program first
     */
    private static void requireJava(List<String> command, UnaryOperator<String> instead) {
        String first = command.get(0);
        String name = first.substring(first.lastIndexOf('/') + 1);
        if (!name.startsWith("java")) {
            throw new UsageException("the command line must begin with java or its path, got " + name
                    + (STARTERS.contains(name) ? instead.apply(name) : ""));
        }
    }

    /**
     * Reads the command line of a container.
     *
     * @param jdk the release of the image's JDK; null for the release of the named java on this host
     * @param variables the variables of the container
     */
    public static JavaCommand inContainer(String jdk, List<String> command, Map<String, String> variables) {
        requireJava(command, name -> "; leave it out");
        if (jdk != null) {
            NamedJdk named = NamedJdk.parse(jdk);
            return JavaCommand.ofContainer(named.vm(), named.version(), named.vendor(), command, variables);
        }
        return known(JavaCommand.inContainer(
                command, CallerEnvironment.of(CallerWords.environment(System.getenv())), variables));
    }

    private static JavaCommand known(Fact<JavaCommand> java) {
        if (java instanceof Fact.Absent<JavaCommand> absent) {
            String why = absent.source() + (absent.grant().isEmpty() ? "" : "; " + absent.grant());
            boolean internal = absent.reason() == Reason.TIMED_OUT || absent.reason() == Reason.MALFORMED;
            throw internal ? new BenchException(why) : new UsageException(why);
        }
        return java.known().orElseThrow();
    }
}

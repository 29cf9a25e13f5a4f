package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.read.file.CallerWords;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.error.UsageException;
import java.util.List;
import java.util.Map;

/** A command line of java that is not run, as its launcher would read it. */
final class ToldJava {
    private ToldJava() {}

    /**
     * @param jdk the release that it is taken for; null to ask the java that it names
     * @param elsewhere whether it is for another host, where the variables of this shell do not count
     */
    static JavaCommand of(String jdk, List<String> command, boolean elsewhere) {
        if (command.get(0).startsWith("-")) {
            throw new UsageException("the command line begins with java, and this one with " + command.get(0)
                    + ": put java before it, or the path of one");
        }
        Map<String, String> environment = CallerEnvironment.of(CallerWords.environment(System.getenv()));
        if (jdk != null) {
            NamedJdk named = NamedJdk.parse(jdk);
            return JavaCommand.of(named.version(), named.vendor(), command, elsewhere ? Map.of() : environment);
        }
        Fact<JavaCommand> asked =
                elsewhere ? JavaCommand.elsewhere(command, environment) : JavaCommand.here(command, environment);
        if (asked instanceof Fact.Absent<JavaCommand> absent) {
            String why = absent.source() + (absent.grant().isEmpty() ? "" : "; " + absent.grant());
            boolean ours = absent.reason() == Reason.TIMED_OUT || absent.reason() == Reason.MALFORMED;
            throw ours ? new BenchException(why) : new UsageException(why);
        }
        return asked.known().orElseThrow();
    }
}

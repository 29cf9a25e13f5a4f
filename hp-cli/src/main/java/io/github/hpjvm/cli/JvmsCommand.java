package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.CommandLines;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.terminal.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli jvms}: the JVMs of this host, one line each. */
@Command(
        name = "jvms",
        description = "List the JVMs of this host, as far as you may see them; root sees those of all users and"
                + " containers. None of them notices.",
        sortOptions = false)
final class JvmsCommand implements Callable<Integer> {
    private static final List<String> TITLES =
            List.of("PID", "USER", "RELEASE", "GC", "MAX HEAP", "ASKED FOR", "CONTAINER", "MAIN");
    private static final String UNKNOWN = "?";
    private static final int LONGEST_MAIN = 60;
    private static final int LONGEST_ID = 12;
    private static final int LONGEST_RELEASE = 50;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Option(
            names = "--full-command-line",
            description = "In JSON, keep the arguments of the program as well. They may hold credentials"
                    + " that no pattern finds: look before you share the output.")
    private boolean fullCommandLine;

    @Override
    public Integer call() {
        Roots roots = Roots.host();
        List<Jvm> found = Jvms.discover(roots);
        List<Jvm> jvms = fullCommandLine
                ? found.stream().map(jvm -> CommandLines.full(roots, jvm)).toList()
                : found;
        Console console = Consoles.standard();
        if (format == Format.JSON) {
            console.out().print(FactsJson.write("jvms", jvms));
        } else {
            table(jvms).forEach(console.out()::println);
        }
        return 0;
    }

    static List<String> table(List<Jvm> jvms) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(TITLES);
        jvms.forEach(jvm -> rows.add(row(jvm)));
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String format = column == 0 ? "%" + width(rows, 0) + "s" : "  %-" + width(rows, column) + "s";
                line.append(String.format(Locale.ROOT, format, row.get(column)));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(1);
    }

    private static List<String> row(Jvm jvm) {
        VmIdentity vm = jvm.identity().known().orElse(VmIdentity.of(VmKind.OTHER));
        return List.of(
                Long.toString(jvm.pid()),
                jvm.user().isEmpty() ? UNKNOWN : jvm.user(),
                release(vm),
                vm.gc().map(Collector::name).orElse(UNKNOWN),
                vm.maxHeap().map(Bytes::toString).orElse(UNKNOWN),
                jvm.arguments()
                        .known()
                        .map(a -> PageRequest.of(a, vm))
                        .orElse(Requested.UNKNOWN)
                        .name(),
                container(jvm),
                main(jvm));
    }

    private static String release(VmIdentity vm) {
        String release = vm.isHotSpot() ? "" : vm.vm() + " ";
        String version = vm.release().map(JavaVersion::text).orElse(vm.isHotSpot() ? UNKNOWN : "");
        String all = (release + version + (vm.vendor().isEmpty() ? "" : " " + vm.vendor())).strip();
        return all.length() > LONGEST_RELEASE ? all.substring(0, LONGEST_RELEASE - 3) + "..." : all;
    }

    /** The runtime and the start of its name for the container; or the number in a PID namespace further inside. */
    private static String container(Jvm jvm) {
        Optional<Container> container = jvm.cgroup().known().flatMap(Cgroup::container);
        if (container.isPresent()) {
            String id = container.get().id().or(() -> container.get().pod()).orElse("");
            String shown = id.length() > LONGEST_ID ? id.substring(0, LONGEST_ID) : id;
            return (container.get().runtime() + " " + shown).strip();
        }
        Optional<String[]> pids =
                jvm.status().known().flatMap(s -> s.field("NSpid")).map(text -> text.split("\\s+"));
        return pids.map(p -> p.length < 2 ? "-" : "pid " + p[p.length - 1]).orElse(UNKNOWN);
    }

    private static String main(Jvm jvm) {
        String main = jvm.arguments()
                .known()
                .map(Arguments::main)
                .filter(m -> !m.isEmpty())
                .or(() -> jvm.commandLine()
                        .known()
                        .flatMap(words -> words.stream().findFirst()))
                .orElse(UNKNOWN);
        return main.length() > LONGEST_MAIN ? "..." + main.substring(main.length() - LONGEST_MAIN) : main;
    }
}

package io.github.hpjvm.cli.text;

import static io.github.hpjvm.console.terminal.Table.Column.left;
import static io.github.hpjvm.console.terminal.Table.Column.right;

import io.github.hpjvm.advisor.emit.ServiceUnit;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Column;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** JVMs as a table, one line each. */
public final class JvmsText {
    private static final String UNKNOWN = "?";
    private static final String NONE = "-";
    private static final int LONGEST_USER = 12;
    private static final int LONGEST_RELEASE = 20;
    private static final int LONGEST_ID = 12;
    private static final int LONGEST_UNIT = 20;

    /** Width at which units are cut. */
    private static final int NARROW = 120;

    /** The main class gets the rest of the line, if that is as long as this. */
    private static final int SHORTEST_MAIN = 20;

    /** Columns that a name below the other columns does not have. */
    private static final int BELOW = 10;

    private static final String ELLIPSIS = "...";
    private static final String SEPARATORS = "./$-_";

    private JvmsText() {}

    /**
     * The titles, and one line for each JVM. The columns of units and containers are left out if no JVM has one.
     *
     * @param width the columns of the terminal; names are whole if there is room
     */
    public static List<String> lines(List<Jvm> jvms, int width) {
        boolean served = jvms.stream().anyMatch(jvm -> ServiceUnit.of(jvm).isPresent());
        boolean contained = jvms.stream().map(JvmsText::container).anyMatch(text -> !text.equals(NONE));
        List<Column> columns = new ArrayList<>(
                List.of(right("PID"), left("USER"), left("RELEASE"), left("GC"), left("MAX HEAP"), left("REQUESTED")));
        if (served) {
            columns.add(left("UNIT"));
        }
        if (contained) {
            columns.add(left("CONTAINER"));
        }
        List<List<String>> rows = new ArrayList<>();
        for (Jvm jvm : jvms) {
            List<String> cells = cells(jvm);
            if (served) {
                String unit = ServiceUnit.of(jvm).map(ServiceUnit::name).orElse(NONE);
                cells.add(start(unit, width <= NARROW ? LONGEST_UNIT : unit.length()));
            }
            if (contained) {
                cells.add(container(jvm));
            }
            rows.add(cells);
        }
        Table without = new Table(columns);
        rows.forEach(row -> without.row(row.toArray(String[]::new)));
        int room = width - without.width("") - Table.GAP.length();
        columns.add(left("MAIN"));
        Table table = new Table(columns);
        for (int i = 0; i < rows.size(); i++) {
            Jvm jvm = jvms.get(i);
            String main = Visible.line(jvm.program().orElseGet(() -> unknown(jvm)));
            // With less room than that, names follow below the other columns.
            rows.get(i).add(end(main, room < SHORTEST_MAIN ? width - BELOW : room));
            table.row(rows.get(i).toArray(String[]::new));
        }
        return table.lines("", false);
    }

    /** The reason, if the process is why its command line is unknown. */
    private static String unknown(Jvm jvm) {
        return jvm.commandLine() instanceof Fact.Absent<?> absent && absent.reason() == Reason.MALFORMED
                ? UNKNOWN + " " + absent.source().excerpt()
                : UNKNOWN;
    }

    private static List<String> cells(Jvm jvm) {
        VmIdentity vm = jvm.identity().known().orElse(VmIdentity.of(VmKind.OTHER));
        return new ArrayList<>(List.of(
                Long.toString(jvm.pid()),
                jvm.user().isEmpty() ? UNKNOWN : start(jvm.user(), LONGEST_USER),
                release(vm),
                vm.gc().map(Collector::name).orElse(UNKNOWN),
                vm.maxHeap().map(Bytes::toString).orElse(UNKNOWN),
                PageWords.of(jvm.arguments()
                        .known()
                        .map(arguments -> PageRequest.of(arguments, vm))
                        .orElse(Requested.UNKNOWN))));
    }

    private static String release(VmIdentity vm) {
        String kind = vm.isHotSpot() ? "" : vm.vm() + " ";
        String version = vm.release().map(JavaVersion::text).orElse(vm.isHotSpot() ? UNKNOWN : "");
        return start((kind + version).strip(), LONGEST_RELEASE);
    }

    /** The runtime and the start of the container's name; or the PID in a PID namespace. */
    private static String container(Jvm jvm) {
        Optional<Container> container = jvm.cgroup().known().flatMap(Cgroup::container);
        if (container.isPresent()) {
            String id = container.get().id().or(() -> container.get().pod()).orElse("");
            String shown = id.length() > LONGEST_ID ? id.substring(0, LONGEST_ID) : id;
            return (container.get().runtime() + " " + shown).strip();
        }
        Optional<String[]> pids =
                jvm.status().known().flatMap(s -> s.field("NSpid")).map(text -> text.split("\\s+"));
        return pids.map(p -> p.length < 2 ? NONE : "pid " + p[p.length - 1]).orElse(NONE);
    }

    private static String start(String text, int length) {
        String line = Visible.line(text);
        return line.length() > length ? line.substring(0, length - 3) + "..." : line;
    }

    /** The end of a name from the beginning of a part on, if one is short enough. */
    private static String end(String name, int length) {
        if (name.length() <= length) {
            return name;
        }
        int from = name.length() - length + ELLIPSIS.length();
        for (int i = from; i < name.length() - 1; i++) {
            if (SEPARATORS.indexOf(name.charAt(i - 1)) >= 0) {
                return ELLIPSIS + name.substring(i);
            }
        }
        return ELLIPSIS + name.substring(from);
    }
}

package io.github.hpjvm.cli.text;

import static io.github.hpjvm.bench.terminal.Table.Column.left;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.bench.terminal.Table;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** The section on what could not be read, and what would help. */
record HostUnknowns(Host host, Page page) {

    /** A fact that is not there is said, never left out; one that this kernel simply does not have takes one word. */
    void write() {
        List<String> notThere = new ArrayList<>();
        Table table = new Table(left("fact"), left("why"), left("source"), left("what would help"));
        int rows = 0;
        for (RecordComponent component : Host.class.getRecordComponents()) {
            if (fact(component) instanceof Fact.Absent<?> absent) {
                if (absent.reason() == Reason.NOT_PRESENT || absent.reason() == Reason.NOT_SUPPORTED) {
                    notThere.add(component.getName());
                } else {
                    rows++;
                    table.row(
                            component.getName(),
                            absent.reason().name(),
                            absent.source().toString(),
                            absent.grant());
                }
            }
        }
        if (rows == 0 && notThere.isEmpty()) {
            return;
        }
        page.section("Not known");
        if (rows > 0) {
            page.table(table);
        }
        if (!notThere.isEmpty()) {
            page.line("this host does not have: " + String.join(", ", notThere));
        }
    }

    private Object fact(RecordComponent component) {
        try {
            return component.getAccessor().invoke(host);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    /** Why a fact is not there, where from, and what would help; empty if it is there. */
    static String why(Fact<?> fact) {
        return fact instanceof Fact.Absent<?> absent
                ? absent.reason() + ": " + absent.source() + (absent.grant().isEmpty() ? "" : "; " + absent.grant())
                : "";
    }
}

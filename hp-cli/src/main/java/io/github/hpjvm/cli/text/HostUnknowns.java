package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.term.Reason;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** The section on facts that could not be read. */
record HostUnknowns(Host host, Page page) {

    /** Lists each absent fact with its reason; facts that this kernel does not have share one line. */
    void write() {
        List<String> notPresent = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (RecordComponent component : Host.class.getRecordComponents()) {
            if (fact(component) instanceof Fact.Absent<?> absent) {
                if (absent.reason() == Reason.NOT_PRESENT || absent.reason() == Reason.NOT_SUPPORTED) {
                    notPresent.add(component.getName());
                } else {
                    reasons.add(component.getName() + ": " + why(absent));
                }
            }
        }
        if (reasons.isEmpty() && notPresent.isEmpty()) {
            return;
        }
        page.section("Unknown");
        reasons.forEach(page::line);
        if (!notPresent.isEmpty()) {
            page.line("not present on this host: " + String.join(", ", notPresent));
        }
    }

    private Object fact(RecordComponent component) {
        try {
            return component.getAccessor().invoke(host);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    /** The reason why a fact is absent, its source, and how to get it; empty for a known fact. */
    static String why(Fact<?> fact) {
        return fact instanceof Fact.Absent<?> absent
                ? absent.reason() + ": " + absent.source() + (absent.grant().isEmpty() ? "" : "; " + absent.grant())
                : "";
    }
}

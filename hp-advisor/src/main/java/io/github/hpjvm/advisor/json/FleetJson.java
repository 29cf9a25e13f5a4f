package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.fleet.Costs;
import io.github.hpjvm.advisor.fleet.FleetColumn;
import io.github.hpjvm.advisor.fleet.FleetRow;
import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.goal.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes rows and the summary of a fleet as JSON. Unknown values are null. */
public final class FleetJson {
    private static final int SCHEMA_VERSION = 1;

    private FleetJson() {}

    /** The row as one line that ends in a newline. */
    public static String write(FleetRow row) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (FleetColumn column : FleetColumn.values()) {
            members.put(column.column(), column.of(row));
        }
        return JsonText.writeLine(members);
    }

    /** The summary as a document that ends in a newline, with all groups and changes. */
    public static String write(FleetSummary summary) {
        return write(summary, Optional.empty());
    }

    /**
     * The same with the field {@code require}.
     *
     * @param answer whether a requirement holds; empty for none, and then the field is absent
     */
    public static String write(FleetSummary summary, Optional<Answer> answer) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("snapshots", summary.snapshots());
        root.put("damaged", summary.damaged());
        root.put("idlePoolBytes", summary.idlePoolBytes());
        root.putAll(totals(summary.all()));
        List<Object> changes = new ArrayList<>();
        for (FleetSummary.Change change : summary.changes()) {
            changes.add(RecordCodec.encodeRecord(change));
        }
        root.put("changes", changes);
        List<Object> plans = new ArrayList<>();
        for (FleetSummary.Planned planned : summary.plans()) {
            Map<String, Object> plan = new LinkedHashMap<>();
            plan.put("service", planned.service());
            plan.put("change", planned.change());
            plan.put("jvms", planned.jvms());
            plan.put("hosts", planned.hosts());
            plan.put("effectBytes", planned.effectBytes());
            plan.putAll(costs(planned.costs()));
            plans.add(plan);
        }
        root.put("plans", plans);
        Map<String, Object> groups = new LinkedHashMap<>();
        summary.groups().forEach((name, byKey) -> {
            Map<String, Object> group = new LinkedHashMap<>();
            byKey.forEach((key, totals) -> group.put(key, totals(totals)));
            groups.put(name, group);
        });
        root.put("groups", groups);
        answer.ifPresent(it -> root.put("require", RecordCodec.encodeRecord(it)));
        return JsonText.write(root);
    }

    private static Map<String, Object> totals(FleetSummary.Totals totals) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("jvms", totals.jvms());
        members.put("requested", totals.requested());
        members.put("granted", totals.granted());
        members.put("grantedUnknown", totals.unknown());
        members.put("canGain", totals.canGain());
        members.put("gainBytes", totals.gainBytes());
        members.putAll(costs(totals.costs()));
        return members;
    }

    private static Map<String, Object> costs(Costs costs) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("cpuCores", costs.cpuCores());
        members.put("cpuUnknown", costs.cpuUnknown());
        members.put("gainAtMostCores", costs.gainAtMostCores());
        members.put("gainUnknown", costs.gainUnknown());
        members.put("memoryCostBytes", costs.memoryCostBytes());
        members.put("memoryCostUnknown", costs.memoryUnknown());
        members.put("gainPriceAtMost", costs.gainPriceAtMost());
        members.put("memoryPrice", costs.memoryPrice());
        return members;
    }
}

package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.model.Tool;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A campaign read from a results.json, to be continued. */
public final class SavedCampaign {
    private final String name;
    private final JsonNode root;

    private SavedCampaign(String name, JsonNode root) {
        this.name = name;
        this.root = root;
    }

    /**
     * Reads the results.json of a campaign.
     *
     * @param name name of the file, for messages
     * @throws UsageException if the text is not a results.json, or does not contain the options of the campaign
     */
    public static SavedCampaign read(String name, String text) {
        JsonNode root = SavedResultsJson.document(name, text);
        if (!root.path("options").isObject()) {
            throw new UsageException(name
                    + " does not contain the options of the campaign, so it cannot be continued; start a new campaign");
        }
        return new SavedCampaign(name, root);
    }

    /** The options as text by name. */
    public Map<String, String> setting() {
        Map<String, String> setting = new HashMap<>();
        root.path("options")
                .properties()
                .forEach(
                        option -> setting.put(option.getKey(), option.getValue().asText()));
        return setting;
    }

    /**
     * The runs.
     *
     * @param cases cases of the campaign that continues this one
     * @param variants variants of that campaign
     * @throws UsageException if hp-bench, host, JVM or cases differ, or a run is damaged. Another version of hp-bench may
     *     run forks with other options, so its rounds are not comparable.
     */
    public List<Run> runs(MeasuredHost host, TargetJvm jvm, List<Case> cases, List<Variant> variants) {
        same("tool", HostJson.tool(Tool.current(), Profile.OWN), root.path("tool"), List.of("hpBench"));
        same("host", HostJson.host(host), root.path("host"), List.of("kernel", "cpu", "cpus"));
        same("jvm", HostJson.jvm(jvm), root.path("jvm"), List.of("version", "vendor", "vm", "java"));
        sameWorkloads(cases);
        List<Run> runs = new ArrayList<>();
        int index = 0;
        for (JsonNode run : root.path("runs")) {
            try {
                runs.add(new SavedRunJson(cases, variants).read(run));
            } catch (IllegalArgumentException e) {
                throw new UsageException(name + ": runs[" + index + "] " + e.getMessage());
            }
            index++;
        }
        return runs;
    }

    /** The name of a command is short: another command, or a metric whose other direction is better, can have the same one. */
    private void sameWorkloads(List<Case> cases) {
        for (JsonNode saved : root.path("workloads")) {
            String workload = saved.path("name").asText();
            cases.stream()
                    .map(Case::workload)
                    .filter(it -> it.name().equals(workload))
                    .findFirst()
                    .ifPresent(it -> same(workload, CasesJson.workload(it), saved, List.of("benchmark", "mode")));
        }
    }

    private void same(String part, JsonNode now, JsonNode before, List<String> fields) {
        for (String field : fields) {
            if (!now.path(field).asText().equals(before.path(field).asText())) {
                throw new UsageException(name + " cannot be continued here: its " + part + " had " + field + " "
                        + before.path(field).asText() + ", this one has "
                        + now.path(field).asText());
            }
        }
    }
}

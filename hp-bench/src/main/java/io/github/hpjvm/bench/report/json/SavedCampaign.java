package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.run.host.HostIdentity;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A campaign that a results.json tells of, to be continued. */
public final class SavedCampaign {
    private final String name;
    private final JsonNode root;

    private SavedCampaign(String name, JsonNode root) {
        this.name = name;
        this.root = root;
    }

    /**
     * Reads results.json of a campaign that can be continued.
     *
     * @param name of the file, for messages
     * @throws UsageException if the text is none, or does not say what the options of the campaign were
     */
    public static SavedCampaign read(String name, String text) {
        JsonNode root = SavedResultsJson.document(name, text);
        if (!root.path("options").isObject()) {
            throw new UsageException(
                    name + ": does not say what the options were, so this campaign cannot be continued; measure anew");
        }
        return new SavedCampaign(name, root);
    }

    /** Text by option name. */
    public Map<String, String> setting() {
        Map<String, String> setting = new HashMap<>();
        root.path("options")
                .properties()
                .forEach(
                        option -> setting.put(option.getKey(), option.getValue().asText()));
        return setting;
    }

    /**
     * Its runs.
     *
     * @param cases those of the campaign that continues it
     * @throws UsageException if host, JVM or cases are others, or a run is damaged
     */
    public List<Run> runs(HostIdentity host, TargetJvm jvm, List<Case> cases) {
        same("host", HostJson.host(host), root.path("host"), List.of("kernel", "cpu", "cpus"));
        same("jvm", HostJson.jvm(jvm), root.path("jvm"), List.of("version", "vendor", "vm", "java"));
        List<Run> runs = new ArrayList<>();
        int index = 0;
        for (JsonNode run : root.path("runs")) {
            try {
                runs.add(new SavedRunJson(cases).read(run));
            } catch (IllegalArgumentException e) {
                throw new UsageException(name + ": runs[" + index + "] " + e.getMessage());
            }
            index++;
        }
        return runs;
    }

    private void same(String what, JsonNode now, JsonNode before, List<String> fields) {
        for (String field : fields) {
            if (!now.path(field).asText().equals(before.path(field).asText())) {
                throw new UsageException(name + ": cannot be continued here: its " + what + " had " + field + " "
                        + before.path(field).asText() + ", this one has "
                        + now.path(field).asText());
            }
        }
    }
}

package io.github.hpjvm.bench;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.CampaignOption;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.json.SavedCampaign;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Options of a campaign that adds rounds to an earlier one: {@code --continue DIR}. */
public final class Continuation {
    private Continuation() {}

    /**
     * Adds the options of the earlier campaign. Without {@code continue} the options are returned unchanged.
     *
     * @param given text by option name
     * @throws UsageException if there is no earlier campaign, or an option contradicts it
     */
    public static Map<String, String> complete(Map<String, String> given) {
        String folder = given.getOrDefault(CampaignOption.CONTINUE.label(), "").strip();
        if (folder.isEmpty()) {
            return given;
        }
        if (!given.getOrDefault("out", folder).strip().equals(folder) && !given.containsKey("maven")) {
            throw new UsageException(
                    "out: --continue writes to the folder of the earlier campaign, " + folder + "; omit --out");
        }
        Map<String, String> earlier = read(Path.of(folder)).setting();
        Map<String, String> all = new HashMap<>(given);
        List<String> names = Stream.concat(
                        Stream.of(CampaignOption.values())
                                .filter(CampaignOption::isSetting)
                                .map(CampaignOption::label),
                        BenchOptions.OF_TRY.stream())
                .toList();
        for (String name : names) {
            String before = earlier.getOrDefault(name, "");
            String now = given.getOrDefault(name, "").strip();
            if (!now.isEmpty() && !now.equals(before)) {
                throw new UsageException(name + ": the campaign in " + folder + " had "
                        + (before.isEmpty() ? "none" : "'" + before + "'") + ", not '" + now + "'; leave it out");
            }
            if (!before.isEmpty() || !BenchOptions.OF_TRY.contains(name)) {
                all.put(name, before);
            }
        }
        all.put("out", folder);
        return all;
    }

    /** Reads the campaign in a folder. */
    static SavedCampaign read(Path folder) {
        return ResultFiles.readCampaign(folder.resolve("results.json"));
    }
}

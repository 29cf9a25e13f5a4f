package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.advisor.json.JsonText;
import io.github.hpjvm.advisor.json.RecordCodec;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JSON file of any origin. An error message is one line.
 *
 * @param name name in messages
 */
record SavedFile(String name) {
    /** Members without which a run was not written by hp-bench. Later versions added others. */
    private static final List<String> OF_A_RUN =
            List.of("params", "workload", "variant", "round", "status", "score", "unit");

    /** Length of a value of the file that a message quotes. */
    private static final int LONGEST = 300;

    /** Parses a document of any kind; one that is not an object has no members. */
    Map<?, ?> members(String text) {
        if (text.isBlank()) {
            throw wrong("the file is empty");
        }
        try {
            return JsonText.read(text) instanceof Map<?, ?> root ? root : Map.of();
        } catch (JsonFormatException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the record of these members. */
    <T extends Record> T decode(Map<?, ?> members, Class<T> type) {
        try {
            return RecordCodec.decodeLenient(members, type);
        } catch (JsonFormatException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Parses a results.json of this schema. */
    CampaignDocument campaign(String text) {
        Map<?, ?> root = members(text);
        for (String member : List.of("schemaVersion", "runs")) {
            if (!root.containsKey(member)) {
                throw wrong("is not a results.json of hp-bench: it has no " + member);
            }
        }
        Object version = root.get("schemaVersion");
        if (!Long.valueOf(CampaignDocument.SCHEMA_VERSION).equals(version)) {
            throw wrong("has schemaVersion " + JsonText.writeLine(version).strip() + "; this version reads "
                    + CampaignDocument.SCHEMA_VERSION);
        }
        if (!(root.get("runs") instanceof List<?> runs)) {
            throw wrong("runs is not a list");
        }
        for (int i = 0; i < runs.size(); i++) {
            if (!(runs.get(i) instanceof Map<?, ?> run)) {
                throw wrong("runs[" + i + "] is not a run");
            }
            for (String member : OF_A_RUN) {
                if (!run.containsKey(member)) {
                    throw wrong("runs[" + i + "] has no " + member);
                }
            }
        }
        return decode(root, CampaignDocument.class);
    }

    /** Returns the runs of a campaign with these cases and variants. */
    List<Run> runs(CampaignDocument campaign, List<Case> cases, List<Variant> variants) {
        List<Run> runs = new ArrayList<>();
        for (RunDocument run : campaign.runs()) {
            try {
                runs.add(run.run(cases, variants));
            } catch (IllegalArgumentException e) {
                throw new UsageException(name + ": runs[" + runs.size() + "] " + e.getMessage());
            }
        }
        return runs;
    }

    /** Makes a text from an untrusted file printable in one line. Long texts, such as lists of arguments, are not cut. */
    static String clean(String text) {
        return Visible.replaced(text, '\ufffd');
    }

    UsageException wrong(String what) {
        return new UsageException(name + ": " + (what.length() > LONGEST ? what.substring(0, LONGEST) + "..." : what));
    }
}

package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.advisor.json.InPlace;
import io.github.hpjvm.bench.report.model.Results;

/**
 * The document {@code results.json}, schema version 1. Unknown values are null, sizes are in bytes, ratios below 1 are
 * better. Its members are in docs/schema/results.schema.json and docs/METHOD.md.
 */
public final class ResultsJson {
    private ResultsJson() {}

    private record Document(InPlace<CampaignDocument> measured, InPlace<ConclusionsDocument> computed) {}

    /** Returns the document, which ends in a newline. */
    public static String write(Results results) {
        return DocumentText.of(new Document(
                new InPlace<>(CampaignDocument.of(results)), new InPlace<>(ConclusionsDocument.of(results))));
    }
}

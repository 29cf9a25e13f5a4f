package io.github.hpjvm.bench;

import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.console.error.BenchException;
import java.util.List;
import java.util.stream.Collectors;

/** A campaign ended early, or its files could not be written, for example because the disk is full. Its results are known. */
public final class FailedCampaignException extends BenchException {
    private static final long serialVersionUID = 1;

    private final transient Results results;

    FailedCampaignException(Results results, List<BenchException> causes) {
        super(causes.stream().map(Throwable::getMessage).distinct().collect(Collectors.joining("; ")), causes.get(0));
        this.results = results;
    }

    /** The results, which the caller should show. */
    public Results results() {
        return results;
    }
}

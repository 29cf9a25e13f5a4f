package io.github.hpjvm.bench;

import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.console.error.BenchException;

/** The files of a campaign could not be written, for example because the disk is full. Its results are known. */
public final class UnwrittenResultsException extends BenchException {
    private static final long serialVersionUID = 1;

    private final transient Results results;

    UnwrittenResultsException(Results results, BenchException cause) {
        super(cause.getMessage(), cause);
        this.results = results;
    }

    /** The results, which the caller should show. */
    public Results results() {
        return results;
    }
}

package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.TrialEnd;

/** Thrown when a trial ends early; the process still runs. */
final class StopException extends Exception {
    private static final long serialVersionUID = 1L;
    private final TrialEnd end;

    StopException(TrialEnd end, String reason) {
        super(reason);
        this.end = end;
    }

    TrialEnd end() {
        return end;
    }
}

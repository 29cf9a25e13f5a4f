package io.github.hpjvm.bench;

import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Restores the host after a campaign. If that fails, the results and the earlier error are not lost. */
final class RestoredHost {
    private RestoredHost() {}

    /** A campaign. */
    interface Measuring {
        Results measure() throws IOException;
    }

    /** Restores the settings that the campaign changed. */
    interface Restoring {
        void restore() throws IOException;
    }

    /**
     * Runs the campaign, then restores the host in any case.
     *
     * @throws FailedCampaignException with the results, if there are any, and the host could not be restored
     * @throws BenchException with both reasons, if there are none
     */
    static Results after(Measuring campaign, Restoring host) throws IOException {
        Results results;
        try {
            results = campaign.measure();
        } catch (FailedCampaignException e) {
            Optional<BenchException> left = failure(host);
            if (left.isPresent()) {
                throw new FailedCampaignException(e.results(), List.of(e, left.get()));
            }
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            Optional<BenchException> left = failure(host);
            if (left.isPresent()) {
                String why = e.getMessage() == null ? e.toString() : e.getMessage();
                throw new BenchException(why + "; " + left.get().getMessage(), e);
            }
            throw e;
        }
        Optional<BenchException> left = failure(host);
        if (left.isPresent()) {
            throw new FailedCampaignException(results, List.of(left.get()));
        }
        return results;
    }

    private static Optional<BenchException> failure(Restoring host) {
        try {
            host.restore();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(BenchException.of(e));
        } catch (BenchException e) {
            return Optional.of(e);
        }
    }
}

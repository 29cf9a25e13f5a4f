package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;
import java.util.Set;

/** Adds a note to forecasts for machines that were not measured: the forecast comes from the source alone. */
final class Measured {

    private static final Set<String> ARCHITECTURES = Set.of("x86_64", "amd64");
    private static final Bytes BASE_PAGE = Bytes.ofKiB(4);

    /** The regions whose pages differ between releases and machines. */
    private static final Set<RegionName> DECIDED = Set.of(RegionName.HEAP, RegionName.CODE, RegionName.GC);

    private final Optional<String> other;

    Measured(Start start) {
        Optional<String> architecture = start.host()
                .kernel()
                .known()
                .flatMap(Kernel::architecture)
                .filter(name -> !ARCHITECTURES.contains(name));
        Bytes page = start.machine().basePage();
        this.other = architecture.or(
                () -> page.equals(BASE_PAGE) ? Optional.empty() : Optional.of("a machine with base pages of " + page));
    }

    RegionForecast say(RegionForecast forecast) {
        if (other.isEmpty() || !DECIDED.contains(forecast.name())) {
            return forecast;
        }
        return new RegionForecast(
                forecast.name(),
                forecast.kind(),
                forecast.pageSize(),
                forecast.when(),
                forecast.why() + " That is read from the source alone: nothing was measured on " + other.get() + ".",
                forecast.source());
    }
}

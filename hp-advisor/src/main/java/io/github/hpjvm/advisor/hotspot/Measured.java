package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Adds a note to forecasts for machines that were not measured: the forecast comes from the source alone. Measured were x86-64,
 * and aarch64 with base pages of 4, 16 and 64 KiB ({@code src/test/resources/kernels} of hp-cli).
 */
final class Measured {

    private static final Map<String, Set<Bytes>> MACHINES = Map.of(
            "x86_64", Set.of(Bytes.ofKiB(4)),
            "amd64", Set.of(Bytes.ofKiB(4)),
            "aarch64", Set.of(Bytes.ofKiB(4), Bytes.ofKiB(16), Bytes.ofKiB(64)));

    /** The regions whose pages differ between releases and machines. */
    private static final Set<RegionName> DECIDED = Set.of(RegionName.HEAP, RegionName.CODE, RegionName.GC);

    private final Optional<String> other;

    Measured(Start start) {
        Optional<String> architecture = start.host().kernel().known().flatMap(Kernel::architecture);
        Bytes page = start.machine().basePage();
        if (architecture.isPresent() && !MACHINES.containsKey(architecture.get())) {
            this.other = architecture;
        } else {
            boolean measured = architecture
                    .map(name -> MACHINES.getOrDefault(name, Set.of()).contains(page))
                    .orElse(MACHINES.values().stream().anyMatch(pages -> pages.contains(page)));
            this.other = measured ? Optional.empty() : Optional.of("a machine with base pages of " + page);
        }
    }

    RegionForecast say(RegionForecast forecast) {
        if (other.isEmpty() || !DECIDED.contains(forecast.name())) {
            return forecast;
        }
        return forecast.because("That is read from the source alone: nothing was measured on " + other.get() + ".");
    }
}

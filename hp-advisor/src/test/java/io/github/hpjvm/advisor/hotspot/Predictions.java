package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.hotspot.Launches.TWO_MIB;

import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;

/** Parts of a prediction that tests compare. */
final class Predictions {
    private Predictions() {}

    static String kind(Prediction prediction, RegionName name) {
        return prediction.region(name).orElseThrow().kind().map(Enum::name).orElse("?");
    }

    static Span taken(Prediction prediction) {
        return pool(prediction, TWO_MIB).map(PoolForecast::takesAtStart).orElse(Span.NONE);
    }

    static Optional<PoolForecast> pool(Prediction prediction, Bytes size) {
        return prediction.pools().stream()
                .filter(pool -> pool.pageSize().equals(size))
                .findFirst();
    }

    static List<RiskCode> risks(Prediction prediction) {
        return prediction.risks().stream().map(Risk::code).toList();
    }
}

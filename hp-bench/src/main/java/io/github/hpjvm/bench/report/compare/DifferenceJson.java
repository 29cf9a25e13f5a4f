package io.github.hpjvm.bench.report.compare;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.advisor.json.InPlace;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Row;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Setting;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Shift;
import io.github.hpjvm.bench.report.json.SavedResults.Side;
import io.github.hpjvm.bench.stats.RatioInterval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The comparison of two campaigns as JSON, schema version 1. Unknown values are null; a ratio below 1 is better in B.
 */
public final class DifferenceJson {
    private static final int SCHEMA_VERSION = 1;

    private DifferenceJson() {}

    private record Document(
            int schemaVersion,
            String a,
            String b,
            List<Differing> differs,
            List<String> onlyInOne,
            Load load,
            List<OfSide> comparisons) {}

    /** The median load averages; whether they differ so much that the size of an effect may, too. */
    private record Load(OptionalDouble a, OptionalDouble b, boolean differs) {}

    private record Differing(String what, Optional<String> a, Optional<String> b) {
        private static Differing of(Setting setting) {
            return new Differing(setting.name(), setting.before(), setting.after());
        }
    }

    private record OfSide(InPlace<Side> side, OfRounds costRatio, Optional<OfRounds> ratioOfRatios) {
        private static OfSide of(Row row) {
            return new OfSide(
                    new InPlace<>(row.side()),
                    OfRounds.of(row.cost()),
                    row.relative().map(OfRounds::of));
        }
    }

    private record OfRounds(int roundsA, int roundsB, double ratio, Optional<List<Double>> ci95) {
        private static OfRounds of(Shift shift) {
            return new OfRounds(
                    shift.roundsBefore(),
                    shift.roundsAfter(),
                    shift.ratio(),
                    shift.ci95().map(RatioInterval::ends));
        }
    }

    /** Returns the document, which ends in a newline. */
    public static String write(ResultsDifference difference) {
        return DocumentText.of(new Document(
                SCHEMA_VERSION,
                difference.before().name(),
                difference.after().name(),
                difference.settings().stream().map(Differing::of).toList(),
                difference.onlyIn(),
                new Load(difference.before().load(), difference.after().load(), difference.isUnderAnotherLoad()),
                difference.rows().stream().map(OfSide::of).toList()));
    }
}

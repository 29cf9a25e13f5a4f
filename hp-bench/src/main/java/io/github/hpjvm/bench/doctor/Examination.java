package io.github.hpjvm.bench.doctor;

import java.util.List;

/**
 * Result of {@link Doctor#examine}.
 *
 * @param checks one line each
 * @param conclusion lines that state what can be measured, what cannot, and what to type
 */
public record Examination(List<Check> checks, List<String> conclusion) {

    public Examination {
        checks = List.copyOf(checks);
        conclusion = List.copyOf(conclusion);
    }
}

package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.json.InPlace;
import io.github.hpjvm.bench.plan.Case;
import java.util.Map;

/** The members that name a case in results.json. */
record CaseName(String workload, Map<String, String> params) {
    static InPlace<CaseName> of(Case subject) {
        return new InPlace<>(new CaseName(subject.workload().name(), subject.params()));
    }
}

package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.size.JvmTenant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JVM that rules judge, with what several of them compute from the same facts. For one thread. */
public final class JudgedJvm {
    private final Facts facts;
    private final Jvm jvm;
    private final boolean withEvidence;
    private final Map<Fact<?>, String> excerpts = new IdentityHashMap<>();
    private @Nullable Optional<Launch> relaunch;
    private @Nullable List<PoolForecast> needs;

    /**
     * Creates the judgement of a JVM.
     *
     * @param withEvidence whether the outcomes have evidence
     */
    public JudgedJvm(Facts facts, Jvm jvm, boolean withEvidence) {
        this.facts = facts;
        this.jvm = jvm;
        this.withEvidence = withEvidence;
    }

    /** The judgement of a JVM by outcomes without evidence. */
    public static JudgedJvm withoutEvidence(Facts facts, Jvm jvm) {
        return new JudgedJvm(facts, jvm, false);
    }

    Facts facts() {
        return facts;
    }

    Jvm jvm() {
        return jvm;
    }

    boolean withEvidence() {
        return withEvidence;
    }

    /** A restart of the JVM with its arguments; empty if they, or the VM, are unknown. */
    Optional<Launch> relaunch() {
        if (relaunch == null) {
            relaunch = Relaunch.of(jvm, facts.host());
        }
        return relaunch;
    }

    /** The pools that the JVM takes pages of after a restart if all are granted; empty if unknown. */
    List<PoolForecast> needs() {
        if (needs == null) {
            needs = relaunch()
                    .map(launch -> JvmTenant.forecasts(launch, facts.host()))
                    .orElse(List.of());
        }
        return needs;
    }

    /** The excerpt of the source, else the value, shortened to the length of an excerpt. */
    String excerptOr(Fact<?> fact, Object value) {
        String excerpt = fact.source().excerpt();
        return excerpt.isEmpty() ? excerpts.computeIfAbsent(fact, any -> shortened(value)) : excerpt;
    }

    private static String shortened(Object value) {
        return Source.of("", String.valueOf(value)).excerpt().replace('\n', ' ');
    }
}

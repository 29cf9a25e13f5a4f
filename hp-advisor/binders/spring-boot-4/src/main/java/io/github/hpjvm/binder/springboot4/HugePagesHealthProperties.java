package io.github.hpjvm.binder.springboot4;

import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code hp-jvm.health.*}.
 *
 * @param interval the interval of examinations of the memory
 * @param budget the time that reading smaps may take
 * @param maxAge the age up to which a report is returned again
 * @param failOn the lowest severity that makes the entry DOWN; null for none
 * @param ignoredRules ids of rules whose findings do not count, such as {@code HP-103}
 * @param severities severities in place of those of the rules, by id
 */
@ConfigurationProperties("hp-jvm.health")
public record HugePagesHealthProperties(
        @DefaultValue("10s") Duration interval,
        @DefaultValue("50ms") Duration budget,
        @DefaultValue("1s") Duration maxAge,
        Severity failOn,
        @DefaultValue List<String> ignoredRules,
        @DefaultValue Map<String, Severity> severities) {

    /** Creates a check with these settings. */
    HugePagesHealth create() {
        HugePagesHealth.Builder builder =
                HugePagesHealth.builder().interval(interval).budget(budget).maxAge(maxAge);
        if (failOn != null) {
            builder.failOn(failOn);
        }
        ignoredRules.forEach(rule -> builder.ignore(rule.strip().toUpperCase(Locale.ROOT)));
        severities.forEach((rule, severity) -> builder.severity(rule.toUpperCase(Locale.ROOT), severity));
        return builder.build();
    }
}

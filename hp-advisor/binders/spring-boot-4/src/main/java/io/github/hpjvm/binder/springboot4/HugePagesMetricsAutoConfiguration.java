package io.github.hpjvm.binder.springboot4;

import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.github.hpjvm.binder.micrometer.HugePagesMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Adds the gauges if Micrometer is present. The property {@code management.metrics.enable.jvm.hugepages=false} of Spring
 * removes them.
 */
@AutoConfiguration(after = HugePagesAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
public class HugePagesMetricsAutoConfiguration {
    /** Creates the configuration. */
    public HugePagesMetricsAutoConfiguration() {}

    /** The gauges; Spring binds them to each registry. */
    @Bean
    @ConditionalOnBean(HugePagesHealth.class)
    @ConditionalOnMissingBean(value = HugePagesMetrics.class, name = "hugePagesMetrics")
    public HugePagesMetrics hugePagesMeterBinder(HugePagesHealth health) {
        return new HugePagesMetrics(health);
    }
}

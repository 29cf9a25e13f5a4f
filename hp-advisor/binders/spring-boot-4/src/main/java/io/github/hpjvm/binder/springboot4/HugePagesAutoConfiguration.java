package io.github.hpjvm.binder.springboot4;

import io.github.hpjvm.advisor.health.HugePagesHealth;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds the health check and its entry of the health page. A bean of the application replaces either. */
@AutoConfiguration
@ConditionalOnClass(HealthIndicator.class)
public class HugePagesAutoConfiguration {
    /** Creates the configuration. */
    public HugePagesAutoConfiguration() {}

    /** The check, with its defaults. Spring closes it. */
    @Bean
    @ConditionalOnMissingBean
    public HugePagesHealth hugePagesHealth() {
        return HugePagesHealth.create();
    }

    /** The entry of the health page. */
    @Bean
    @ConditionalOnMissingBean
    public HugePagesHealthIndicator hugePagesHealthIndicator(HugePagesHealth health) {
        return new HugePagesHealthIndicator(health);
    }
}

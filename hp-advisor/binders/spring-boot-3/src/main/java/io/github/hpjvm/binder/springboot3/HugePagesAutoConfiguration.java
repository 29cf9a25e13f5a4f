package io.github.hpjvm.binder.springboot3;

import io.github.hpjvm.advisor.health.HugePagesHealth;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Adds the health check and its entry of the health page. A bean of the application replaces either. The property {@code
 * management.health.hugePages.enabled=false} removes the entry, and {@code hp-jvm.health.*} sets up the check.
 */
@AutoConfiguration
@ConditionalOnClass(HealthIndicator.class)
@EnableConfigurationProperties(HugePagesHealthProperties.class)
public class HugePagesAutoConfiguration {
    /** Creates the configuration. */
    public HugePagesAutoConfiguration() {}

    /** The check, with the settings of the properties. Spring closes it. */
    @Bean
    @ConditionalOnMissingBean
    public HugePagesHealth hugePagesHealth(HugePagesHealthProperties properties) {
        return properties.create();
    }

    /** The entry of the health page. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnEnabledHealthIndicator("hugePages")
    public HugePagesHealthIndicator hugePagesHealthIndicator(HugePagesHealth health) {
        return new HugePagesHealthIndicator(health);
    }
}

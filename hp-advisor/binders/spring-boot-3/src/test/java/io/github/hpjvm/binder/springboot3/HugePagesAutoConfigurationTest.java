package io.github.hpjvm.binder.springboot3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.github.hpjvm.binder.micrometer.HugePagesMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeansException;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

class HugePagesAutoConfigurationTest {
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithOwnCheck {
        static final HugePagesHealth OWN = HugePagesHealth.create();

        @Bean
        HugePagesHealth own() {
            return OWN;
        }
    }

    @Test
    void addsTheIndicator() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Application.class)) {
            Health health = context.getBean("hugePagesHealthIndicator", HugePagesHealthIndicator.class)
                    .health();
            assertTrue(health.getDetails().containsKey("status"), health.toString());
        }
    }

    @Test
    void keepsTheCheckOfTheApplication() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(WithOwnCheck.class)) {
            assertSame(WithOwnCheck.OWN, context.getBean(HugePagesHealth.class));
            assertEquals(
                    1, context.getBeansOfType(HugePagesHealthIndicator.class).size());
        }
    }

    private static AnnotationConfigApplicationContext with(String... properties) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        Environment.set(context, properties);
        context.register(Application.class);
        context.refresh();
        return context;
    }

    /** Properties of the environment, as an application has them. */
    private static final class Environment {
        static void set(AnnotationConfigApplicationContext context, String... properties) {
            Map<String, Object> values = new HashMap<>();
            for (String property : properties) {
                values.put(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
            }
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", values));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"management.health.hugePages.enabled=false", "management.health.defaults.enabled=false"})
    void isSwitchedOffAsAllIndicators(String property) {
        try (AnnotationConfigApplicationContext context = with(property)) {
            assertEquals(
                    0, context.getBeansOfType(HugePagesHealthIndicator.class).size());
        }
        try (AnnotationConfigApplicationContext context =
                with("management.health.defaults.enabled=false", "management.health.hugePages.enabled=true")) {
            assertEquals(
                    1, context.getBeansOfType(HugePagesHealthIndicator.class).size());
        }
    }

    @Test
    void readsItsProperties() {
        try (AnnotationConfigApplicationContext context = with(
                "hp-jvm.health.interval=3s",
                "hp-jvm.health.budget=20ms",
                "hp-jvm.health.fail-on=warning",
                "hp-jvm.health.ignored-rules=HP-103,hp-102",
                "hp-jvm.health.severities.HP-101=INFO")) {
            HugePagesHealthProperties read = context.getBean(HugePagesHealthProperties.class);
            assertEquals(Duration.ofSeconds(3), read.interval());
            assertEquals(Duration.ofMillis(20), read.budget());
            assertEquals(Duration.ofSeconds(1), read.maxAge());
            assertEquals(Severity.WARNING, read.failOn());
            assertEquals(List.of("HP-103", "hp-102"), read.ignoredRules());
            assertEquals(Map.of("HP-101", Severity.INFO), read.severities());
        }
    }

    @Test
    void refusesAnUnknownRule() {
        BeansException refused = assertThrows(BeansException.class, () -> with("hp-jvm.health.ignored-rules=HP-999"));
        assertTrue(String.valueOf(refused.getMostSpecificCause().getMessage()).contains("no rule HP-999"));
    }

    @Test
    void addsTheGauges() {
        try (AnnotationConfigApplicationContext context = with()) {
            assertEquals(1, context.getBeansOfType(HugePagesMetrics.class).size());
        }
    }
}

package io.github.hpjvm.binder.springboot3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.health.HugePagesHealth;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

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
}

package io.github.hpjvm.services.boot4;

import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A service on Spring Boot 4: /actuator/health says what the heap is on. */
@SpringBootApplication
public class Service {
    private static final List<byte[]> DATA = new ArrayList<>();

    public static void main(String[] arguments) {
        int pieces = Integer.getInteger("service.megabytes", 200) * 4;
        for (int i = 0; i < pieces; i++) {
            byte[] piece = new byte[(1 << 18) - 16];
            Arrays.fill(piece, (byte) 1); // A split frees the pages that are full of zeros.
            DATA.add(piece);
        }
        SpringApplication.run(Service.class, arguments);
    }

    @Bean
    HugePagesHealth hugePagesHealth(
            @Value("${service.interval:10000}") long interval, @Value("${service.budget:50}") long budget) {
        return HugePagesHealth.builder()
                .interval(Duration.ofMillis(interval))
                .budget(Duration.ofMillis(budget))
                .build();
    }
}

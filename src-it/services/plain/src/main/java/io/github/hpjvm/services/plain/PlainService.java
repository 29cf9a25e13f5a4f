package io.github.hpjvm.services.plain;

import com.sun.net.httpserver.HttpServer;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A service on the HTTP server of the JDK: /health says in JSON what the heap is on. */
public final class PlainService {
    private static final List<byte[]> DATA = new ArrayList<>();

    public static void main(String[] arguments) throws IOException {
        int pieces = Integer.getInteger("service.megabytes", 200) * 4;
        for (int i = 0; i < pieces; i++) {
            byte[] piece = new byte[(1 << 18) - 16];
            Arrays.fill(piece, (byte) 1); // A split frees the pages that are full of zeros.
            DATA.add(piece);
        }
        HugePagesHealth health = HugePagesHealth.builder()
                .interval(Duration.ofMillis(Integer.getInteger("service.interval", 10_000)))
                .budget(Duration.ofMillis(Integer.getInteger("service.budget", 50)))
                .build();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/health", exchange -> {
            HealthReport report = health.check();
            byte[] json = report.toJson().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(report.status() == HealthStatus.DOWN ? 503 : 200, json.length);
            try (exchange) {
                exchange.getResponseBody().write(json);
            }
        });
        server.start();
        System.out.println("port " + server.getAddress().getPort());
    }
}

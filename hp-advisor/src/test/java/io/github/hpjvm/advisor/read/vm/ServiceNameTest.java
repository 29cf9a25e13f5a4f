package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServiceNameTest {
    private static final List<String> ENVIRONMENT = List.of(
            "DB_PASSWORD=secret",
            "OTEL_RESOURCE_ATTRIBUTES=host.name=a, service.name=attribute",
            "OTEL_SERVICE_NAME=variable");

    @Test
    void thePropertyPrecedesTheVariableAndTheVariableTheAttributes() {
        List<String> command = List.of("java", "-Dotel.service.name=first", "-Dotel.service.name=last", "Main");
        assertEquals(Optional.of("last"), ServiceName.of(command, ENVIRONMENT));
        assertEquals(Optional.of("variable"), ServiceName.of(List.of("java", "Main"), ENVIRONMENT));
        assertEquals(Optional.of("attribute"), ServiceName.of(List.of("java", "Main"), ENVIRONMENT.subList(0, 2)));
        assertEquals(Optional.empty(), ServiceName.of(List.of("java", "Main"), ENVIRONMENT.subList(0, 1)));
    }

    @Test
    void valuesOfAttributesAreDecoded() {
        for (List<String> pair : List.of(
                List.of("x%2Cy%20z", "x,y z"), List.of("a+b", "a+b"), List.of("50%", "50%"), List.of("%zz", "%zz"))) {
            assertEquals(
                    Optional.of(pair.get(1)),
                    ServiceName.of(List.of(), List.of("OTEL_RESOURCE_ATTRIBUTES=service.name=" + pair.get(0))));
        }
        assertEquals(Optional.of("x%20y"), ServiceName.of(List.of(), List.of("OTEL_SERVICE_NAME=x%20y")));
    }

    @Test
    void thePropertyMayBeInAVariable() {
        assertEquals(
                Optional.of("shop"),
                ServiceName.of(List.of("java"), List.of("JAVA_TOOL_OPTIONS=-Xmx1g -Dotel.service.name=shop")));
    }

    @Test
    void theNameIsCleanAndShortAndHasNoCredentials() {
        assertEquals(Optional.of("a b"), ServiceName.of(List.of(), List.of("OTEL_SERVICE_NAME=a\u202eb")));
        assertEquals(
                Optional.of("password=***"), ServiceName.of(List.of(), List.of("OTEL_SERVICE_NAME=password=s3cret")));
        assertEquals(
                100,
                ServiceName.of(List.of(), List.of("OTEL_SERVICE_NAME=" + "x".repeat(1000)))
                        .orElseThrow()
                        .length());
        assertEquals(Optional.empty(), ServiceName.of(List.of(), List.of("OTEL_SERVICE_NAME= ")));
    }
}

package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.emit.Situations;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ActionFieldsTest {
    /** What each kind has beside id, kind, scope, cost and undo. */
    private static final Map<String, Set<String>> MEMBERS = Map.of(
            "JVM_FLAG", Set.of("add", "remove"),
            "ENV", Set.of("name", "value"),
            "SYSCTL", Set.of("key", "value", "was"),
            "FILE", Set.of("path", "value", "was"),
            "CGROUP", Set.of("file", "value", "was"),
            "KERNEL_ARG", Set.of("arg"),
            "POD_RESOURCE", Set.of("name", "value"),
            "RESTART_JVM", Set.of(),
            "CHANGE_JDK", Set.of("acceptable"));

    private static final Set<String> COMMON = Set.of("id", "kind", "scope", "cost", "undo");

    @Test
    void aKernelArgumentHasTheSameMembersIfItReplacesAnother() throws Exception {
        Action action = new KernelArgument("hugepagesz=2M hugepages=7", Optional.of("hugepages=5"));
        JsonNode step = new ObjectMapper()
                .readTree(AdviceJson.write(Situations.of(JvmSamples.told(JvmSamples.g1(17)), action)))
                .at("/plan/0");
        Set<String> members = new LinkedHashSet<>();
        step.fieldNames().forEachRemaining(members::add);
        members.removeAll(COMMON);
        assertEquals(Set.of("arg"), members);
        assertTrue(step.at("/undo").asText().contains("hugepages=5"), step.toString());
    }

    @Test
    void eachKindHasItsMembersAndNoOthers() throws Exception {
        Set<String> seen = new TreeSet<>();
        for (String name : List.of("every-kind", "pool-empty")) {
            JsonNode plan = new ObjectMapper()
                    .readTree(AdviceJson.write(Situations.all().get(name)))
                    .at("/plan");
            for (JsonNode step : plan) {
                String kind = step.at("/kind").asText();
                seen.add(kind);
                Set<String> members = new LinkedHashSet<>();
                step.fieldNames().forEachRemaining(members::add);
                assertTrue(members.containsAll(COMMON), members::toString);
                members.removeAll(COMMON);
                assertEquals(MEMBERS.get(kind), members, kind);
            }
        }
        assertEquals(new TreeSet<>(MEMBERS.keySet()), seen);
        assertEquals(
                Arrays.stream(Action.Kind.values())
                        .map(Action.Kind::document)
                        .distinct()
                        .count(),
                MEMBERS.size());
    }
}

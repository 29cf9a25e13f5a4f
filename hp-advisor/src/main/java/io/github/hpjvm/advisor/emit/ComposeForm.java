package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes an override file of Docker Compose or podman-compose (compose-spec, "Merge"): the environment of a service. Pools and
 * THP modes belong to the host, and a container has no limit for hugetlb pages unless its runtime sets one.
 */
final class ComposeForm implements Emitter {
    private static final String NAME = "compose.hp-jvm.yaml";

    @Override
    public String lacks(Advice advice, EmitTarget target) {
        return target.container().isPresent() || JvmStart.of(advice).isUnchanged()
                ? ""
                : "the service of the compose file is not known: name it with --container NAME";
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Comments comments = Head.of(advice, "override of a compose file");
        JvmStart start = JvmStart.of(advice, target);
        Map<String, String> variables = new LinkedHashMap<>();
        start.written(comments, "the container").ifPresent(text -> variables.put(start.variable(), text));
        variables.putAll(start.environment());
        JvmStart.sayServer(comments, advice);
        if (target.container().isEmpty() && !variables.isEmpty()) {
            variables.forEach((name, value) -> comments.say("Not here: " + name + "=" + value
                    + ": the service of the compose file is not known. --container NAME names it."));
            variables.clear();
        }
        List<String> lines = new ArrayList<>();
        if (start.isUnchanged()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No variable of the container changes.");
        } else if (!variables.isEmpty()) {
            String service = target.container().orElseThrow();
            start.sayContainer(comments);
            comments.say("The service is " + service
                            + "; --container NAME writes another one. A variable here"
                            + " replaces the one of compose.yaml. Check it, and apply it:")
                    .type("docker compose -f compose.yaml -f " + NAME + " config --quiet")
                    .type("docker compose -f compose.yaml -f " + NAME + " up -d")
                    .say("Undo:")
                    .type("docker compose -f compose.yaml up -d");
            lines.addAll(List.of("services:", "  " + YamlQuote.name(service) + ":", "    environment:"));
            // Compose replaces $NAME by a variable, and two dollars by one (compose-spec, "Interpolation").
            variables.forEach((name, value) ->
                    lines.add("      " + YamlQuote.scalar(name) + ": " + YamlQuote.scalar(value.replace("$", "$$"))));
        }
        OtherForms.say(comments, this, advice, target);
        return List.of(new ConfigFile(NAME, "", Text.of(comments, lines)));
    }

    @Override
    public boolean expresses(Action action) {
        return action.phase() == Phase.START;
    }
}

package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes a drop-in of a Podman Quadlet (podman-systemd.unit(5)): the environment of the container. A unit of systemd has the settings of the host, as in {@link SystemdForm}.
 */
final class QuadletForm implements Emitter {
    private final SystemdForm systemd = new SystemdForm();

    /** The name of the quadlet without a suffix: a quadlet makes the service of that name. */
    private static Optional<String> quadlet(Advice advice, EmitTarget target) {
        return target.container()
                .or(() -> ServiceUnit.ofContainer(advice.jvm())
                        .map(unit -> unit.name().substring(0, unit.name().length() - ".service".length())));
    }

    @Override
    public String lacks(Advice advice, EmitTarget target) {
        return quadlet(advice, target).isPresent() || JvmStart.of(advice).isUnchanged()
                ? ""
                : "the quadlet of this JVM is not known: name it with --container NAME";
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Optional<String> quadlet = quadlet(advice, target);
        String name = quadlet.orElse("NAME");
        ServiceUnit service = new ServiceUnit(name + ".service", false);
        String place = "/etc/containers/systemd/" + name + ".container.d/hp-jvm.conf";
        Comments tail = new Comments();
        // Quadlet makes arguments of ExecStart= from it, where systemd expands variables.
        List<String> lines = systemd.dropIn(advice, service, "Container", tail).stream()
                .map(line -> line.replace("$", "$$"))
                .toList();
        if (quadlet.isEmpty()) {
            lines.stream()
                    .filter(line -> line.startsWith("Environment="))
                    .forEach(line ->
                            tail.say("Not here: " + line + ": the quadlet is not known. --container NAME names it."));
            lines = List.of();
        }
        OtherForms.say(tail, others(advice));
        List<ConfigFile> files = new ArrayList<>();
        Comments comments = Head.of(advice, "drop-in of a quadlet");
        JvmStart.sayServer(comments, advice);
        if (lines.isEmpty() && JvmStart.of(advice).isUnchanged()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "The container itself needs no change.");
        } else if (!lines.isEmpty()) {
            String load = "sudo systemctl daemon-reload && sudo systemctl restart " + service.name();
            String folder = place.substring(0, place.lastIndexOf('/'));
            comments.say("The quadlet is " + name
                            + ".container; --container NAME writes another one. Drop-ins need Podman"
                            + " 5.0 or newer. Install as " + place + ", then check and load it:")
                    .type("/usr/lib/systemd/system-generators/podman-system-generator --dryrun")
                    .type(load)
                    .say("Undo:")
                    .type("sudo rm " + place + "; sudo rmdir --ignore-fail-on-non-empty " + folder)
                    .type(load);
        }
        files.add(
                quadlet.isPresent()
                        ? new ConfigFile(
                                name + ".container.d/hp-jvm.conf", place, Text.of(comments.append(tail), lines))
                        : new ConfigFile("hp-jvm.conf", "", Text.of(comments.append(tail), lines)));
        files.addAll(systemd.ofHost(advice, quadlet.map(it -> service), new Comments()));
        return files;
    }

    @Override
    public boolean expresses(Action action) {
        return systemd.expresses(action);
    }
}

package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a drop-in of a Podman Quadlet (podman-systemd.unit(5)): the environment of the container. A unit of systemd and a file
 * of sysctl.d have the settings of the host, as in {@link SystemdForm}.
 */
final class QuadletForm implements Emitter {
    private final SystemdForm systemd = new SystemdForm();

    @Override
    public List<ConfigFile> files(Advice advice) {
        return files(advice, EmitTarget.DEFAULT);
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        ServiceUnit service = new ServiceUnit(target.container() + ".service", false);
        String place = "/etc/containers/systemd/" + target.container() + ".container.d/hp-jvm.conf";
        Comments tail = new Comments();
        // Quadlet makes arguments of ExecStart= from it, where systemd expands variables.
        List<String> lines = systemd.dropIn(advice, service, "Container", tail).stream()
                .map(line -> line.replace("$", "$$"))
                .toList();
        OtherForms.say(tail, others(advice));
        List<ConfigFile> files = new ArrayList<>();
        Comments comments = Head.of(advice, "drop-in of a quadlet");
        if (lines.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "The container itself needs no change.");
        } else {
            comments.say("The quadlet is " + target.container()
                            + ".container; --container NAME writes another one. Install" + " as " + place + ", then:")
                    .type("sudo systemctl daemon-reload && sudo systemctl restart " + service.name())
                    .say("Undo: remove the file, and run the same commands. Drop-ins need Podman 5.0 or newer.");
        }
        files.add(new ConfigFile(
                target.container() + ".container.d/hp-jvm.conf", place, Text.of(comments.append(tail), lines)));
        files.addAll(systemd.ofHost(advice, service));
        return files;
    }

    @Override
    public boolean expresses(Action action) {
        return systemd.expresses(action);
    }
}

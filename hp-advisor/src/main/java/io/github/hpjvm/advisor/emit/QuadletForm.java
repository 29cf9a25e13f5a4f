package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes a drop-in of a Podman Quadlet (podman-systemd.unit(5)): the environment of the container. A unit of systemd has the
 * settings of the host, as in {@link SystemdForm}. The quadlet of a container that a user started is in the home of that
 * user, and its service belongs to the user's manager.
 */
final class QuadletForm implements Emitter {
    private static final String SUFFIX = ".service";

    private final SystemdForm systemd = new SystemdForm();

    /** The service that the quadlet makes, which has its name; empty if it is not known. */
    private static Optional<ServiceUnit> service(Advice advice, EmitTarget target) {
        Optional<ServiceUnit> running = ServiceUnit.ofContainer(advice.jvm());
        boolean ofUser = running.filter(ServiceUnit::ofUser).isPresent();
        return target.container()
                .map(name -> new ServiceUnit(name + SUFFIX, ofUser))
                .or(() -> running);
    }

    private static String name(ServiceUnit service) {
        return service.name().substring(0, service.name().length() - SUFFIX.length());
    }

    /** The folder of the drop-in, below {@link #base}. */
    private static String folder(ServiceUnit service) {
        return "/containers/systemd/" + name(service) + ".container.d";
    }

    private static String base(ServiceUnit service) {
        return service.ofUser() ? "~/.config" : "/etc";
    }

    private static String place(ServiceUnit service) {
        return base(service) + folder(service) + "/hp-jvm.conf";
    }

    @Override
    public String lacks(Advice advice, EmitTarget target) {
        return service(advice, target).isPresent() || JvmStart.of(advice).isUnchanged()
                ? ""
                : "the quadlet of this JVM is not known: name it with --container NAME";
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Optional<ServiceUnit> quadlet = service(advice, target);
        ServiceUnit service = quadlet.orElse(new ServiceUnit("NAME" + SUFFIX, false));
        Comments tail = new Comments();
        // Quadlet makes arguments of ExecStart= from it, where systemd expands variables.
        List<String> lines = systemd.dropIn(advice, target, service, "Container", tail).stream()
                .map(line -> line.replace("$", "$$"))
                .toList();
        if (quadlet.isEmpty()) {
            lines.stream()
                    .filter(line -> line.startsWith("Environment="))
                    .forEach(line ->
                            tail.say("Not here: " + line + ": the quadlet is not known. --container NAME names it."));
            lines = List.of();
        }
        OtherForms.say(tail, this, advice, target);
        List<ConfigFile> files = new ArrayList<>();
        Comments comments = Head.of(advice, "drop-in of a quadlet");
        JvmStart.sayServer(comments, advice);
        if (lines.isEmpty() && JvmStart.of(advice).isUnchanged()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "The container itself needs no change.");
        } else if (!lines.isEmpty()) {
            sayUse(comments, service);
        }
        files.add(
                quadlet.isPresent()
                        ? new ConfigFile(
                                name(service) + ".container.d/hp-jvm.conf",
                                place(service),
                                Text.of(comments.append(tail), lines))
                        : new ConfigFile("hp-jvm.conf", "", Text.of(comments.append(tail), lines)));
        files.addAll(systemd.ofHost(advice, quadlet, new Comments()));
        return files;
    }

    private static void sayUse(Comments comments, ServiceUnit service) {
        String sudo = service.ofUser() ? "" : "sudo ";
        String user = service.ofUser() ? "--user " : "";
        String systemctl = sudo + "systemctl " + user;
        String load = systemctl + "daemon-reload && " + systemctl + "restart " + ShellQuote.word(service.name());
        // A shell expands ~ only outside of quotes.
        String folder = base(service) + ShellQuote.word(folder(service));
        comments.say("The quadlet is " + name(service)
                        + ".container; --container NAME writes another one. Drop-ins need Podman"
                        + " 5.0 or newer. Install as " + place(service) + ", then check and load it"
                        + (service.ofUser() ? " as the user of the container:" : ":"))
                .type("/usr/lib/systemd/system-generators/podman-system-generator " + user + "--dryrun")
                .type(load)
                .say("Undo:")
                .type(sudo + "rm " + folder + "/hp-jvm.conf; " + sudo + "rmdir --ignore-fail-on-non-empty " + folder)
                .type(load);
    }

    @Override
    public boolean expresses(Action action) {
        return systemd.expresses(action);
    }
}

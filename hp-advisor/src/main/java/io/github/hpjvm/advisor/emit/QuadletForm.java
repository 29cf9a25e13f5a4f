package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes a drop-in of a Podman Quadlet (podman-systemd.unit(5)): the environment of the container, and options for its limits. A
 * unit of systemd has the settings of the host, as in {@link SystemdForm}. The quadlet of a container that a user started is in
 * the home of that user, and its service belongs to the user's manager.
 */
final class QuadletForm implements Emitter {
    private static final String SUFFIX = ".service";
    private static final String SECTION = "Container";
    private static final String ARGUMENT = "PodmanArgs=";

    private final SystemdForm systemd = new SystemdForm();

    /** The service that the quadlet makes, which has its name; empty if it is not known. */
    private static Optional<ServiceUnit> service(Advice advice, EmitTarget target) {
        Optional<ServiceUnit> running = ServiceUnit.ofContainer(advice.jvm());
        boolean ofUser = running.filter(ServiceUnit::ofUser).isPresent();
        return target.container()
                .map(name -> new ServiceUnit(name + SUFFIX, ofUser))
                .or(() -> running);
    }

    /** The name of the quadlet: for an instance of a template, that of the template. */
    private static String name(ServiceUnit service) {
        String name = service.name().substring(0, service.name().length() - SUFFIX.length());
        return isInstance(service) ? name.substring(0, name.indexOf('@') + 1) : name;
    }

    /**
     * Returns whether the quadlet is a template. Podman reads the drop-ins of an instance only if a file has its name
     * (GetUnitDropinPaths in {@code pkg/systemd/parser/unitfile.go}), and those of the template in any case.
     */
    private static boolean isInstance(ServiceUnit service) {
        return service.name().indexOf('@') > 0;
    }

    /** The folder of the drop-in, below {@link #base}. */
    private static String folder(ServiceUnit service) {
        return "/containers/systemd/" + name(service) + ".container.d";
    }

    private static String base(ServiceUnit service) {
        return service.ofUser() ? "~/.config" : "/etc";
    }

    private static String place(ServiceUnit service) {
        return base(service) + folder(service) + "/" + SystemdForm.DROP_IN;
    }

    @Override
    public String lacks(Advice advice, EmitTarget target) {
        return service(advice, target).isPresent() || isUnchanged(advice)
                ? ""
                : "the quadlet of this JVM is not known: name it with --container NAME";
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Optional<ServiceUnit> quadlet = service(advice, target);
        ServiceUnit service = quadlet.orElse(new ServiceUnit("NAME" + SUFFIX, false));
        Comments tail = new Comments();
        // Quadlet makes arguments of ExecStart= from it, where systemd expands variables.
        List<String> lines = withOptions(advice, systemd.dropIn(advice, target, service, SECTION, tail)).stream()
                .map(line -> line.replace("$", "$$"))
                .toList();
        if (quadlet.isEmpty()) {
            lines.stream()
                    .filter(line -> line.startsWith("Environment=") || line.startsWith(ARGUMENT))
                    .forEach(line ->
                            tail.say("Not here: " + line + ": the quadlet is not known. --container NAME names it."));
            lines = List.of();
        }
        OtherForms.say(tail, this, advice, target);
        List<ConfigFile> files = new ArrayList<>();
        Comments comments = Head.of(advice, "drop-in of a quadlet");
        JvmStart.sayServer(comments, advice);
        if (lines.isEmpty() && isUnchanged(advice)) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "The container itself needs no change.");
        } else if (!lines.isEmpty()) {
            sayUse(comments, service, JvmStart.of(advice, target), lines);
        }
        files.add(
                quadlet.isPresent()
                        ? new ConfigFile(
                                name(service) + ".container.d/" + SystemdForm.DROP_IN,
                                place(service),
                                Text.of(comments.append(tail), lines))
                        : new ConfigFile(SystemdForm.DROP_IN, "", Text.of(comments.append(tail), lines)));
        files.addAll(systemd.ofHost(advice, quadlet, new Comments()));
        return files;
    }

    private static boolean isUnchanged(Advice advice) {
        return JvmStart.of(advice).isUnchanged()
                && advice.plan().actions().stream()
                        .allMatch(action -> action.podmanOption().isEmpty());
    }

    /** The lines of a drop-in, with a further PodmanArgs= for each option (podman-systemd.unit(5)). */
    private static List<String> withOptions(Advice advice, List<String> lines) {
        List<String> options = advice.plan().actions().stream()
                .flatMap(action -> action.podmanOption().stream())
                .map(option -> ARGUMENT + option)
                .toList();
        String head = "[" + SECTION + "]";
        List<String> all = new ArrayList<>(lines);
        if (!options.isEmpty() && !lines.contains(head)) {
            all.addAll(lines.isEmpty() ? List.of(head) : List.of("", head));
        }
        all.addAll(options);
        return all;
    }

    private static void sayUse(Comments comments, ServiceUnit service, JvmStart start, List<String> lines) {
        String sudo = service.ofUser() ? "" : "sudo ";
        String user = service.ofUser() ? "--user " : "";
        String systemctl = sudo + "systemctl " + user;
        String load = systemctl + "daemon-reload && " + systemctl + "restart " + ShellQuote.word(service.name());
        // A shell expands ~ only outside of quotes.
        String folder = base(service) + ShellQuote.word(folder(service));
        if (isInstance(service)) {
            comments.say("All instances of the template take it at their next start.");
        }
        if (lines.stream().anyMatch(line -> line.startsWith("Environment="))) {
            start.sayContainer(comments);
        }
        comments.say("The quadlet is " + name(service)
                        + ".container, unless another one names this service in ServiceName=; --container NAME writes another"
                        + " one. Drop-ins need Podman 5.0 or newer. Install as " + place(service)
                        + ", then check and load it"
                        + (service.ofUser() ? " as the user of the container:" : ":"))
                .type("/usr/lib/systemd/system-generators/podman-system-generator " + user + "--dryrun")
                .type(load)
                .say("Undo:")
                .type(sudo + "rm " + folder + "/" + SystemdForm.DROP_IN + "; " + sudo
                        + "rmdir --ignore-fail-on-non-empty " + folder)
                .type(load);
    }

    @Override
    public boolean expresses(Action action) {
        return systemd.expresses(action) || action.podmanOption().isPresent();
    }
}

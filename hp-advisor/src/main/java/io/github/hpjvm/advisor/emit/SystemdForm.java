package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.os.text.ShellQuote;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes units for systemd: a drop-in with variables for the service, and a oneshot unit before it that sets the values of
 * the host by {@link HostScript}. If a value is refused, this unit fails and the service starts without it. LimitMEMLOCK is
 * not set: it does not count pages of a hugetlb pool, except SysV shared memory of such pages in the past
 * (hugetlb_file_setup in {@code fs/hugetlbfs/inode.c}).
 */
final class SystemdForm implements Emitter {
    static final String ONESHOT = HostScript.NAME + ".service";
    static final String ONESHOT_PLACE = "/etc/systemd/system/" + ONESHOT;
    /**
     * The name of a drop-in. Drop-ins are merged in the order of their names, and the last assignment of a variable counts
     * (systemd.unit(5), systemd.exec(5)): that of {@code systemctl edit}, override.conf, comes before it.
     */
    static final String DROP_IN = "zz-hp-jvm.conf";

    /** The begin of the line for a variable, before its name. */
    private static final String ASSIGN = "Environment=\"";

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** The service that the drop-in is for; empty if it is not known. */
    static Optional<ServiceUnit> service(Advice advice, EmitTarget target) {
        return target.service().or(() -> ServiceUnit.of(advice.jvm()));
    }

    @Override
    public String lacks(Advice advice, EmitTarget target) {
        return service(advice, target).isPresent()
                        || variables(JvmStart.of(advice, target), new Comments())
                                .isEmpty()
                ? ""
                : "this JVM runs in no service of systemd: name the service with --unit NAME, or use --for jvm";
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Optional<ServiceUnit> service = service(advice, target);
        Comments tail = new Comments();
        List<ConfigFile> files = new ArrayList<>();
        if (service.isPresent()) {
            List<String> lines = dropIn(advice, target, service.get(), "Service", tail);
            OtherForms.say(tail, this, advice, target);
            if (!lines.isEmpty()) {
                Comments comments = Head.of(advice, "drop-in");
                sayService(comments, service.get(), advice, lines);
                JvmStart.sayServer(comments, advice);
                files.add(file(service.get(), comments.append(tail), lines));
            }
        } else {
            variables(JvmStart.of(advice, target), tail)
                    .forEach(line ->
                            tail.say("Not here: " + line + ": " + "the service is not known. --unit NAME names it."));
            OtherForms.say(tail, this, advice, target);
        }
        files.addAll(ofHost(advice, service, files.isEmpty() ? tail : new Comments()));
        if (files.isEmpty()) {
            Comments comments = Head.of(advice, "drop-in");
            comments.say(advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No change that systemd can make.");
            files.add(service.map(it -> file(it, comments.append(tail), List.of()))
                    .orElseGet(() -> new ConfigFile(DROP_IN, "", Text.of(comments.append(tail), List.of()))));
        }
        return files;
    }

    /**
     * The lines of a drop-in; empty if the service needs none.
     *
     * @param section that has the environment
     * @param tail gets comments on what is not here
     */
    List<String> dropIn(Advice advice, EmitTarget target, ServiceUnit service, String section, Comments tail) {
        List<String> variables = variables(JvmStart.of(advice, target), tail);
        List<String> lines = new ArrayList<>();
        if (!service.ofUser()) {
            lines.addAll(order(advice, target, !variables.isEmpty()));
        }
        if (!variables.isEmpty()) {
            String head = "[" + section + "]";
            lines.addAll(lines.isEmpty() ? List.of(head) : List.of("", head));
            lines.addAll(variables);
        }
        return lines;
    }

    /**
     * The order after the unit of the host. A pool that is large enough now may come from the unit that was emitted for
     * another JVM: After= has no effect without that unit (systemd.unit(5)).
     */
    private static List<String> order(Advice advice, EmitTarget target, boolean changes) {
        if (!settings(advice).isEmpty()) {
            return List.of("[Unit]", "Wants=" + ONESHOT, "After=" + ONESHOT);
        }
        boolean pool = target.pools().values().stream().anyMatch(need -> !need.isZero());
        return changes && pool ? List.of("[Unit]", "After=" + ONESHOT) : List.of();
    }

    /** The files with the settings of the host: a unit that starts before the service, and its script. */
    List<ConfigFile> ofHost(Advice advice, Optional<ServiceUnit> service, Comments tail) {
        List<Setting> settings = settings(advice);
        return settings.isEmpty()
                ? List.of()
                : List.of(
                        oneshot(advice, service, tail),
                        HostScript.file(
                                Head.of(advice, "settings of the host"),
                                owner(advice, service),
                                advice.jvm(),
                                settings));
    }

    /**
     * For what the script of the host is: a service of the system. Without one, two JVMs of containers may have one main class, and
     * two users a service of one name: then it is the process.
     */
    static String owner(Advice advice, Optional<ServiceUnit> service) {
        if (service.isPresent() && !service.get().ofUser()) {
            return service.get().name();
        }
        Jvm jvm = advice.jvm();
        String name = service.map(unit -> unit.name() + " of a user").orElse(jvm.main());
        return Visible.line(name + (jvm.pid() > 0 ? ", process " + jvm.pid() : ", a JVM that does not run yet"))
                .replaceFirst("^[, ]+", "");
    }

    /** The settings that the unit of the host makes. */
    static List<Setting> settings(Advice advice) {
        return advice.plan().actions().stream()
                .flatMap(action -> setting(action).stream())
                .toList();
    }

    @Override
    public boolean expresses(Action action) {
        return action.phase() == Phase.START || setting(action).isPresent();
    }

    /** The value that the unit of the host sets; empty if the action has none. At boot no pool needs to shrink. */
    private static Optional<Setting> setting(Action action) {
        return action.setting()
                .filter(HostScript::sets)
                .filter(setting -> setting.pool().isEmpty() || HostScript.raisesPool(setting));
    }

    private static ConfigFile file(ServiceUnit service, Comments comments, List<String> lines) {
        return new ConfigFile(service.name() + ".d/" + DROP_IN, service.folder() + DROP_IN, Text.of(comments, lines));
    }

    private static void sayService(Comments comments, ServiceUnit service, Advice advice, List<String> lines) {
        String systemctl = service.ofUser() ? "systemctl --user " : "sudo systemctl ";
        String name = ShellQuote.word(service.name());
        String folder =
                ShellQuote.word(service.folder().substring(0, service.folder().length() - 1));
        String load = systemctl + "daemon-reload && " + systemctl + "restart " + name;
        comments.say("Install as " + service.folder() + DROP_IN
                        + (!settings(advice).isEmpty() && !service.ofUser()
                                ? ", and start " + ONESHOT + ". Then check and load it:"
                                : ". Then check and load it:"))
                .type("systemd-analyze " + (service.ofUser() ? "--user " : "") + "verify " + name)
                .type(load);
        sayOverride(comments, service, advice, lines);
        comments.say("Undo:")
                .type("sudo rm " + folder + "/" + DROP_IN + "; sudo rmdir --ignore-fail-on-non-empty " + folder)
                .type(load);
    }

    /** EnvironmentFile= overrides Environment= (systemd.exec(5)): a variable that is set already may come from there. */
    private static void sayOverride(Comments comments, ServiceUnit service, Advice advice, List<String> lines) {
        Optional<Map<String, String>> now = advice.jvm().environment().known();
        List<String> names = lines.stream()
                .filter(line -> line.startsWith(ASSIGN))
                .map(line -> line.substring(ASSIGN.length(), line.indexOf('=', ASSIGN.length())))
                .filter(name -> now.isEmpty() || now.get().containsKey(name))
                .toList();
        if (!names.isEmpty()) {
            String systemctl = service.ofUser() ? "systemctl --user " : "systemctl ";
            String unit = ShellQuote.word(service.name());
            comments.say("If an EnvironmentFile= of the unit sets " + String.join(" or ", names)
                            + ", change it in that file: it overrides this drop-in. See the unit, and check the JVM after its"
                            + " restart:")
                    .type(systemctl + "cat " + unit);
            names.forEach(name -> comments.type("sudo cat /proc/$(" + systemctl + "show -p MainPID --value " + unit
                    + ")/environ | tr '\\0' '\\n' | grep ^" + name + "="));
        }
    }

    private static List<String> variables(JvmStart start, Comments comments) {
        List<String> lines = new ArrayList<>();
        start.written(comments, "the service").ifPresent(value -> {
            if (start.launcher() != Launcher.JAVA) {
                comments.say(start.launcher().restriction() + " Each JVM that the service starts takes"
                        + " JAVA_TOOL_OPTIONS and prints so on stderr.");
            }
            assign(lines, comments, start.variable(), value);
        });
        start.environment().forEach((name, value) -> assign(lines, comments, name, value));
        return lines;
    }

    private static void assign(List<String> lines, Comments comments, String name, String value) {
        try {
            if (!VARIABLE.matcher(name).matches()) {
                throw new IllegalArgumentException("not a name of a variable");
            }
            lines.add("Environment=" + SystemdQuote.variable(name, value));
        } catch (IllegalArgumentException e) {
            comments.say("Not here: " + name + "=" + value + ": " + e.getMessage() + ".");
        }
    }

    private static ConfigFile oneshot(Advice advice, Optional<ServiceUnit> service, Comments more) {
        Comments comments = Head.of(advice, "settings of the host at boot")
                .say("Install as " + ONESHOT_PLACE + ", and its script as " + HostScript.PLACE
                        + ". A host has one such unit. If this prints another service, these files would discard the"
                        + " settings that it prints after it:")
                .type(HostScript.owner().stream().map(ShellQuote::word).collect(Collectors.joining(" ")))
                .say(
                        "Then add the lines of the function settings to the script that is there instead, and Before= to its unit."
                                + " The pages of both count only if the files of the first were applied before these were"
                                + " emitted; else use hp-cli size --all. Load the unit:")
                .type("sudo systemctl daemon-reload && sudo systemctl enable " + ONESHOT
                        + " && sudo systemctl reload-or-restart " + ONESHOT)
                .say(
                        "It fails, with the reason, if the kernel does not grant all pages. It never lowers a pool. Check:")
                .type("sh " + HostScript.PLACE + " check")
                .say("Undo: stopping the unit restores the values from before its first start.")
                .type("sudo systemctl disable --now " + ONESHOT)
                .type("sudo rm " + ONESHOT_PLACE + " " + HostScript.PLACE + "; sudo systemctl daemon-reload");
        List<String> lines = new ArrayList<>(List.of(
                "[Unit]",
                "Description=Huge pages for the JVM (hp-jvm)",
                "Documentation=https://docs.kernel.org/admin-guide/mm/hugetlbpage.html",
                "After=tuned.service"));
        service.ifPresent(unit -> lines.add("Before=" + unit.laterThan()));
        lines.addAll(List.of(
                "",
                "[Service]",
                "Type=oneshot",
                "RemainAfterExit=yes",
                "RuntimeDirectory=" + HostScript.NAME,
                "ExecStart=/bin/sh " + HostScript.PLACE + " start",
                // A unit that is active is not started again, so a changed script needs a reload.
                "ExecReload=/bin/sh " + HostScript.PLACE + " start",
                "ExecStop=/bin/sh " + HostScript.PLACE + " stop",
                "",
                "[Install]",
                "WantedBy=multi-user.target"));
        return new ConfigFile(ONESHOT, ONESHOT_PLACE, Text.of(comments.append(more), lines));
    }
}

package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes units for systemd: a drop-in with variables for the service, a oneshot unit before it that writes files of sysfs,
 * and the file that systemd-sysctl reads at boot. LimitMEMLOCK is not set: it does not count pages of a hugetlb pool, except
 * SysV shared memory of such pages in the past (hugetlb_file_setup in {@code fs/hugetlbfs/inode.c}).
 */
final class SystemdForm implements Emitter {
    static final String ONESHOT = "hp-jvm-host.service";
    private static final String WRITE = "printf '%s\\n' \"$1\" >\"$2\"";
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** The name of the drop-in if the service is not known. */
    private static final ServiceUnit UNKNOWN = new ServiceUnit("your.service", false);

    @Override
    public List<ConfigFile> files(Advice advice) {
        ServiceUnit service = ServiceUnit.of(advice.jvm()).orElse(UNKNOWN);
        Comments tail = new Comments();
        List<String> lines = dropIn(advice, service, "Service", tail);
        OtherForms.say(tail, others(advice));
        List<ConfigFile> files = new ArrayList<>();
        if (!lines.isEmpty()) {
            Comments comments = Head.of(advice, "drop-in");
            sayService(comments, service);
            files.add(file(service, comments.append(tail), lines));
        }
        files.addAll(ofHost(advice, service, files.isEmpty() ? tail : new Comments()));
        if (files.isEmpty()) {
            Comments comments = Head.of(advice, "drop-in");
            comments.say(advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No change that systemd can make.");
            files.add(file(service, comments.append(tail), List.of()));
        }
        return files;
    }

    /**
     * The lines of a drop-in; empty if the service needs none.
     *
     * @param section that has the environment
     * @param tail gets comments on what is not here
     */
    List<String> dropIn(Advice advice, ServiceUnit service, String section, Comments tail) {
        return dropIn(service, !settings(advice).isEmpty(), variables(JvmStart.of(advice), tail), section);
    }

    /** The files with the settings of the host: a unit that starts before the service, and a file of sysctl.d. */
    List<ConfigFile> ofHost(Advice advice, ServiceUnit service) {
        return ofHost(advice, service, new Comments());
    }

    private static List<ConfigFile> ofHost(Advice advice, ServiceUnit service, Comments tail) {
        List<Setting> settings = settings(advice);
        List<ConfigFile> files = new ArrayList<>();
        if (!settings.isEmpty()) {
            files.add(oneshot(advice, service, settings, tail));
        }
        files.addAll(SysctlForm.beside(advice, files.isEmpty() ? tail : new Comments()));
        return files;
    }

    private static List<Setting> settings(Advice advice) {
        List<Setting> settings = new ArrayList<>();
        for (Action action : advice.plan().actions()) {
            file(action).ifPresent(settings::add);
        }
        return settings;
    }

    @Override
    public boolean expresses(Action action) {
        return action.phase() == Phase.START
                || file(action).isPresent()
                || SysctlForm.setting(action).isPresent();
    }

    /** The file of sysfs or procfs that the oneshot unit writes; empty if the action writes none. */
    private static Optional<Setting> file(Action action) {
        return action.setting().filter(setting -> setting.store() == Setting.Store.KERNEL_FILE);
    }

    private static ConfigFile file(ServiceUnit service, Comments comments, List<String> lines) {
        return new ConfigFile(
                service.name() + ".d/hp-jvm.conf", service.folder() + "hp-jvm.conf", Text.of(comments, lines));
    }

    private static List<String> dropIn(
            ServiceUnit service, boolean afterOneshot, List<String> variables, String section) {
        List<String> lines = new ArrayList<>();
        if (afterOneshot && !service.ofUser()) {
            lines.addAll(List.of("[Unit]", "Wants=" + ONESHOT, "After=" + ONESHOT));
        }
        if (!variables.isEmpty()) {
            String head = "[" + section + "]";
            lines.addAll(lines.isEmpty() ? List.of(head) : List.of("", head));
            lines.addAll(variables);
        }
        return lines;
    }

    private static void sayService(Comments comments, ServiceUnit service) {
        if (service.equals(UNKNOWN)) {
            comments.say("The control group of this JVM names no systemd service: replace " + UNKNOWN.name()
                    + " by the name of yours.");
        }
        comments.say("Install as " + service.folder() + "hp-jvm.conf, then:")
                .type(
                        service.ofUser()
                                ? "systemctl --user daemon-reload && systemctl --user restart "
                                        + ShellQuote.word(service.name())
                                : "sudo systemctl daemon-reload && sudo systemctl restart "
                                        + ShellQuote.word(service.name()))
                .say("Undo: remove the file, and run the same commands.");
    }

    private static List<String> variables(JvmStart start, Comments comments) {
        List<String> lines = new ArrayList<>();
        if (!start.add().isEmpty()
                || start.before().isPresent() && !start.remove().isEmpty()) {
            Optional<String> value = start.replaced();
            if (value.isEmpty()) {
                comments.say("Not here: the service has " + start.variable()
                        + " already, with values that hp-cli does not show because they may be secret. Add to it: "
                        + start.added());
            } else {
                if (!start.seen()) {
                    comments.say("The environment of the JVM is not known. If it sets " + start.variable()
                            + ", join both values here: this one replaces it.");
                }
                if (start.launcher() != Launcher.JAVA) {
                    comments.say(start.launcher().restriction() + " Each JVM that the service starts takes"
                            + " JAVA_TOOL_OPTIONS and prints so on stderr.");
                }
                assign(lines, comments, start.variable(), value.get());
            }
        }
        start.environment().forEach((name, value) -> assign(lines, comments, name, value));
        start.sayRemoved(comments, true);
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

    private static ConfigFile oneshot(Advice advice, ServiceUnit service, List<Setting> settings, Comments more) {
        String place = "/etc/systemd/system/" + ONESHOT;
        Comments comments = Head.of(advice, "settings of the host at boot")
                .say("Install as " + place + ". Stopping the unit restores the old values. Then:")
                .type("sudo systemctl daemon-reload && sudo systemctl enable --now " + ONESHOT);
        List<String> start = new ArrayList<>();
        List<String> stop = new ArrayList<>();
        for (Setting file : settings) {
            try {
                String back = "ExecStop=" + write(file.was(), file);
                start.add("ExecStart=" + write(file.value(), file));
                stop.add(0, back);
            } catch (IllegalArgumentException e) {
                comments.say("Not here: " + file.description() + ": " + e.getMessage() + ".");
            }
        }
        List<String> lines = new ArrayList<>(List.of(
                "[Unit]",
                "Description=Huge pages for the JVM (hp-jvm)",
                "Documentation=https://docs.kernel.org/admin-guide/mm/transhuge.html",
                "After=tuned.service"));
        if (!service.equals(UNKNOWN)) {
            lines.add("Before=" + service.laterThan());
        }
        lines.addAll(List.of("", "[Service]", "Type=oneshot", "RemainAfterExit=yes"));
        lines.addAll(start);
        lines.addAll(stop);
        lines.addAll(List.of("", "[Install]", "WantedBy=multi-user.target"));
        return new ConfigFile(ONESHOT, place, Text.of(comments.append(more), lines));
    }

    private static String write(String value, Setting file) {
        return SystemdQuote.command(List.of("/bin/sh", "-c", WRITE, "sh", value, file.file()));
    }
}

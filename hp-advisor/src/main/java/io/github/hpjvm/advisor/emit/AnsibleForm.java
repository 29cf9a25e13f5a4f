package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes a playbook of Ansible that installs the files of {@link SystemdForm} and starts their unit. It uses modules of
 * {@code ansible.builtin} only. With {@code --check --diff} it shows the changes and makes none.
 */
final class AnsibleForm implements Emitter {
    private static final String NAME = "hp-jvm-playbook.yaml";
    private final SystemdForm systemd = new SystemdForm();

    @Override
    public String lacks(Advice advice, EmitTarget target) {
        return systemd.lacks(advice, target);
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Comments comments = Head.of(advice, "playbook");
        List<ConfigFile> files = systemd.files(advice, target).stream()
                .filter(file -> !isComment(file))
                .toList();
        if (files.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No change that a playbook can make.");
            JvmStart.of(advice, target).written(comments, "the service");
            OtherForms.say(comments, this, advice, target);
            return List.of(new ConfigFile(NAME, "", Text.of(comments, List.of())));
        }
        boolean host = files.stream().anyMatch(AnsibleForm::isUnit);
        Optional<ServiceUnit> service = SystemdForm.service(advice, target).filter(unit -> !unit.ofUser());
        sayUse(comments, host, service, SystemdForm.settings(advice));
        JvmStart.sayServer(comments, advice);
        OtherForms.say(comments, this, advice, target);
        List<String> lines = new ArrayList<>(List.of(
                "- name: Huge pages for the JVM",
                "  hosts: all",
                "  become: true",
                "  gather_facts: false",
                "  vars:",
                "    hp_jvm_undo: false",
                "    hp_jvm_restart: false"));
        if (host) {
            String owner = SystemdForm.owner(advice, SystemdForm.service(advice, target));
            List<Setting> settings = SystemdForm.settings(advice);
            lines.add("    hp_jvm_service: !unsafe " + YamlQuote.scalar(owner));
            lines.add("    hp_jvm_own: " + list(HostScript.lines(settings)));
            lines.add("    hp_jvm_changes: " + list(HostScript.changes(settings)));
        }
        lines.add("  tasks:");
        if (host) {
            addGuard(lines, service.isPresent());
        }
        lines.addAll(List.of("    - name: Apply", "      when: not (hp_jvm_undo | bool)", "      block:"));
        // The drop-in comes last: a host that lacks pages keeps the service as it is.
        files.stream().filter(file -> !isDropIn(file)).forEach(file -> addFile(lines, file));
        if (host) {
            addStart(lines);
        }
        files.stream().filter(AnsibleForm::isDropIn).forEach(file -> addFile(lines, file));
        addLoad(lines, host);
        lines.addAll(List.of("    - name: Undo", "      when: hp_jvm_undo | bool", "      block:"));
        if (host) {
            lines.addAll(List.of(
                    "        - name: Restore the values from before",
                    "          ansible.builtin.command:",
                    "            argv: [systemctl, disable, --now, " + SystemdForm.ONESHOT + "]",
                    "            removes: " + SystemdForm.ONESHOT_PLACE));
        }
        files.forEach(file -> addRemoval(lines, file));
        addLoad(lines, false);
        service.ifPresent(unit -> lines.addAll(List.of(
                "    - name: Restart the service",
                "      when: hp_jvm_restart | bool",
                "      ansible.builtin.systemd:",
                "        name: " + YamlQuote.scalar(unit.name()),
                "        state: restarted")));
        return List.of(new ConfigFile(NAME, "", Text.of(comments, lines)));
    }

    private static void sayUse(Comments comments, boolean host, Optional<ServiceUnit> service, List<Setting> settings) {
        String run = "ansible-playbook -i HOST, " + NAME;
        comments.say("Show the changes, apply them, undo them:")
                .type(run + " --check --diff")
                .type(run)
                .type(run + " -e hp_jvm_undo=true");
        if (host) {
            comments.say("It changes nothing on a host whose " + SystemdForm.ONESHOT
                            + " has settings of another service that this one would discard."
                            + (HostScript.changes(settings).isEmpty()
                                    ? ""
                                    : " If another service has equal changes, this playbook takes them over, and its"
                                            + " undo reverts them for both services."))
                    .say(
                            "It fails, with the reason, if the kernel does not grant all pages, and never lowers a pool. Check a"
                                    + " host later:")
                    .type("ansible -i HOST, all -m command -a 'sh " + HostScript.PLACE + " check'");
        }
        comments.say((service.isPresent()
                        ? "With -e hp_jvm_restart=true it restarts the service of the JVM, else the old JVM runs on."
                        : "It does not restart the JVM.")
                + " The values suit the host of this advice: run hp-cli emit for each kind of host.");
    }

    @Override
    public boolean expresses(Action action) {
        return systemd.expresses(action);
    }

    private static boolean isComment(ConfigFile file) {
        return file.text().lines().allMatch(line -> line.startsWith("#"));
    }

    /** Returns whether it is the unit that sets the values of the host. */
    static boolean isUnit(ConfigFile file) {
        return file.place().equals(SystemdForm.ONESHOT_PLACE);
    }

    /** Returns whether it is the drop-in of the service. */
    static boolean isDropIn(ConfigFile file) {
        return file.place().endsWith(".d/" + SystemdForm.DROP_IN);
    }

    private static void addFile(List<String> lines, ConfigFile file) {
        if (isDropIn(file)) {
            lines.addAll(List.of(
                    "        - name: Make the folder of " + nameOf(file),
                    "          ansible.builtin.file:",
                    "            path: " + YamlQuote.scalar(folder(file)),
                    "            state: directory",
                    "            mode: \"0755\""));
        }
        lines.addAll(List.of(
                "        - name: Write " + nameOf(file),
                "          ansible.builtin.copy:",
                "            dest: " + YamlQuote.scalar(file.place()),
                "            mode: \"0644\"",
                "            content: !unsafe |"));
        lines.addAll(YamlBlock.of(file.text(), 14));
        if (isUnit(file)) {
            lines.add("          register: hp_jvm_unit");
        }
    }

    private static String list(List<String> words) {
        return words.stream().map(YamlQuote::scalar).collect(Collectors.joining(", ", "[", "]"));
    }

    /**
     * The tasks that fail where the unit of the host has settings of another service that this one would discard. Those of the same
     * service are replaced. Without a service of the system, two JVMs may have one name: then only equal settings are its own.
     * To undo means to remove the script, so that also a value which both set is lost.
     *
     * @param named whether a service of the system has the settings
     */
    private static void addGuard(List<String> lines, boolean named) {
        lines.addAll(List.of(
                "    - name: Find the service for which the settings of the host are",
                "      ansible.builtin.command:",
                "        argv: " + list(HostScript.owner()),
                "      register: hp_jvm_owner",
                "      failed_when: hp_jvm_owner.stdout is not defined",
                "      changed_when: false",
                "      check_mode: false",
                "    - name: Keep the settings of another service",
                "      vars:",
                "        hp_jvm_same: \"{{ hp_jvm_owner.stdout_lines[:1] == [hp_jvm_service] }}\"",
                "        hp_jvm_lost: \"{{ hp_jvm_owner.stdout_lines[1:] | difference(hp_jvm_own if hp_jvm_same | bool else"
                        + " [] if hp_jvm_undo | bool else hp_jvm_changes) }}\"",
                "      ansible.builtin.fail:",
                "        msg: >-",
                "          " + SystemdForm.ONESHOT
                        + " of this host is for {{ hp_jvm_owner.stdout_lines[0] }}, and this playbook",
                "          would discard its settings: {{ hp_jvm_lost | map('trim') | join(', ') }}. Nothing is changed.",
                "          {{ 'Undo that playbook first.' if hp_jvm_undo | bool else 'Give its playbook the settings of both,"
                        + " pools as hp-cli size --all has them, apply it, and run hp-cli emit anew for ' ~ hp_jvm_service ~"
                        + " '.' }}",
                "      when: " + (named ? "not (hp_jvm_same | bool) and " : "") + "hp_jvm_lost | length > 0"));
    }

    private static void addStart(List<String> lines) {
        lines.addAll(List.of(
                "        - name: Set the values of the host, and read them back",
                "          ansible.builtin.command:",
                "            argv: [/bin/sh, " + HostScript.PLACE + ", start]",
                "          register: hp_jvm_host",
                "          changed_when: \"'written ' in hp_jvm_host.stdout\""));
    }

    private static void addRemoval(List<String> lines, ConfigFile file) {
        lines.addAll(List.of(
                "        - name: Remove " + nameOf(file),
                "          ansible.builtin.file:",
                "            path: " + YamlQuote.scalar(file.place()),
                "            state: absent"));
        if (isDropIn(file)) {
            lines.addAll(List.of(
                    "        - name: Remove the folder if it is empty",
                    "          ansible.builtin.command:",
                    "            argv: [rmdir, --ignore-fail-on-non-empty, " + YamlQuote.scalar(folder(file)) + "]",
                    "            removes: " + YamlQuote.scalar(folder(file))));
        }
    }

    static String folder(ConfigFile file) {
        return file.place().substring(0, file.place().lastIndexOf('/'));
    }

    /** A name without characters of YAML or Jinja. */
    private static String nameOf(ConfigFile file) {
        return file.place().matches("[A-Za-z0-9_./@-]+") ? file.place() : "the drop-in of the service";
    }

    /**
     * Loads the units of systemd, and enables the one of the host. In check mode a unit that is not yet installed cannot be
     * enabled.
     */
    private static void addLoad(List<String> lines, boolean host) {
        lines.addAll(List.of(
                "        - name: " + (host ? "Enable " + SystemdForm.ONESHOT : "Load the units of systemd"),
                "          ansible.builtin.systemd:",
                "            daemon_reload: true"));
        if (host) {
            lines.addAll(List.of(
                    "            name: " + SystemdForm.ONESHOT,
                    "            enabled: true",
                    "            state: started",
                    "          when: not (ansible_check_mode and hp_jvm_unit is changed)"));
        }
    }
}

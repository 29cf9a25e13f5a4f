package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a playbook of Ansible that installs the files of {@link SystemdForm} and starts their unit. It uses modules of
 * {@code ansible.builtin} only. With {@code --check --diff} it shows the changes and makes none.
 */
final class AnsibleForm implements Emitter {
    private final SystemdForm systemd = new SystemdForm();

    @Override
    public List<ConfigFile> files(Advice advice) {
        Comments comments = Head.of(advice, "playbook");
        List<ConfigFile> files = systemd.files(advice);
        if (files.stream().allMatch(AnsibleForm::isComment)) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No change that a playbook can make.");
            OtherForms.say(comments, others(advice));
            return List.of(new ConfigFile("hp-jvm-playbook.yaml", "", Text.of(comments, List.of())));
        }
        comments.say("Show the changes, apply them, undo them:")
                .type("ansible-playbook -i HOST, hp-jvm-playbook.yaml --check --diff")
                .type("ansible-playbook -i HOST, hp-jvm-playbook.yaml")
                .type("ansible-playbook -i HOST, hp-jvm-playbook.yaml -e hp_jvm_undo=true")
                .say(
                        "The playbook does not restart the service of the JVM. The values suit the host of this advice: run"
                                + " hp-cli emit for each kind of host.");
        OtherForms.say(comments, others(advice));
        List<String> lines = new ArrayList<>(List.of(
                "- name: Huge pages for the JVM",
                "  hosts: all",
                "  become: true",
                "  gather_facts: false",
                "  vars:",
                "    hp_jvm_undo: false",
                "  tasks:",
                "    - name: Apply",
                "      when: not (hp_jvm_undo | bool)",
                "      block:"));
        boolean sysctl = false;
        boolean unit = false;
        for (ConfigFile file : files) {
            sysctl |= file.place().startsWith("/etc/sysctl.d/");
            unit |= file.place().endsWith("/" + SystemdForm.ONESHOT);
            addFile(lines, file);
        }
        if (sysctl) {
            lines.addAll(List.of(
                    "        - name: Set the sysctls",
                    "          ansible.builtin.command:",
                    "            argv: [sysctl, -p, " + SysctlForm.PLACE + "]",
                    "          when: hp_jvm_sysctl is changed",
                    "          changed_when: true"));
        }
        addUnits(lines, unit, "        ", "true", "started");
        lines.addAll(List.of("    - name: Undo", "      when: hp_jvm_undo | bool", "      block:"));
        if (unit) {
            addUnits(lines, true, "        ", "false", "stopped");
        }
        for (ConfigFile file : files) {
            lines.addAll(List.of(
                    "        - name: Remove " + nameOf(file),
                    "          ansible.builtin.file:",
                    "            path: " + YamlQuote.scalar(file.place()),
                    "            state: absent"));
        }
        if (sysctl) {
            lines.addAll(List.of(
                    "        - name: Restore the sysctls",
                    "          ansible.builtin.command:",
                    "            cmd: " + YamlQuote.scalar(SysctlForm.undo(advice)),
                    "          changed_when: true"));
        }
        addUnits(lines, false, "        ", "", "");
        return List.of(new ConfigFile("hp-jvm-playbook.yaml", "", Text.of(comments, lines)));
    }

    @Override
    public boolean expresses(Action action) {
        return systemd.expresses(action);
    }

    private static boolean isComment(ConfigFile file) {
        return file.text().lines().allMatch(line -> line.startsWith("#"));
    }

    private static void addFile(List<String> lines, ConfigFile file) {
        lines.addAll(List.of(
                "        - name: Install " + nameOf(file),
                "          ansible.builtin.file:",
                "            path: "
                        + YamlQuote.scalar(
                                file.place().substring(0, file.place().lastIndexOf('/'))),
                "            state: directory",
                "            mode: \"0755\"",
                "        - name: Write " + nameOf(file),
                "          ansible.builtin.copy:",
                "            dest: " + YamlQuote.scalar(file.place()),
                "            mode: \"0644\"",
                "            content: !unsafe |"));
        lines.addAll(YamlBlock.of(file.text(), 14));
        if (file.place().startsWith("/etc/sysctl.d/")) {
            lines.add("          register: hp_jvm_sysctl");
        }
    }

    /** A name without characters of YAML or Jinja. */
    private static String nameOf(ConfigFile file) {
        return file.place().matches("[A-Za-z0-9_./@-]+") ? file.place() : "the drop-in of the service";
    }

    /** In check mode a unit that is not installed yet is no failure. */
    private static void addUnits(List<String> lines, boolean unit, String indent, String enabled, String state) {
        lines.add(indent + "- name: "
                + (unit ? "Have " + SystemdForm.ONESHOT + " " + state : "Load the units of systemd"));
        lines.add(indent + "  ansible.builtin.systemd:");
        lines.add(indent + "    daemon_reload: true");
        if (unit) {
            lines.add(indent + "    name: " + SystemdForm.ONESHOT);
            lines.add(indent + "    enabled: " + enabled);
            lines.add(indent + "    state: " + state);
        }
        lines.add(indent + "  ignore_errors: \"{{ ansible_check_mode }}\"");
    }
}

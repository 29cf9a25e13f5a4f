package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes user data of cloud-init for new machines: the files of {@link SystemdForm}, and the commands that load them
 * (cloudinit.readthedocs.io, modules write_files and runcmd).
 */
final class CloudInitForm implements Emitter {
    private final SystemdForm systemd = new SystemdForm();

    @Override
    public String lacks(Advice advice, EmitTarget target) {
        return systemd.lacks(advice, target);
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Comments comments = Head.of(advice, "user data of cloud-init");
        List<ConfigFile> files = systemd.files(advice, target).stream()
                .filter(file -> !file.text().lines().allMatch(line -> line.startsWith("#")))
                .toList();
        if (files.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No change that cloud-init can make.");
            JvmStart.of(advice, target).written(comments, "the service");
            OtherForms.say(comments, this, advice, target);
            return List.of(new ConfigFile("hp-jvm-user-data.yaml", "", Text.of(comments, List.of())));
        }
        comments.say("Give this file to new machines of this kind as user data, or merge it into theirs. Check:")
                .type("cloud-init schema --config-file hp-jvm-user-data.yaml")
                .say(
                        "The commands run late at the first boot, so the service of the JVM is restarted if it runs already."
                                + " A pool that comes out short is an error of:")
                .type("cloud-init status --long");
        boolean host = files.stream().anyMatch(AnsibleForm::isUnit);
        if (host) {
            comments.say(
                    "Of two such files for one machine, the second replaces the settings of the host: emit it after the"
                            + " first is applied with the pages of both (hp-cli size --all), and it has none.");
        }
        comments.say("Undo on a machine:");
        if (host) {
            comments.type("sudo systemctl disable --now " + SystemdForm.ONESHOT);
        }
        comments.type(files.stream()
                        .map(file -> ShellQuote.word(file.place()))
                        .collect(Collectors.joining(" ", "sudo rm ", ""))
                + files.stream()
                        .filter(AnsibleForm::isDropIn)
                        .map(file ->
                                "; sudo rmdir --ignore-fail-on-non-empty " + ShellQuote.word(AnsibleForm.folder(file)))
                        .collect(Collectors.joining())
                + "; sudo systemctl daemon-reload");
        JvmStart.sayServer(comments, advice);
        OtherForms.say(comments, this, advice, target);
        List<String> lines = new ArrayList<>(List.of("write_files:"));
        List<String> commands = new ArrayList<>();
        for (ConfigFile file : files) {
            lines.add("  - path: " + YamlQuote.scalar(file.place()));
            lines.add("    permissions: \"0644\"");
            lines.add("    content: |");
            lines.addAll(YamlBlock.of(file.text(), 6));
            if (AnsibleForm.isUnit(file)) {
                commands.add("  - [systemctl, enable, --now, " + SystemdForm.ONESHOT + "]");
            }
        }
        lines.add("runcmd:");
        lines.add("  - [systemctl, daemon-reload]");
        lines.addAll(commands);
        SystemdForm.service(advice, target)
                .filter(service -> !service.ofUser())
                .ifPresent(
                        service -> lines.add("  - [systemctl, try-restart, " + YamlQuote.scalar(service.name()) + "]"));
        if (!commands.isEmpty()) {
            // The commands are one script of a shell, whose exit code is that of the last one (cc_runcmd.py,
            // scripts_user).
            lines.add("  - [systemctl, is-active, --quiet, " + SystemdForm.ONESHOT + "]");
        }
        return List.of(new ConfigFile("hp-jvm-user-data.yaml", "", "#cloud-config\n" + Text.of(comments, lines)));
    }

    @Override
    public boolean expresses(Action action) {
        return systemd.expresses(action);
    }
}

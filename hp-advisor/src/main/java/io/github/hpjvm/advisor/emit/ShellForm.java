package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.emit.wording.Comments;
import io.github.hpjvm.advisor.emit.wording.ShellQuote;
import io.github.hpjvm.advisor.emit.wording.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A script for a POSIX shell that writes the host's files, and can take it back. It refuses where somebody has changed a
 * value since it was seen, says so where the kernel did not take one, and puts back what it wrote then.
 */
final class ShellForm implements Emitter {

    /**
     * A file to be written.
     *
     * @param was what was seen in it
     * @param value what is to be in it
     */
    private record Setting(String file, String was, String value) {
        static Optional<Setting> of(Action action) {
            if (action instanceof Action.Sysctl sysctl) {
                return Optional.of(
                        new Setting("/proc/sys/" + sysctl.key().replace('.', '/'), sysctl.was(), sysctl.value()));
            }
            if (action instanceof Action.KernelFile file) {
                return Optional.of(new Setting(file.path().toString(), file.was(), file.value()));
            }
            return action instanceof Action.CgroupFile file
                    ? Optional.of(new Setting(file.file(), file.was(), file.value()))
                    : Optional.empty();
        }

        String line(int number) {
            return "  setting " + number + " " + ShellQuote.always(file) + " " + ShellQuote.always(was) + " "
                    + ShellQuote.always(value);
        }
    }

    @Override
    public List<ConfigFile> files(Advice advice) {
        List<Setting> settings = new ArrayList<>();
        List<Action> others = new ArrayList<>();
        for (Action action : advice.plan().actions()) {
            Setting.of(action).ifPresentOrElse(settings::add, () -> others.add(action));
        }
        Comments comments = Head.of(advice, "settings of this host, as a script,");
        if (settings.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No file of the host is to be changed.");
        } else {
            ShellScript.sayUsage(comments);
        }
        Wording.elsewhere(comments, others);
        List<String> lines = new ArrayList<>(List.of("#!/bin/sh"));
        lines.addAll(comments.lines());
        lines.add("# shellcheck disable=SC1003,SC2016 # what is in single quotes is meant as it stands");
        lines.add("set -eu");
        if (settings.isEmpty()) {
            lines.add("echo 'hp-jvm: nothing to change on this host'");
        } else {
            lines.addAll(functions(settings, others));
            lines.addAll(ShellScript.BODY.lines().toList());
        }
        return List.of(new ConfigFile("hp-jvm.sh", "", String.join("\n", lines) + "\n"));
    }

    private static List<String> functions(List<Setting> settings, List<Action> others) {
        List<String> forward = new ArrayList<>();
        List<String> backward = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            forward.add(settings.get(i).line(i + 1));
            backward.add(0, settings.get(i).line(i + 1));
        }
        List<String> lines = new ArrayList<>(List.of("", "# Number, file, what was seen in it, what is to be in it."));
        lines.add("settings() {");
        lines.addAll(forward);
        lines.addAll(List.of("}", "", "# The same, the last first.", "backwards() {"));
        lines.addAll(backward);
        lines.addAll(List.of("}", "", "# What is left to do when all is set.", "then_do() {"));
        lines.add("  :");
        for (Action action : others) {
            lines.add("  say " + ShellQuote.always("then: " + Wording.of(action)));
        }
        lines.addAll(List.of("}", ""));
        return lines;
    }
}

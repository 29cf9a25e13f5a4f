package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.action.ShellQuote;
import java.util.ArrayList;
import java.util.List;

/**
 * A script for a POSIX shell that writes the host's files, and can take it back. It refuses where somebody has changed a
 * value since it was seen, says so where the kernel did not take one, and puts back what it wrote then.
 */
final class ShellForm implements Emitter {

    @Override
    public List<ConfigFile> files(Advice advice) {
        List<Setting> settings = new ArrayList<>();
        List<Action> others = new ArrayList<>();
        for (Action action : advice.plan().actions()) {
            action.setting().ifPresentOrElse(settings::add, () -> others.add(action));
        }
        Comments comments = Head.of(advice, "settings of this host, as a script,");
        if (settings.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No file of the host is to be changed.");
        } else {
            ShellScript.sayUsage(comments);
        }
        Elsewhere.say(comments, others);
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
            forward.add(line(i + 1, settings.get(i)));
            backward.add(0, line(i + 1, settings.get(i)));
        }
        List<String> lines = new ArrayList<>(List.of("", "# Number, file, what was seen in it, what is to be in it."));
        lines.add("settings() {");
        lines.addAll(forward);
        lines.addAll(List.of("}", "", "# The same, the last first.", "backwards() {"));
        lines.addAll(backward);
        lines.addAll(List.of("}", "", "# What is left to do when all is set.", "then_do() {"));
        lines.add("  :");
        for (Action action : others) {
            lines.add("  say " + ShellQuote.always("then: " + action.description()));
        }
        lines.addAll(List.of("}", ""));
        return lines;
    }

    private static String line(int number, Setting setting) {
        return "  setting " + number + " " + ShellQuote.always(setting.file()) + " " + ShellQuote.always(setting.was())
                + " " + ShellQuote.always(setting.value());
    }
}

package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a script for a POSIX shell that sets the host's files and can undo it. The script refuses if a value has changed
 * since the facts were taken. If the kernel does not accept a value, the script prints an error and restores all values.
 */
final class ShellForm implements Emitter {

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        List<Setting> settings = new ArrayList<>();
        for (Action action : advice.plan().actions()) {
            action.setting().ifPresent(settings::add);
        }
        List<Action> others = others(advice);
        Comments comments = Head.of(advice, "settings of this host, as a script,");
        if (settings.isEmpty()) {
            comments.say(advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No file of the host changes.");
        } else {
            ShellScript.sayUsage(comments);
        }
        JvmStart.sayServer(comments, advice);
        OtherForms.say(comments, others);
        List<String> lines = new ArrayList<>(List.of("#!/bin/sh"));
        lines.addAll(comments.lines());
        lines.add("# shellcheck disable=SC1003,SC2016 # text in single quotes is literal");
        lines.add("set -eu");
        if (settings.isEmpty()) {
            lines.add("echo 'hp-jvm: nothing to change on this host'");
        } else {
            lines.add(HostScript.process(advice.jvm()));
            lines.addAll(functions(settings, others, Head.needsStop(advice)));
            lines.addAll(ShellScript.BODY.lines().toList());
        }
        return List.of(new ConfigFile("hp-jvm.sh", "", String.join("\n", lines) + "\n"));
    }

    @Override
    public boolean expresses(Action action) {
        return action.setting().isPresent();
    }

    /** @param stopped true if the JVM was to be stopped before the script runs */
    private static List<String> functions(List<Setting> settings, List<Action> others, boolean stopped) {
        List<String> forward = new ArrayList<>();
        List<String> backward = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            forward.add(line(i + 1, settings.get(i)));
            backward.add(0, line(i + 1, settings.get(i)));
        }
        List<String> lines = new ArrayList<>(List.of("", "# Number, file, old value, new value."));
        lines.add("settings() {");
        lines.addAll(forward);
        lines.addAll(List.of("}", "", "# The same in reverse order.", "backwards() {"));
        lines.addAll(backward);
        lines.addAll(List.of("}", "", "# Steps that remain when all values are set.", "then_do() {"));
        lines.add("  :");
        for (Action action : others) {
            boolean start = stopped && action.kind() == Action.Kind.RESTART_JVM;
            lines.add("  say " + ShellQuote.always("then: " + (start ? "start the JVM" : action.description())));
        }
        lines.addAll(List.of("}", ""));
        return lines;
    }

    private static String line(int number, Setting setting) {
        return "  setting " + number + " " + ShellQuote.always(setting.file()) + " " + ShellQuote.always(setting.was())
                + " " + ShellQuote.always(setting.value());
    }
}

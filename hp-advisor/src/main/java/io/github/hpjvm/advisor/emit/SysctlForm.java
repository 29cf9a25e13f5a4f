package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes a file of {@code /etc/sysctl.d}, which is read at boot (sysctl.d(5)). */
final class SysctlForm implements Emitter {
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_./-]*");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_. -]*");
    static final String PLACE = "/etc/sysctl.d/60-hp-jvm.conf";

    /**
     * The sysctl that an action sets; empty if it sets none, or one that the file cannot express: no name or value of a
     * sysctl needs other characters, and the file has no quoting.
     */
    static Optional<Setting> setting(Action action) {
        return action.setting()
                .filter(setting -> setting.store() == Setting.Store.SYSCTL
                        && KEY.matcher(setting.name()).matches()
                        && VALUE.matcher(setting.value()).matches());
    }

    @Override
    public List<ConfigFile> files(Advice advice) {
        Comments comments = Head.of(advice, "sysctl settings");
        List<String> lines = lines(advice);
        if (lines.isEmpty()) {
            comments.say(advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No sysctl changes.");
        } else {
            sayUse(comments, advice);
        }
        OtherForms.say(comments, others(advice));
        return List.of(new ConfigFile("60-hp-jvm.conf", PLACE, Text.of(comments, lines)));
    }

    @Override
    public boolean expresses(Action action) {
        return setting(action).isPresent();
    }

    /**
     * The file for a form that has other files as well.
     *
     * @param more further comments in it
     */
    static List<ConfigFile> beside(Advice advice, Comments more) {
        List<String> lines = lines(advice);
        return lines.isEmpty()
                ? List.of()
                : List.of(new ConfigFile(
                        "60-hp-jvm.conf",
                        PLACE,
                        Text.of(
                                sayUse(Head.of(advice, "sysctl settings"), advice)
                                        .append(more),
                                lines)));
    }

    private static Comments sayUse(Comments comments, Advice advice) {
        return comments.say("Install as " + PLACE + ", which is read at boot. To apply it now:")
                .type("sudo sysctl -p " + PLACE)
                .say("Check that the kernel found memory for all pages:")
                .type("sysctl vm.nr_hugepages")
                .say("Undo: remove the file, then:")
                .type("sudo " + undo(advice));
    }

    private static List<String> lines(Advice advice) {
        List<String> lines = new ArrayList<>();
        for (Action action : advice.plan().actions()) {
            setting(action).ifPresent(sysctl -> {
                lines.addAll(new Comments().say("was " + sysctl.was()).lines());
                lines.add(sysctl.name() + " = " + sysctl.value());
            });
        }
        return lines;
    }

    /** The command that restores the old values. */
    static String undo(Advice advice) {
        StringBuilder undo = new StringBuilder("sysctl");
        for (Action action : advice.plan().undo()) {
            action.setting()
                    .filter(setting -> setting.store() == Setting.Store.SYSCTL)
                    .ifPresent(
                            sysctl -> undo.append(' ').append(ShellQuote.word(sysctl.name() + "=" + sysctl.value())));
        }
        return undo.toString();
    }
}

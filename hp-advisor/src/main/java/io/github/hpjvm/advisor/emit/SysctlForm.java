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
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Comments comments = Head.of(advice, "sysctl settings");
        List<String> lines = lines(advice);
        if (lines.isEmpty()) {
            comments.say(advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No sysctl changes.");
        } else {
            sayUse(comments, advice);
        }
        OtherForms.say(comments, this, advice, target);
        return List.of(new ConfigFile("60-hp-jvm.conf", PLACE, Text.of(comments, lines)));
    }

    @Override
    public boolean expresses(Action action) {
        return setting(action).isPresent();
    }

    private static void sayUse(Comments comments, Advice advice) {
        comments.say("Install as " + PLACE
                        + ", which is read at boot. If it exists, keep its other settings. Check it:")
                .type("sysctl --dry-run -p " + PLACE)
                .say("To apply it now, and to check that the kernel granted all pages:");
        List<Setting> settings = settings(advice);
        for (Setting setting : settings) {
            comments.type(PoolCommands.unlessLarger(
                            setting, "sudo sysctl -w " + ShellQuote.word(setting.name() + "=" + setting.value())))
                    .type(PoolCommands.check(setting));
        }
        if (settings.stream().anyMatch(HostScript::raisesPool)) {
            comments.say(
                            "At boot the last file wins, also one with fewer pages; the forms systemd and tuned never lower a"
                                    + " pool. Others that set it:")
                    .type("systemd-analyze cat-config sysctl.d | grep nr_hugepages");
        }
        comments.say("Undo:").type("sudo rm -f " + PLACE);
        for (Action action : advice.plan().undo()) {
            settings.stream()
                    .filter(setting -> action.setting()
                            .filter(back -> back.target().equals(setting.target()))
                            .isPresent())
                    .forEach(setting -> comments.type(PoolCommands.undo(setting)));
        }
    }

    private static List<Setting> settings(Advice advice) {
        return advice.plan().actions().stream()
                .flatMap(action -> setting(action).stream())
                .toList();
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
}

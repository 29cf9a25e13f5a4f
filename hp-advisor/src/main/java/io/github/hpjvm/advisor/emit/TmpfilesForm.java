package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes a file of {@code /etc/tmpfiles.d}: lines of type {@code w}, which write a value to a file that exists
 * (tmpfiles.d(5)). systemd-tmpfiles reads it at each boot, before services start.
 */
final class TmpfilesForm implements Emitter {
    private static final String PLACE = "/etc/tmpfiles.d/hp-jvm.conf";

    /** Names and values that need no quotes, escapes or specifiers there. */
    private static final Pattern PATH = Pattern.compile("/(sys/(?!fs/cgroup/)|proc/sys/)[A-Za-z0-9_./-]+");

    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.+][A-Za-z0-9_.+-]*");

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Comments comments = Head.of(advice, "values of kernel files");
        List<String> lines = new ArrayList<>();
        List<Setting> settings = new ArrayList<>();
        for (Action action : advice.plan().actions()) {
            file(action).ifPresent(setting -> {
                lines.add("w " + setting.file() + " - - - - " + setting.value());
                settings.add(setting);
            });
        }
        if (lines.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty()
                            ? Head.nothing(advice)
                            : "No change that systemd-tmpfiles can make.");
        } else {
            sayUse(comments, settings);
        }
        OtherForms.say(comments, this, advice, target);
        return List.of(new ConfigFile("hp-jvm.conf", PLACE, Text.of(comments, lines)));
    }

    private static void sayUse(Comments comments, List<Setting> settings) {
        boolean pool = settings.stream().anyMatch(HostScript::raisesPool);
        comments.say("Install as " + PLACE
                + ", which is read at each boot before services start. If it exists, keep its other"
                + " settings. To apply it now"
                + (pool ? ", unless a pool is larger already" : "") + ", and to check it:");
        if (pool) {
            settings.forEach(setting -> comments.type(
                    PoolCommands.unlessLarger(setting, "echo " + setting.value() + " | sudo tee " + setting.file())));
        } else {
            comments.type("sudo systemd-tmpfiles --create " + PLACE);
        }
        settings.forEach(setting -> comments.type(PoolCommands.check(setting)));
        if (pool) {
            comments.say(
                    "At boot it sets this number also where the kernel's command line asks for more; the form systemd never"
                            + " lowers a pool.");
        }
        comments.say("Undo:").type("sudo rm -f " + PLACE);
        for (int i = settings.size() - 1; i >= 0; i--) {
            comments.type(PoolCommands.undo(settings.get(i)));
        }
    }

    @Override
    public boolean expresses(Action action) {
        return file(action).isPresent();
    }

    private static Optional<Setting> file(Action action) {
        return action.setting()
                .filter(setting -> PATH.matcher(setting.file()).matches()
                        && VALUE.matcher(setting.value()).matches()
                        && VALUE.matcher(setting.was()).matches());
    }
}

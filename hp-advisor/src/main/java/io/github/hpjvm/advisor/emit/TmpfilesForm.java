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
    public List<ConfigFile> files(Advice advice) {
        Comments comments = Head.of(advice, "values of kernel files");
        List<String> lines = new ArrayList<>();
        List<String> undo = new ArrayList<>();
        for (Action action : advice.plan().actions()) {
            file(action).ifPresent(setting -> {
                lines.add("w " + setting.file() + " - - - - " + setting.value());
                undo.add(0, "echo " + setting.was() + " | sudo tee " + setting.file());
            });
        }
        if (lines.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty()
                            ? Head.nothing(advice)
                            : "No change that systemd-tmpfiles can make.");
        } else {
            comments.say("Install as " + PLACE + ", which is read at each boot before services start. To apply it now:")
                    .type("sudo systemd-tmpfiles --create " + PLACE)
                    .say("Undo: remove the file, then:");
            undo.forEach(comments::type);
        }
        OtherForms.say(comments, others(advice));
        return List.of(new ConfigFile("hp-jvm.conf", PLACE, Text.of(comments, lines)));
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

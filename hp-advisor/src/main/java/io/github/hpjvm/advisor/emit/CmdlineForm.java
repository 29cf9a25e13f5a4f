package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.ShellQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes kernel arguments as a file of {@code /etc/default/grub.d}, with commands for grubby in its comments
 * (Documentation/admin-guide/kernel-parameters.txt, hugepagesz, hugepages, transparent_hugepage). At boot the kernel can
 * fill a pool before memory is fragmented.
 */
final class CmdlineForm implements Emitter {
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_.,:=/+ -]+");

    @Override
    public List<ConfigFile> files(Advice advice) {
        List<String> arguments = new ArrayList<>();
        for (Action action : advice.plan().actions()) {
            argument(action).filter(text -> !arguments.contains(text)).ifPresent(arguments::add);
        }
        Comments comments = Head.of(advice, "kernel arguments");
        List<String> lines = new ArrayList<>();
        if (arguments.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No change needs a kernel argument.");
        } else {
            String all = String.join(" ", arguments);
            comments.say("Debian, Ubuntu: install this file as /etc/default/grub.d/60-hp-jvm.cfg, then:")
                    .type("sudo update-grub && sudo reboot")
                    .say("Fedora, RHEL and derivatives, without this file:")
                    .type("sudo grubby --update-kernel=ALL --args=" + ShellQuote.always(all) + " && sudo reboot")
                    .say("Undo: remove the file, run update-grub and reboot; on Fedora and RHEL:")
                    .type("sudo grubby --update-kernel=ALL --remove-args=" + ShellQuote.always(all) + " && sudo reboot")
                    .say("Check:")
                    .type("cat /proc/cmdline; grep Huge /proc/meminfo")
                    .say(
                            "If /proc/cmdline has the argument or the hugepagesz already, change it there: of two hugepages= for"
                                    + " one size the kernel takes the first.");
            lines.add("GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX " + all + "\"");
        }
        OtherForms.say(comments, others(advice));
        return List.of(new ConfigFile("60-hp-jvm.cfg", "/etc/default/grub.d/60-hp-jvm.cfg", Text.of(comments, lines)));
    }

    @Override
    public boolean expresses(Action action) {
        return argument(action).isPresent();
    }

    private static Optional<String> argument(Action action) {
        return action.bootArgument().filter(text -> SAFE.matcher(text).matches());
    }
}

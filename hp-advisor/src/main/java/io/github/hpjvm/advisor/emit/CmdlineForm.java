package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes kernel arguments as a file of {@code /etc/default/grub.d}, with commands for other distributions in its comments
 * (Documentation/admin-guide/kernel-parameters.txt, hugepagesz, hugepages, transparent_hugepage). At boot the kernel can
 * fill a pool before memory is fragmented.
 */
final class CmdlineForm implements Emitter {
    /** Text without a special character of a regular expression or of a shell. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_,:= -]+");

    /** Regular expressions of {@code sed -E}: blanks, and words that are not {@code hugepages=} or {@code hugepagesz=}. */
    private static final String GAP = "[[:blank:]]+";

    private static final String OTHERS =
            "((" + GAP + "([^h[:blank:]]|h[^u[:blank:]]|hu[^g[:blank:]]|huge[^p[:blank:]])[^[:blank:]]*)*)";

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_.,:=/+ -]+");

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        NodeArguments nodes = new NodeArguments(
                advice.plan().actions().stream()
                        .flatMap(action -> argument(action).stream())
                        .toList(),
                target.poolsNow());
        List<String> arguments = new ArrayList<>(nodes.all());
        String pmd = PoolSetting.ofHost(target.pmdSize().value(), 0).kernelSize();
        keepPmdSize(arguments, "thp_anon=", pmd);
        keepPmdSize(arguments, "thp_shmem=", pmd);
        Comments comments = Head.of(advice, "kernel arguments");
        List<String> lines = new ArrayList<>();
        if (arguments.isEmpty()) {
            comments.say(
                    advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No change needs a kernel argument.");
        } else {
            String all = String.join(" ", arguments);
            PoolsAfterReboot.say(comments, target, arguments);
            List<String> replaced = replaced(advice, target, arguments);
            replaced.forEach(old -> comments.say("It replaces " + old
                    + " of /proc/cmdline: of two arguments for one size the kernel takes the first. This file takes the"
                    + " old one out of what /etc/default/grub sets. If the arguments are written elsewhere, remove it"
                    + " there, and write it again to undo."));
            comments.say(
                            "Debian, Ubuntu: install this file as /etc/default/grub.d/60-hp-jvm.cfg. If it exists, keep its other arguments."
                                    + " Then:")
                    .type("sudo update-grub && sudo reboot")
                    .say("Undo: remove the file, run update-grub and reboot.");
            sayGrubby(comments, all);
            nodes.say(comments);
            comments.say("Check, after the boot:").type("cat /proc/cmdline; grep Huge /proc/meminfo");
            advice.plan().actions().stream()
                    .filter(action -> argument(action).isPresent())
                    .flatMap(action -> action.setting().stream())
                    .filter(setting -> setting.pool()
                            .filter(pool -> pool.node().isPresent())
                            .isEmpty())
                    .forEach(setting -> comments.type(PoolCommands.check(setting)));
            nodes.check(comments);
            comments.say(
                            "hugepages=NODE:PAGES needs Linux 5.16; thp_anon= needs 6.12, transparent_hugepage_shmem= and thp_shmem="
                                    + " 6.13: an older kernel ignores these three.")
                    .say(
                            "If /proc/cmdline has the argument, its hugepagesz, or a hugepages= before any hugepagesz already, change"
                                    + " it in its file: of two hugepages= for one size the kernel takes the first.");
            replaced.stream().filter(old -> PLAIN.matcher(old).matches()).forEach(old -> {
                lines.add(without(old, "GRUB_CMDLINE_LINUX"));
                lines.add(without(old, "GRUB_CMDLINE_LINUX_DEFAULT"));
                if (old.startsWith("hugepagesz=")) {
                    lines.add(warning(old));
                }
            });
            lines.add("GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX " + all + "\"");
        }
        OtherForms.say(comments, others(advice));
        return List.of(new ConfigFile("60-hp-jvm.cfg", "/etc/default/grub.d/60-hp-jvm.cfg", Text.of(comments, lines)));
    }

    /** The arguments of the last boot that set the same pools. */
    private static List<String> replaced(Advice advice, EmitTarget target, List<String> arguments) {
        Stream<String> ofActions = advice.plan().actions().stream().flatMap(action -> action.replaced().stream());
        Stream<String> ofPools = target.poolsNow().arguments().entrySet().stream()
                .filter(pool -> arguments.stream()
                        .anyMatch(argument -> argument.startsWith(
                                PoolSetting.ofHost(pool.getKey().value(), 0).bootArgument(""))))
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue);
        return Stream.concat(ofActions, ofPools)
                .distinct()
                .filter(old -> !arguments.contains(old))
                .toList();
    }

    /**
     * Takes the words of an old argument out of a variable, and keeps those between them. A {@code hugepages=} without a size
     * counts for the default size only before any {@code hugepagesz=}, or after a {@code default_hugepagesz=}
     * (hugepages_setup in {@code mm/hugetlb.c}).
     */
    private static String without(String old, String variable) {
        int blank = old.indexOf(' ');
        boolean named = old.startsWith("hugepagesz=");
        String before = named ? "" : "^(.*[[:blank:]]default_hugepagesz=[^[:blank:]]*)?" + OTHERS;
        String words = blank < 0 ? old : old.substring(0, blank) + OTHERS + GAP + old.substring(blank + 1);
        String kept = named ? (blank < 0 ? "" : "\\1") : "\\1\\2";
        return variable + "=\"$(printf ' %s ' \"${" + variable + "-}\" | sed -E 's/" + before + GAP + words
                + "[[:blank:]]/" + kept + " /')\"";
    }

    /** Warns where an older argument for the size is left, which the kernel takes instead of the new one. */
    private static String warning(String old) {
        String size = old.split(" ", 2)[0];
        return "case \" $GRUB_CMDLINE_LINUX \" in *[[:blank:]]" + size
                + "[[:blank:]]*) echo \"60-hp-jvm.cfg: remove " + size
                + " and its hugepages= from GRUB_CMDLINE_LINUX: of two for one size the kernel takes the first\" >&2 ;; esac";
    }

    /**
     * grubby replaces the first text {@code KEY=} of the command line, also within {@code default_hugepagesz=} (update_args of
     * grubby-bls): so it can write no key twice. {@code grub2-mkconfig} writes all.
     */
    private static void sayGrubby(Comments comments, String all) {
        List<String> keys = Stream.of(all.split(" "))
                .map(argument -> argument.substring(0, argument.indexOf('=') + 1))
                .toList();
        boolean once = keys.stream().distinct().count() == keys.size();
        String make = "sudo grub2-mkconfig -o /boot/grub2/grub.cfg --update-bls-cmdline && sudo reboot";
        if (once) {
            String grubby = "sudo grubby --update-kernel=ALL ";
            comments.say("Fedora, RHEL and derivatives, without this file, if the first command prints nothing: grubby"
                            + " replaces arguments that are there already.")
                    .type("grep -E 'hugepage|thp_' /proc/cmdline")
                    .type(grubby + "--args=" + ShellQuote.always(all) + " && sudo reboot")
                    .say("Undo:")
                    .type(grubby + "--remove-args=" + ShellQuote.always(all) + " && sudo reboot")
                    .say(
                            "If it prints arguments, append these to GRUB_CMDLINE_LINUX in /etc/default/grub instead, then:");
        } else {
            comments.say(
                    "Fedora, RHEL and derivatives, without this file: append these arguments to GRUB_CMDLINE_LINUX in"
                            + " /etc/default/grub, because grubby writes a name only once. Then:");
        }
        comments.type(make).say("Undo: remove them there, and run the same command.");
    }

    @Override
    public boolean expresses(Action action) {
        return argument(action).isPresent();
    }

    /**
     * Any {@code thp_anon=} takes the default {@code inherit} from the PMD size (hugepage_init in {@code mm/huge_memory.c};
     * {@code mm/shmem.c} alike), so this gives it back. It is another argument, although the kernel would read both from one
     * with a semicolon: in the script of GRUB a semicolon ends a command (GRUB manual, "Shell-like scripting").
     */
    private static void keepPmdSize(List<String> arguments, String key, String size) {
        boolean others = arguments.stream().anyMatch(text -> text.startsWith(key));
        boolean pmd = arguments.stream().anyMatch(text -> text.startsWith(key + size + ":"));
        if (others && !pmd) {
            arguments.add(key + size + ":inherit");
        }
    }

    private static Optional<String> argument(Action action) {
        return action.bootArgument().filter(text -> SAFE.matcher(text).matches());
    }
}

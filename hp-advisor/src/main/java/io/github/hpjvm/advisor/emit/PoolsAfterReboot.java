package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Comments on pools that the JVM needs and that neither the emitted files nor a kernel argument set: a reboot discards pages that were added at run time
 * (Documentation/admin-guide/mm/hugetlbpage.rst).
 */
final class PoolsAfterReboot {
    private static final Pattern POOL = Pattern.compile("hugepagesz=(\\d{1,9}[KMG]) hugepages=.*");
    private static final String PLACE = "/etc/sysctl.d/60-hp-jvm-pool.conf";

    private PoolsAfterReboot() {}

    /** Says it in a form whose settings survive a reboot, or that has none. */
    static void say(Comments comments, EmitTarget target, Advice advice) {
        List<String> arguments = advice.plan().actions().stream()
                .flatMap(action -> action.bootArgument().stream())
                .toList();
        say(comments, target, arguments);
    }

    /** @param arguments the kernel arguments of the settings that the files or their comments name */
    static void say(Comments comments, EmitTarget target, List<String> arguments) {
        Set<Bytes> written = new HashSet<>();
        for (String argument : arguments) {
            Matcher pool = POOL.matcher(argument);
            if (pool.matches()) {
                written.add(Bytes.parse(pool.group(1)));
            }
        }
        target.pools().forEach((size, need) -> {
            long wanted = target.hostPools().getOrDefault(size, 0L);
            long atBoot = target.poolsNow().atBoot().getOrDefault(size, 0L);
            if (!need.isZero() && !written.contains(size) && wanted > atBoot) {
                comments.say("The JVM needs " + need.dividedRoundingUp(size) + " pages of " + size + ". "
                        + (atBoot == 0
                                ? "No known kernel argument sets this pool"
                                : "/proc/cmdline sets " + atBoot + " pages of this pool")
                        + ", and a reboot discards pages that were added at run time.");
                sayHow(comments, size, wanted, target.poolsNow().defaultSize());
            }
        });
    }

    private static void sayHow(Comments comments, Bytes size, long wanted, Bytes defaultSize) {
        PoolSetting setting = PoolSetting.ofHost(size.value(), defaultSize.value());
        if (setting.sysctl()) {
            comments.say("If no other file or service sets it at boot, run this before the next reboot:")
                    .type("echo " + ShellQuote.always(setting.name() + " = " + wanted) + " | sudo tee " + PLACE);
        } else {
            comments.say(
                            "If no other file or service sets it at boot, append this argument to the kernel's command line:")
                    .type(setting.bootArgument(String.valueOf(wanted)));
        }
    }
}

package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes a profile of tuned (tuned.conf(5)): the modes of transparent huge pages for its plugin {@code vm}, other files of
 * sysfs for {@code sysfs}, and the pool of the default page size for {@code sysctl}. It has no pools in sysfs, because the
 * plugin {@code sysfs} has no operator that keeps a larger value (_instance_apply_static in
 * {@code tuned/plugins/plugin_sysfs.py}). tuned restores the old values when another profile becomes active.
 */
final class TunedForm implements Emitter {
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";
    private static final Map<String, String> OF_VM =
            Map.of(THP + "enabled", "transparent_hugepages", THP + "defrag", "transparent_hugepage.defrag");
    private static final Pattern PATH = Pattern.compile("/sys/(?!fs/cgroup/)[A-Za-z0-9_./-]+");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.+-]+");

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        for (Action action : advice.plan().actions()) {
            Optional<Setting> sysctl = SysctlForm.setting(action);
            Optional<Setting> file = action.setting().filter(TunedForm::isPlainFile);
            if (sysctl.isPresent()) {
                // The operator > keeps a larger value (_process_assignment_modifiers in tuned/plugins/base.py).
                String larger = HostScript.raisesPool(sysctl.get()) ? ">" : "";
                add(
                        sections,
                        "sysctl",
                        sysctl.get().name() + "=" + larger + sysctl.get().value());
            } else if (file.isPresent()) {
                String path = file.get().file();
                String key = OF_VM.get(path);
                add(
                        sections,
                        key == null ? "sysfs" : "vm",
                        (key == null ? path : key) + "=" + file.get().value());
            }
        }
        Comments comments = Head.of(advice, "tuned profile");
        if (sections.isEmpty()) {
            comments.say(advice.plan().actions().isEmpty() ? Head.nothing(advice) : "No change that tuned can make.");
        } else {
            comments.say("Install as /etc/tuned/profiles/hp-jvm/tuned.conf; before TuneD 2.23 the folder is"
                            + " /etc/tuned/hp-jvm. If it exists, keep its other settings. Set include= to the profile that tuned-adm active names: its settings"
                            + " are lost otherwise. Then:")
                    .type("sudo tuned-adm profile hp-jvm && sudo tuned-adm verify")
                    .say(
                            "Undo: tuned-adm profile with the name of the old profile. tuned does not change a setting that the"
                                    + " kernel's command line sets with transparent_hugepage=.");
            if (sections.containsKey("sysctl")) {
                comments.say(
                        "With reapply_sysctl=1 in tuned-main.conf, the default, TuneD applies /etc/sysctl.d and /etc/sysctl.conf"
                                + " again after the profile: a vm.nr_hugepages there wins. Remove it there, or from TuneD 2.27"
                                + " on name it in reapply_sysctl_exclude.");
            }
        }
        OtherForms.say(comments, this, advice, target);
        return List.of(new ConfigFile(
                "tuned.conf", "/etc/tuned/profiles/hp-jvm/tuned.conf", Text.of(comments, lines(sections))));
    }

    @Override
    public boolean expresses(Action action) {
        return SysctlForm.setting(action).isPresent()
                || action.setting().filter(TunedForm::isPlainFile).isPresent();
    }

    private static List<String> lines(Map<String, List<String>> sections) {
        List<String> lines = new ArrayList<>(
                List.of("[main]", "summary=Huge pages for the JVM (hp-jvm)", "include=throughput-performance"));
        sections.forEach((name, settings) -> {
            lines.add("");
            lines.add("[" + name + "]");
            lines.addAll(settings);
        });
        return sections.isEmpty() ? List.of() : lines;
    }

    /** tuned has no quoting: a name or a value with a blank, a {@code $} or a {@code *} would mean something else. */
    private static boolean isPlainFile(Setting setting) {
        return setting.store() == Setting.Store.KERNEL_FILE
                && setting.pool().isEmpty()
                && PATH.matcher(setting.file()).matches()
                && VALUE.matcher(setting.value()).matches();
    }

    private static void add(Map<String, List<String>> sections, String section, String line) {
        sections.computeIfAbsent(section, name -> new ArrayList<>()).add(line);
    }
}

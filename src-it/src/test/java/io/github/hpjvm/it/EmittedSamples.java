package io.github.hpjvm.it;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.advisor.emit.EmitTarget;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.advisor.emit.NodeKind;
import io.github.hpjvm.advisor.emit.ServiceUnit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Actions for the emitted files: one of each kind, and names with a special meaning for shells, systemd and YAML. */
final class EmittedSamples {
    private static final int MANY = 40;
    static final long SEED = Long.getLong("hp.seed", 61);
    private static final String[] PIECES = {
        " ", "\t", "\n", "'", "\"", "\\", "$", "$(id)", "${x}", "`id`", "%", "%h", "$$", "-", "--", "@", "#", " #",
                ": ",
        "- ", "*", "?", "[", "}", "|", "&", ";", "<", "!", "~", "=", "\\n", "\\x41", "yes", "0x1", "a", "Zz", "EOF"
    };

    private static final Jvm SELF =
            Jvms.read(Roots.host(), ProcessHandle.current().pid(), Reach.full(Bytes.ofMiB(2)));

    private static final EmitTarget SHOP =
            new EmitTarget(Optional.of(ServiceUnit.named("shop")), Optional.of("shop"), NodeKind.DAEMONSET);

    private EmittedSamples() {}

    static List<String> oddNames() {
        Random random = new Random(SEED);
        return IntStream.range(0, MANY)
                .mapToObj(i -> {
                    StringBuilder name = new StringBuilder();
                    for (int pieces = random.nextInt(8); pieces > 0; pieces--) {
                        name.append(PIECES[random.nextInt(PIECES.length)]);
                    }
                    return name.toString();
                })
                .toList();
    }

    static Advice advice(List<Action> actions) {
        Outcome.Finding finding = new Outcome.Finding(
                "HP-999", "heap", Severity.WARNING, "It's \"odd\" \\", "e", "x", List.of(), actions);
        return new Advice(SELF, Requested.NONE, Map.of(), List.of(finding), Plan.of(List.of(finding)), List.of());
    }

    static List<Action> variables(List<String> values) {
        List<Action> actions = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            actions.add(new Environment("V" + i, values.get(i)));
        }
        return actions;
    }

    /** Returns one action of each kind, with values that the forms can express. */
    static List<Action> everything() {
        return List.of(
                new JvmFlag(List.of("-XX:+UseLargePages", "-Da=b c"), List.of()),
                new Environment("ODD", "a b\"c'%n$(id)`id`\n#x"),
                new ChangeJdk(List.of("21.0.4")),
                new PodResource("hugepages-2Mi", "1302Mi"),
                new CgroupFile("/sys/fs/cgroup/it's $(x)\n-a/hugetlb.2MB.max", "max", "1048576"),
                new KernelArgument("hugepagesz=1G hugepages=4"),
                new KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/enabled"), "madvise", "never", ""),
                new KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled"), "advise", "never", ""),
                new Sysctl("vm.nr_hugepages", "651", "0", ""));
    }

    /** Writes the files of a form to the folder; returns the first one. */
    static Path written(Path folder, Form form, List<Action> actions) throws IOException {
        Path first = null;
        for (ConfigFile file : form.files(advice(actions), SHOP)) {
            Path path = folder.resolve(file.name());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.text());
            first = first == null ? path : first;
        }
        return first;
    }
}

package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.Launch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The start of a JVM with changed flags. A removed flag is removed from all places, and an added flag comes last, so that it
 * counts. The results of ergonomics are dropped where a changed flag decides them: the page model computes them anew.
 */
final class AppliedFlags {
    private static final Pattern HEAP = Pattern.compile(
            "-Xm[sxn].*|-XX:(Max|Initial|Min)(HeapSize|RAMPercentage|RAMFraction|RAM)=.*", Pattern.DOTALL);
    private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-](Use\\w*GC|ZGenerational)");

    private AppliedFlags() {}

    static Launch to(Launch launch, JvmFlag flags) {
        Arguments now = launch.arguments();
        List<Argument> list = new ArrayList<>(now.list());
        list.removeIf(one -> flags.remove().contains(one.text()) || flags.add().contains(one.text()));
        flags.add().forEach(text -> list.add(new Argument(text, ArgumentOrigin.COMMAND_LINE)));
        List<String> changed = new ArrayList<>(flags.add());
        changed.addAll(flags.remove());
        boolean heap = changed.stream().anyMatch(text -> HEAP.matcher(text).matches());
        boolean collector =
                changed.stream().anyMatch(text -> COLLECTOR.matcher(text).matches());
        Map<String, VmFlag> finals = new HashMap<>(launch.finals());
        if (heap) {
            finals.keySet().removeIf(name -> name.endsWith("HeapSize"));
        }
        VmIdentity vm = launch.vm();
        return launch.withVm(new VmIdentity(
                        vm.vm(),
                        vm.release(),
                        vm.version(),
                        vm.vendor(),
                        collector ? Optional.empty() : vm.gc(),
                        heap ? Optional.empty() : vm.maxHeap()))
                .withArguments(new Arguments(list, now.unread(), now.main()))
                .withFinals(finals);
    }
}

package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.ThpWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * ZGC keeps its heap in shared memory (a memfd), for which {@code shmem_enabled} decides and {@code enabled} does not
 * ({@code zPhysicalMemoryBacking_linux.cpp}; Documentation/admin-guide/mm/transhuge.rst).
 */
final class ZgcWithoutShmemThp implements Rule {
    @Override
    public String id() {
        return "HP-105";
    }

    @Override
    public String title() {
        return "ZGC with transparent huge pages that shmem_enabled refuses";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isEmpty()) {
            return look.notApplicable("the collector is not ZGC");
        }
        if (Asked.pages(look) != Requested.THP) {
            return look.notApplicable("transparent huge pages were not asked for");
        }
        Backing heap = Asked.heap(look);
        if (heap.residentMax().isZero()) {
            return look.notApplicable("nothing of the heap is resident yet");
        }
        if (Asked.kind(look, heap).equals(Optional.of(PageKind.THP))) {
            return look.pass("the heap is on transparent huge pages");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        Optional<ThpWords.Shmem> words = ThpWords.Shmem.of(look, policy);
        if (words.isEmpty()) {
            return look.finding(
                    Severity.WARNING,
                    "Transparent huge pages were requested for ZGC, and this kernel has no such file as "
                            + ThpWords.SHMEM,
                    "ZGC's heap is shared memory, which this kernel keeps on base pages.",
                    "Without the flag nothing changes for the heap.",
                    List.of());
        }
        ThpWords.Shmem shmem = words.get();
        if (!ThpWords.heapOfZgcIsAdvised(look.jvm("VM", Jvm::identity))) {
            return unadvised(look, policy, heap, shmem);
        }
        boolean refused = shmem.effective().equals("never");
        boolean switchedOff = policy.enabled().equals("never") && readsGlobalWord(look);
        if (!refused && !switchedOff) {
            return partly(look, heap, shmem);
        }
        List<Action> actions = new ArrayList<>(refused ? shmem.allow() : List.of());
        if (switchedOff) {
            actions.add(new Action.KernelFile(ThpWords.GLOBAL, "madvise", policy.enabled(), ""));
        }
        actions.add(new Action.RestartJvm());
        return look.finding(
                Severity.WARNING,
                "Transparent huge pages were requested for ZGC, and the host refuses them: "
                        + (refused ? shmem.describe() : ThpWords.describe(policy)),
                "ZGC's heap is shared memory: the words for that (" + ThpWords.SHMEM
                        + ") decide. JDK 17 from 17.0.10 on and JDK 21 from 21.0.1 on switch the flag off unless "
                        + ThpWords.GLOBAL + " allows it too.",
                "After a restart the heap is on 2 MiB pages; check: ShmemPmdMapped in smaps, or hp-cli advise --pid N.",
                actions);
    }

    /** The heap of a ZGC before 15 is on base pages before it is advised. */
    private static List<Outcome> unadvised(Look look, ThpPolicy policy, Backing heap, ThpWords.Shmem shmem) {
        List<Action> actions = new ArrayList<>(ThpWords.allowAllShared(policy));
        if (actions.isEmpty()) {
            return partly(look, heap, shmem);
        }
        actions.add(new Action.RestartJvm());
        return look.finding(
                Severity.WARNING,
                "Transparent huge pages were requested for ZGC, and before JDK 15 asking does not help: "
                        + shmem.describe(),
                "ZGC's heap is shared memory. This release takes it by fallocate and asks for huge pages when it is on base"
                        + " pages already, so " + ThpWords.SHMEM
                        + " has to give them to everybody. Since 15 those who ask get them (word: advise).",
                "After a restart the heap is on 2 MiB pages; check: ShmemPmdMapped in smaps, or hp-cli advise --pid N. All"
                        + " other memory that programs share (memfd, SysV, not the files of a tmpfs) gets them too; a JDK 17"
                        + " or newer needs less.",
                actions);
    }

    /**
     * Whether the release switches the flag off where the global mode is never: JDK-8310233, up to JDK-8319969 in 22. Measured:
     * 11.0.33 and 17.0.9 do not, 17.0.21, 21.0.2 and 21.0.13 do, 25 does so for other collectors only.
     */
    private static boolean readsGlobalWord(Look look) {
        return look.jvm("VM", Jvm::identity)
                .release()
                .map(release -> switch (release.feature()) {
                    case 17 -> release.isAtLeast(17, 0, 10);
                    case 21 -> release.isAtLeast(21, 0, 1);
                    default -> false;
                })
                .orElse(true);
    }

    private static List<Outcome> partly(Look look, Backing heap, ThpWords.Shmem shmem) {
        return look.finding(
                Severity.WARNING,
                "Transparent huge pages were requested for ZGC and the heap is only partly on them: "
                        + heap.hugeMin().rounded() + " of " + heap.residentMin().rounded(),
                shmem.describe()
                        + ", which is not in the way. So the kernel had no free block of that size when"
                        + " the heap was touched, or the word was another one then.",
                "After a restart it may find more; ShmemPmdMapped in smaps shows what the heap has.",
                List.of());
    }
}

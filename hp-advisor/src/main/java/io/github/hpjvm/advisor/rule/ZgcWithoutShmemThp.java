package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * ZGC keeps its heap in shared memory (a memfd), for which {@code shmem_enabled} decides and {@code enabled} does not
 * ({@code zPhysicalMemoryBacking_linux.cpp}; Documentation/admin-guide/mm/transhuge.rst).
 */
final class ZgcWithoutShmemThp implements Rule {
    private static final Set<String> REFUSING = Set.of("never", "deny");

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
        Optional<String> other = Asked.notHotSpot(look);
        if (other.isPresent()) {
            return look.notApplicable(other.get());
        }
        if (look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isEmpty()) {
            return look.notApplicable("the collector is not ZGC");
        }
        if (Asked.pages(look) != Requested.THP) {
            return look.notApplicable("transparent huge pages were not asked for");
        }
        Backing heap = Asked.heap(look);
        if (heap.kind().equals(Optional.of(PageKind.THP))) {
            return look.pass("the heap is on transparent huge pages");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        String word = policy.shmemEnabled().orElse("never");
        boolean refused = REFUSING.contains(word);
        if (!refused && !policy.enabled().equals("never")) {
            return look.notApplicable("shmem_enabled says " + word + ", which is not in the way");
        }
        List<Action> actions = new ArrayList<>();
        if (refused) {
            actions.add(new Action.KernelFile(ThpWords.SHMEM, "advise", word, ""));
        }
        if (policy.enabled().equals("never")) {
            actions.add(new Action.KernelFile(ThpWords.GLOBAL, "madvise", policy.enabled(), ""));
        }
        actions.add(new Action.RestartJvm());
        return look.finding(
                Severity.WARNING,
                "Transparent huge pages were requested for ZGC, and the host refuses them: "
                        + (refused ? "shmem_enabled says " + word : ThpWords.describe(policy)),
                "ZGC's heap is shared memory: the word in " + ThpWords.SHMEM + " decides, and up to JDK 21 the flag is"
                        + " switched off unless " + ThpWords.GLOBAL + " allows it too.",
                "After a restart the heap is on 2 MiB pages; check: ShmemPmdMapped in smaps, or hp-cli advise --pid N.",
                actions);
    }
}

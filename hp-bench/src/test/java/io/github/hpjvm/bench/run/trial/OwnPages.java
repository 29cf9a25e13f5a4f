package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.os.libc.CFunction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Pages of this process itself for tests that change them. */
@Timeout(120)
abstract class OwnPages {
    static final long BLOCK = 2 << 20;
    static final int COUNT = 4;
    static final Path PROC = Path.of("/proc");

    final StallBound bound = new StallBound(Duration.ofSeconds(10));
    final List<String> warnings = new ArrayList<>();
    long memory;
    TargetProcess target;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(ThisProcess.isRoot(), "needs root");
        Optional<Kernel> kernel = KernelFiles.read(PROC).known();
        assumeTrue(kernel.flatMap(it -> it.isAtLeast(6, 1)).orElse(false), "needs Linux 6.1");
        memory = CFunction.callForLong("mmap", 0L, (COUNT + 1) * BLOCK, 3, 0x22, -1, 0L);
        CFunction.touch(memory, (COUNT + 1) * BLOCK, 4096);
        ProcessPages.Target own = ProcessPages.Target.own();
        target = TargetProcess.open(own.pid(), own.startTicks(), Bytes.of(BLOCK));
        // The tests begin on base pages.
        new CollapseRun(target, bound, warnings::add).split(blocks(0, COUNT), () -> false);
        assumeTrue(huge() == 0, "the kernel splits pages");
    }

    @AfterEach
    void close() throws Exception {
        if (target != null) {
            file(ProcessPagesFile.Kind.TRIAL).delete();
            file(ProcessPagesFile.Kind.COLLAPSE).delete();
            target.close();
            CFunction.call("munmap", memory, (COUNT + 1) * BLOCK);
        }
    }

    ProcessPagesFile file(ProcessPagesFile.Kind kind) {
        return ProcessPagesFile.of(kind, target.process().pid());
    }

    AddressRange region() {
        return new AddressRange(memory, memory + (COUNT + 1) * BLOCK);
    }

    Blocks blocks(int from, int to) throws Exception {
        long first = memory + BLOCK - 1 & -BLOCK;
        return target.blocks(List.of(new AddressRange(first + from * BLOCK, first + to * BLOCK)));
    }

    int huge() throws Exception {
        int huge = 0;
        Blocks all = blocks(0, COUNT);
        for (int i = 0; i < all.count(); i++) {
            huge += target.isHuge(all.start(i)) ? 1 : 0;
        }
        return huge;
    }

    TrialRun trial(WorkMeter meter) throws Exception {
        return trial(blocks(0, COUNT), meter);
    }

    TrialRun trial(Blocks blocks, WorkMeter meter) {
        return new TrialRun(
                target,
                blocks,
                List.of(region()),
                bound,
                meter,
                new TurnCounters("perf", Optional.empty(), 0),
                () -> false,
                line -> {});
    }
}

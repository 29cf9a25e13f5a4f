package io.github.hpjvm.cli.emit;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.advice.ChosenPages;
import io.github.hpjvm.advisor.advice.InheritedFlags;
import io.github.hpjvm.advisor.emit.EmitTarget;
import io.github.hpjvm.advisor.emit.PoolsOfHost;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.whatif.Applied;
import io.github.hpjvm.cli.source.JavaCommandLine;
import io.github.hpjvm.cli.source.JvmChoice;
import io.github.hpjvm.cli.source.JvmSourceOptions;
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.cli.source.Unexamined;
import io.github.hpjvm.console.error.InsufficientException;
import io.github.hpjvm.console.error.UsageException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The advice that {@code hp-cli emit} writes: for a process, a JVM of a snapshot, or a command line.
 *
 * @param command to which a process ID is added, such as {@code hp-cli emit --for shell --pid}
 * @param source the options that choose a JVM
 * @param operands a PID, or the words of a command line
 * @param jdk the release to assume for a command line; null for the release of the named java
 * @param pages the chosen kind of pages; empty for the kind that the plan uses
 */
record EmittedAdvice(
        String command, JvmSourceOptions source, List<String> operands, String jdk, Optional<PageKind> pages) {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /**
     * Computes the advice.
     *
     * @throws UsageException if the operands do not fit, or if the JVM or the host cannot have the chosen pages
     */
    Emitted advice() {
        boolean isPid = operands.size() == 1 && NUMBER.matcher(operands.get(0)).matches();
        if (operands.isEmpty() || isPid) {
            if (jdk != null) {
                throw new UsageException("--jdk needs the command line of a JVM after --");
            }
            return ofJvm(isPid ? Long.valueOf(operands.get(0)) : null);
        }
        if (operands.get(0).isEmpty()) {
            throw Pid.none("");
        }
        if (NUMBER.matcher(operands.get(0)).matches() || source.isOfJvm()) {
            throw new UsageException("give either a JVM, or a command line after --");
        }
        return ofCommandLine();
    }

    private Emitted ofJvm(Long process) {
        JvmChoice choice = source.choice(command, process);
        Facts facts = choice.facts();
        Jvm jvm = choice.chosen(facts);
        if (choice.isLive()) {
            Unexamined.reject(jvm, command);
        }
        Advice advice = pages.map(kind -> possible(ChosenPages.of(facts, jvm, kind)))
                .orElseGet(() -> Advisor.advise(facts, jvm));
        List<Jvm> besides = choice.besides(jvm);
        InheritedFlags.Beside whole = InheritedFlags.of(advice, facts.host(), besides);
        return emitted(whole.advice(), Relaunch.of(jvm, facts.host()), facts.host())
                .beside(InheritedFlags.smallestHeap(advice, besides), whole.whyAlone());
    }

    private Emitted ofCommandLine() {
        boolean elsewhere = source.snapshot() != null;
        Host host = elsewhere ? SnapshotFile.read(source.snapshot()).host() : HostFacts.read(Roots.host());
        JavaCommand java = JavaCommandLine.of(jdk, operands, elsewhere);
        if (java.refusal().isPresent()) {
            throw new UsageException(
                    "the JVM refuses to start: " + java.refusal().get());
        }
        if (!java.vm().isHotSpot()) {
            throw new InsufficientException("java is " + java.vm().vm() + ": only flags of HotSpot are known");
        }
        Launch launch = elsewhere ? java.launchOn(host) : java.launchHere(host);
        Advice advice = possible(ChosenPages.of(launch, host, pages));
        return emitted(advice, Optional.of(launch), host);
    }

    private static Emitted emitted(Advice advice, Optional<Launch> launch, Host host) {
        Map<Bytes, Bytes> pools = pools(advice, launch, host);
        return new Emitted(
                advice,
                pools,
                hostPools(pools, launch, host),
                host.thp().known().map(ThpPolicy::pmdSize),
                PoolsOfHost.of(host),
                Optional.empty(),
                Optional.empty());
    }

    /** The memory that the JVM takes of each pool after the changes. */
    private static Map<Bytes, Bytes> pools(Advice advice, Optional<Launch> launch, Host host) {
        Map<Bytes, Bytes> pools = new HashMap<>();
        launch.map(now -> Applied.of(advice.plan().actions(), now, host).launch())
                .map(later -> JvmTenant.bounds(later, host))
                .orElse(Map.of())
                .forEach((page, pages) -> pools.put(page, page.times(pages.max())));
        return pools;
    }

    /** The pages that each pool of the host needs: all that it has, or those of other processes and of the JVM. */
    private static Map<Bytes, Long> hostPools(Map<Bytes, Bytes> pools, Optional<Launch> launch, Host host) {
        Map<Bytes, Long> needed = new HashMap<>();
        for (HugePool pool : host.pools().known().orElse(List.of())) {
            Bytes page = pool.pageSize();
            long held = launch.map(it -> it.held().getOrDefault(page, 0L)).orElse(0L);
            long others = Math.max(0, pool.inUseOrPromised() - held);
            long need = pools.getOrDefault(page, Bytes.ZERO).dividedRoundingUp(page);
            needed.put(page, Math.max(pool.persistent(), others + need));
        }
        return needed;
    }

    /**
     * The advice, and the need that it leads to.
     *
     * @param pools the memory that the JVM takes of the pool of each page size; empty if unknown
     * @param hostPools the number of pages that the pool of each size needs on this host
     * @param pmdSize the size of a transparent huge page of the host; empty if unknown
     * @param poolsNow the present pools of the host
     * @param heirHeap the smallest maximum heap of the other JVMs of the service; empty if none is known
     * @param whyAlone why these must not take the flags for pages of a pool, as a clause; empty if they may
     */
    record Emitted(
            Advice advice,
            Map<Bytes, Bytes> pools,
            Map<Bytes, Long> hostPools,
            Optional<Bytes> pmdSize,
            PoolsOfHost poolsNow,
            Optional<Bytes> heirHeap,
            Optional<String> whyAlone) {

        /** The same beside other JVMs of the service. */
        Emitted beside(Optional<Bytes> smallest, Optional<String> onlyOne) {
            return new Emitted(advice, pools, hostPools, pmdSize, poolsNow, smallest, onlyOne);
        }

        /** The target with what is known of the JVM and of the host. */
        EmitTarget complete(EmitTarget target) {
            EmitTarget withPools = target.withPools(pools)
                    .withHostPools(hostPools)
                    .withPoolsNow(poolsNow)
                    .withHeirHeap(heirHeap)
                    .withWhyAlone(whyAlone);
            return pmdSize.map(withPools::withPmdSize).orElse(withPools);
        }
    }

    private Advice possible(ChosenPages chosen) {
        if (!chosen.objection().isEmpty()) {
            String objection = chosen.objection();
            String stripped = objection.endsWith(".") ? objection.substring(0, objection.length() - 1) : objection;
            throw new UsageException(pages.map(
                                    kind -> "--pages " + kind.name().toLowerCase(Locale.ROOT) + " is not possible: ")
                            .orElse("no huge pages for this heap: ")
                    + stripped);
        }
        return chosen.advice();
    }
}

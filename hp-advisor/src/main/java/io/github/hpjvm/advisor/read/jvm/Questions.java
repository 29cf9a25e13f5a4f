package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.attach.JvmCommands;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import io.github.hpjvm.advisor.read.vm.Layout;
import io.github.hpjvm.advisor.read.vm.Located;
import io.github.hpjvm.advisor.term.Reason;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The commands that a JVM is sent to locate its regions, if it may be contacted: only for what its tables do not have.
 * The JVM executes all of them without a stop, except VM.metaspace, which takes one safepoint of about 1 ms.
 */
final class Questions {

    private static final String TRACK = "start the JVM with -XX:NativeMemoryTracking=detail";

    /**
     * The collectors whose heap is reserved in regions, or in the range that one page of the card table covers, of at
     * least 1 MiB.
     */
    private static final Set<Collector> IN_WHOLE_MIB = EnumSet.of(Collector.G1, Collector.SERIAL, Collector.PARALLEL);

    private final long pid;
    private final Fact<? extends JvmCommands> attach;
    private final VmIdentity identity;
    private final Optional<VmTables> tables;
    private final boolean tracked;
    private final boolean legacy;

    /**
     * Prepares the commands.
     *
     * @param attach connection to the JVM, or why there is none
     * @param tracked whether the JVM runs with NativeMemoryTracking=detail
     */
    Questions(
            long pid,
            Fact<? extends JvmCommands> attach,
            VmIdentity identity,
            Optional<VmTables> tables,
            boolean tracked) {
        this.pid = pid;
        this.attach = attach;
        this.identity = identity;
        this.tables = tables;
        this.tracked = tracked;
        this.legacy = identity.release().filter(r -> r.feature() <= 8).isPresent();
    }

    /**
     * Returns the answers.
     *
     * @param heapAlone whether only the heap is located
     */
    Layout.Texts ask(boolean heapAlone) {
        if (attach instanceof Fact.Absent<?> why) {
            Fact<String> none = Fact.absent(why.reason(), why.source(), why.grant());
            return new Layout.Texts(none, none, none, none, none);
        }
        boolean heapKnown = tables.filter(t -> t.heap().known().isPresent()).isPresent();
        boolean codeKnown = tables.filter(t -> t.code().known().isPresent()).isPresent();
        if (heapAlone) {
            return heapAlone(heapKnown);
        }
        // VM.info contains the output of two other commands, but the heap in whole MiB only.
        Fact<String> info = newer("VM.info");
        boolean told = heapKnown && !legacy
                || info.known().flatMap(Located::heap).isPresent()
                        && identity.gc().filter(IN_WHOLE_MIB::contains).isPresent();
        boolean toldCode = codeKnown || info.known().filter(Located::hasCode).isPresent();
        return new Layout.Texts(
                told ? notSent("GC.heap_info", "another source has the same facts") : command("GC.heap_info"),
                toldCode
                        ? notSent("Compiler.codecache", "another source has the same facts")
                        : newer("Compiler.codecache"),
                info,
                newer("VM.metaspace vslist"),
                tracked ? command("VM.native_memory detail") : untracked());
    }

    private Layout.Texts heapAlone(boolean known) {
        Fact<String> heapInfo = known ? notSent("GC.heap_info", "its tables have the heap") : command("GC.heap_info");
        boolean another = !known && heapInfo.known().flatMap(HeapInfo::range).isEmpty();
        return new Layout.Texts(
                heapInfo,
                notSent("Compiler.codecache", "only its heap was requested"),
                another ? newer("VM.info") : notSent("VM.info", "only its heap was requested"),
                notSent("VM.metaspace vslist", "only its heap was requested"),
                tracked ? command("VM.native_memory detail") : untracked());
    }

    private Fact<String> command(String command) {
        return attach.flatMap(a -> a.command(command));
    }

    /** Sends a command that 8 does not know. */
    private Fact<String> newer(String command) {
        return legacy
                ? Fact.absent(Reason.NOT_SUPPORTED, Source.of("jcmd " + pid, "JDK 8 has no command for it"), TRACK)
                : command(command);
    }

    private Fact<String> notSent(String command, String why) {
        return Fact.absent(Reason.SKIPPED, Source.of("jcmd " + pid + " " + command, why));
    }

    private Fact<String> untracked() {
        return Fact.absent(
                Reason.NOT_PRESENT, Source.of("jcmd " + pid + " VM.native_memory detail", "tracking is off"), TRACK);
    }
}

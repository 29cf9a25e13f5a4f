package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.FailedAllocation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * Why a JVM died, as far as its crash log shows: no memory, a limit of the JVM, or a page of a file that is not there. A page
 * of a hugetlb pool is the subject of another rule.
 */
final class CauseOfDeath implements Rule {
    private static final String BUS = "SIGBUS";
    private static final String OUT_OF_MEMORY = "Out of Memory Error";

    /** Before the message of the OutOfMemoryError (report_java_out_of_memory in {@code utilities/debug.cpp}). */
    private static final String ENCOUNTERED = "OutOfMemory encountered: ";

    /** The limit is a length (objArrayKlass.cpp), which no size of the heap changes. */
    private static final String ARRAY = "Requested array size";

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-901", "a JVM died of a lack of memory or of a missing page", "jvm", Family.CRASHES, Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Optional<Crash> crash = context.crash();
        if (crash.isEmpty()) {
            return context.notApplicable("the JVM did not die");
        }
        if (crash.get().allocation().isPresent() || crash.get().signal().equals(OUT_OF_MEMORY)) {
            return outOfMemory(context, crash.get().allocation());
        }
        Optional<String> limit = crash.get()
                .error()
                .filter(text -> text.contains(ENCOUNTERED))
                .map(text -> text.substring(text.indexOf(ENCOUNTERED) + ENCOUNTERED.length()));
        if (limit.isPresent()) {
            return ofLimit(context, limit.get());
        }
        if (!crash.get().signal().equals(BUS)) {
            return context.notApplicable(
                    "the JVM died of " + crash.get() + ": the log shows no lack of memory or pages");
        }
        Optional<String> file = crash.get().file();
        if (file.isPresent()) {
            return ofFile(context, file.get());
        }
        boolean pool = crash.get().onPoolPage().orElse(false) || requestsPool(context);
        return pool
                ? context.notApplicable("the JVM died of " + crash.get() + ", which another rule judges")
                : ofUnknown(context, crash.get());
    }

    private static boolean requestsPool(RuleContext context) {
        return context.maybeJvm("arguments", Jvm::arguments).isPresent()
                && PageFacts.requested(context) == Requested.HUGETLB;
    }

    private static List<Outcome> outOfMemory(RuleContext context, Optional<FailedAllocation> failed) {
        Optional<Bytes> available =
                context.maybeHost("memory", Host::memory).flatMap(memory -> memory.size("MemAvailable"));
        Optional<HugePool> pool = context.maybeHost("hugetlb pools", Host::pools).stream()
                .flatMap(List::stream)
                .filter(it -> it.usable() > 0)
                .findFirst();
        String what = failed.map(it -> it.bytes().rounded()
                        + (it.purpose().isEmpty() ? "" : " for " + it.purpose())
                        + (it.call().isEmpty() ? "" : " (" + it.call() + ")"))
                .orElse("memory");
        boolean tooLittle = failed.isPresent()
                && available
                        .filter(size -> size.compareTo(failed.get().bytes()) < 0)
                        .isPresent();
        return context.finding(
                Severity.CRITICAL,
                "The JVM died because the kernel refused " + what
                        + available
                                .map(size -> "; " + size.rounded() + " of memory were available")
                                .orElse(""),
                (tooLittle ? "The host had too little memory." : otherwise(available.isPresent() && failed.isPresent()))
                        + pool.map(it ->
                                        " " + it.idle().rounded() + " more were in the hugetlb pool of " + it.pageSize()
                                                + " pages, and unused: " + it.usable() + " of " + it.total()
                                                + " pages. Memory of a pool is not available for other purposes.")
                                .orElse(""),
                pool.map(it -> "With -XX:+UseLargePages the heap comes from the pool. Or return its pages to the host:"
                                        + " vm.nr_hugepages. ")
                                .orElse("")
                        + "A smaller -Xmx, and a smaller -Xms with AlwaysPreTouch, need less memory at the start.",
                List.of());
    }

    /** @param enough whether the log shows that the host had enough memory */
    private static String otherwise(boolean enough) {
        return (enough
                        ? "The host had enough memory by that figure. A limit refused it: "
                        : "Either the host had too little memory, which this log does not show, or a limit refused it: ")
                + "vm.overcommit_memory 2 with Committed_AS near CommitLimit, vm.max_map_count, or ulimit -v.";
    }

    /** A JVM with {@code -XX:+CrashOnOutOfMemoryError}, which ends at its first OutOfMemoryError. */
    private static List<Outcome> ofLimit(RuleContext context, String what) {
        String flag = what.startsWith("Metaspace")
                ? "-XX:MaxMetaspaceSize"
                : what.startsWith("Compressed class space") ? "-XX:CompressedClassSpaceSize" : "-Xmx";
        return context.finding(
                Severity.CRITICAL,
                "The JVM died of OutOfMemoryError: " + what,
                "The program needed more memory than a limit of the JVM allows, and -XX:+CrashOnOutOfMemoryError ends the"
                        + " JVM then. The kernel did not refuse memory. Huge pages are not the cause.",
                what.startsWith(ARRAY)
                        ? "No flag avoids it: the program requested an array that is longer than the JVM allows."
                        : "A larger " + flag + ", or a program that keeps less memory, avoids it.",
                List.of());
    }

    private static List<Outcome> ofUnknown(RuleContext context, Crash crash) {
        // Files and pages of a pool have been judged before.
        boolean anonymous = crash.mapping().isPresent();
        return context.finding(
                Severity.CRITICAL,
                "The JVM died of SIGBUS: the kernel had no page for "
                        + (anonymous ? "an address of anonymous memory" : "an address that it used")
                        + crash.frame().map(frame -> ", in " + frame).orElse(""),
                anonymous
                        ? "Two causes are known: an error of the memory hardware (dmesg: \"Memory failure\"), and a page of"
                                + " a hugetlb pool that a control group refused."
                        : "The log does not show the mapping: its lines siginfo and \"Dynamic libraries\" do. Three causes"
                                + " are known: a mapped file was shortened (a frame in libzip.so: a jar), its file system"
                                + " was full, or a control group refused a page of a hugetlb pool.",
                "Give the whole log to see the mapping: hp-cli advise --hs-err FILE.",
                List.of());
    }

    private static List<Outcome> ofFile(RuleContext context, String file) {
        return context.finding(
                Severity.CRITICAL,
                "The JVM died of SIGBUS in a mapped file: " + file,
                "The file has no page at this address. It was shortened or overwritten in place while the JVM had it"
                        + " mapped, its file system was full, or its device failed. The JVM maps jars and its own"
                        + " modules. Huge pages are not the cause.",
                "Replace files by rename (install, mv), not in place (cp), and restart the JVM afterwards.",
                List.of());
    }
}

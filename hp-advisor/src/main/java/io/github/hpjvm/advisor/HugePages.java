package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Entry points with default settings: a health check of the JVM that it runs in, and advice on a JVM of this host. */
public final class HugePages {
    private HugePages() {}

    /** Created by the first check. It lives as long as the class loader of this class. */
    private static final class Shared {
        static final HugePagesHealth HEALTH = HugePagesHealth.create();
    }

    /**
     * Reports whether huge pages back the heap, since when, and the remedy if they do not. Never throws, except an
     * OutOfMemoryError of the service, and does not block. A daemon thread reads slow facts, and the status is UNKNOWN until its first check is complete. No close is
     * needed: the thread ends after the class loader of this class has become unreachable. A service that needs other
     * settings creates its own {@link HugePagesHealth}.
     */
    public static HealthReport check() {
        try {
            return Shared.HEALTH.check();
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return HealthReport.failed(e);
        }
    }

    /**
     * As {@link #check()}, but waits for the first examination of the memory.
     *
     * @param most the longest wait, after which the status is UNKNOWN
     */
    public static HealthReport check(Duration most) {
        Objects.requireNonNull(most, "most");
        try {
            return Shared.HEALTH.check(most);
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return HealthReport.failed(e);
        }
    }

    /**
     * Reads a JVM of this host and judges it. The JVM gets no signal and no connection, unless this process may not read its
     * memory. Takes tenths of a second, and up to 10 s if the JVM has to answer.
     *
     * @param pid the id of a process in the namespace of this JVM. Of a process that does not exist, all facts are unknown
     */
    public static ProcessAdvice advise(long pid) {
        Facts facts = LiveFacts.takeForAdvice(Roots.host(), List.of(pid), Manner.sparing(Contact.whereDenied()));
        Advice advice = Advisor.advise(facts, facts.jvms().get(0));
        return new ProcessAdvice(pid, advice.outcomes(), advice.plan().actions(), advice.unknowns());
    }
}

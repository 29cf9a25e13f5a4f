package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
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
 * A host that gives nobody transparent huge pages, as guides for Redis, MongoDB or Oracle used to say. With madvise those
 * programs do not get them either, unless they ask: Redis accepts it (redis#3895, redis#4001), MongoDB asks for them
 * since 8.0.
 */
final class HostSetToNever implements Rule {
    /** As for a JVM that could ask: ten times the reach of a TLB. */
    private static final Bytes WORTH_IT = Bytes.ofMiB(128);

    @Override
    public String id() {
        return "HP-801";
    }

    @Override
    public String title() {
        return "a host set to never for the sake of other programs";
    }

    @Override
    public String subject() {
        return "host";
    }

    @Override
    public boolean isPartOfHealthCheck() {
        return true;
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.NONE) {
            return look.notApplicable("huge pages were asked for, and other rules say what became of it");
        }
        if (look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
            return look.notApplicable("a ZGC heap is shared memory, for which another file decides");
        }
        Backing heap = Asked.heap(look);
        if (heap.residentMin().compareTo(WORTH_IT) < 0 || !heap.hugeMax().isZero()) {
            return look.notApplicable("this heap would not gain");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (!policy.effective().equals("never")) {
            return look.notApplicable("the host gives transparent huge pages, at least to those who ask");
        }
        return look.finding(
                Severity.INFO,
                "This host gives nobody transparent huge pages (" + ThpWords.describe(policy) + "), and a heap of "
                        + heap.residentMin().rounded() + " could use them",
                "Guides for Redis, MongoDB, Oracle and others say so, and mean always, not madvise: a program that does not"
                        + " ask gets none with madvise either. Redis has accepted madvise since 2020, MongoDB 8.0 wants huge"
                        + " pages. Whether such a program runs here is not looked at; hp-cli ps shows who uses huge pages.",
                "With madvise, and -XX:+UseTransparentHugePages, the heap is on 2 MiB pages and all other programs are as"
                        + " before. To try it: " + trying(policy) + "; measure it: hp-cli bench run.",
                List.of());
    }

    /** What lets those have them who ask: the word for the size stands in the way of the global one. */
    private static String trying(ThpPolicy policy) {
        List<String> commands = new ArrayList<>();
        if (!policy.enabled().equals("madvise")) {
            commands.add("echo madvise > " + ThpWords.GLOBAL);
        }
        if (policy.pmdEnabled().equals(Optional.of("never"))) {
            commands.add("echo inherit > " + ThpWords.ofSize(policy));
        }
        return String.join(" and ", commands);
    }
}

package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.HostReach;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Predicts the host resources of a java command line by the page model; runs only a JVM without the application. */
public final class NeedPrediction {
    private NeedPrediction() {}

    /**
     * The resources that a JVM with these arguments needs on the hugetlb pool.
     *
     * @param arguments its own arguments, without those of a variant
     * @return empty if the JVM cannot be run, or does not print the size of its heap
     */
    public static Optional<Workload.Need> of(TargetJvm jvm, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(jvm.java().toString()));
        arguments.stream().filter(it -> !Conflicts.isAboutPages(it)).forEach(words::add);
        words.addAll(Variants.named("hugetlb").orElseThrow().arguments(jvm));
        words.add("Main");
        Host host = HostFacts.read(Roots.host(), HostReach.PREDICTION);
        return JavaCommand.here(words, Map.of())
                .known()
                .map(java -> PageModel.predict(java.launchHere(host), host.forAdvice()))
                .flatMap(NeedPrediction::need);
    }

    private static Optional<Workload.Need> need(Prediction prediction) {
        return prediction.vm().maxHeap().map(heap -> new Workload.Need(heap, bill(prediction)));
    }

    private static Optional<PoolBill> bill(Prediction prediction) {
        return HostReader.defaultPool()
                .flatMap(pool -> prediction.pools().stream()
                        .filter(forecast -> forecast.pageSize().equals(pool.pageSize()))
                        .findFirst()
                        .map(NeedPrediction::bill));
    }

    private static PoolBill bill(PoolForecast forecast) {
        return new PoolBill(
                forecast.pageSize(),
                List.of(new PoolBill.Item(
                        "JVM",
                        forecast.needGrown().min(),
                        forecast.needGrown().max(),
                        "the page model, heap fully grown")));
    }

    /** The resources of several JVMs that run at the same time. */
    static Optional<Workload.Need> sum(List<Workload.Need> needs) {
        return needs.stream()
                .reduce((a, b) -> new Workload.Need(
                        a.heap().plus(b.heap()),
                        a.pool().isPresent() && b.pool().isPresent()
                                ? Optional.of(new PoolBill(a.pool().get().pageSize(), items(a, b)))
                                : Optional.empty()));
    }

    private static List<PoolBill.Item> items(Workload.Need a, Workload.Need b) {
        List<PoolBill.Item> items = new ArrayList<>(a.pool().orElseThrow().items());
        items.addAll(b.pool().orElseThrow().items());
        return items;
    }

    /** The arguments that a launcher would pass to its JVM; empty if it would not start one. */
    static Optional<List<String>> arguments(List<String> command, Map<String, String> environment) {
        return JavaCommand.here(command, environment)
                .known()
                .filter(java -> java.refusal().isEmpty())
                .map(JavaCommand::arguments)
                .map(Arguments::texts);
    }

    /** Describes the heap and the pages of the pool. */
    static String describe(Workload.Need need) {
        return "heap up to " + need.heap()
                + need.pool()
                        .map(bill -> ", " + (bill.exact() ? "" : bill.min() + " to ") + bill.max() + " pages of "
                                + bill.pageSize() + " for huge pages everywhere")
                        .orElse("");
    }
}

package io.github.hpjvm.advisor.fleet;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.ContainerLimit;
import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Sysctl;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The name of a change without the values that differ between hosts, so that equal changes can be counted. */
final class ChangeName implements Action.Visitor<Optional<String>> {
    private static final ChangeName NAME = new ChangeName();

    private ChangeName() {}

    /** The name; empty for a restart, which follows from other changes. */
    static Optional<String> of(Action action) {
        return action.accept(NAME);
    }

    @Override
    public Optional<String> visit(JvmFlag flags) {
        Set<String> add = names(flags.add());
        Set<String> remove = names(flags.remove());
        // A flag that gets another value.
        Set<String> change = new LinkedHashSet<>(add);
        change.retainAll(remove);
        add.removeAll(change);
        remove.removeAll(change);
        return Optional.of(Stream.of(part("change", change), part("add", add), part("remove", remove))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", ")));
    }

    private static Optional<String> part(String verb, Set<String> flags) {
        return flags.isEmpty() ? Optional.empty() : Optional.of(verb + " " + String.join(" ", flags));
    }

    @Override
    public Optional<String> visit(Environment variable) {
        return Optional.of("set the variable " + variable.name());
    }

    @Override
    public Optional<String> visit(ChangeJdk jdk) {
        return Optional.of("change to JDK " + String.join(" or ", jdk.acceptable()));
    }

    @Override
    public Optional<String> visit(Sysctl sysctl) {
        return Optional.of("set " + sysctl.key() + value(sysctl.value()));
    }

    @Override
    public Optional<String> visit(KernelFile file) {
        return Optional.of("set " + file.path() + value(file.value()));
    }

    @Override
    public Optional<String> visit(CgroupFile file) {
        return Optional.of("set " + file.file().substring(file.file().lastIndexOf('/') + 1) + " of the control group");
    }

    @Override
    public Optional<String> visit(KernelArgument argument) {
        return Optional.of("set the " + argument.target());
    }

    @Override
    public Optional<String> visit(PodResource resource) {
        return Optional.of("set the pod's " + resource.target());
    }

    @Override
    public Optional<String> visit(ContainerLimit limit) {
        return Optional.of("start the container with a higher limit " + limit.name());
    }

    @Override
    public Optional<String> visit(RestartJvm restart) {
        return Optional.empty();
    }

    /** A word of a few, such as a mode of THP, is a part of the name; a number is not. */
    private static String value(String value) {
        return value.chars().allMatch(Character::isLetter) && !value.isEmpty() ? " to " + value : "";
    }

    /** The flags without their numbers, in order. */
    private static Set<String> names(List<String> flags) {
        return flags.stream()
                .map(flag -> flag.startsWith("-XX:") && flag.indexOf('=') > 0
                        ? flag.substring(0, flag.indexOf('='))
                        : flag.replaceFirst("^(-Xm[sxn])\\d.*", "$1"))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}

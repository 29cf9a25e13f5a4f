package io.github.hpjvm.advisor.fleet;

import io.github.hpjvm.advisor.action.Action;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The name of a change without the values that differ between hosts, so that equal changes can be counted. */
final class ChangeName implements Action.Visitor<Optional<String>> {
    private static final ChangeName NAME = new ChangeName();

    private ChangeName() {}

    /** The name; empty for a restart, which follows from other changes. */
    static Optional<String> of(Action action) {
        return action.accept(NAME);
    }

    @Override
    public Optional<String> visit(Action.JvmFlag flags) {
        String add = names(flags.add());
        String remove = names(flags.remove());
        return Optional.of(
                add.isEmpty() ? "remove " + remove : "add " + add + (remove.isEmpty() ? "" : ", remove " + remove));
    }

    @Override
    public Optional<String> visit(Action.Environment variable) {
        return Optional.of("set the variable " + variable.name());
    }

    @Override
    public Optional<String> visit(Action.ChangeJdk jdk) {
        return Optional.of("change to JDK " + String.join(" or ", jdk.acceptable()));
    }

    @Override
    public Optional<String> visit(Action.Sysctl sysctl) {
        return Optional.of("set " + sysctl.key() + value(sysctl.value()));
    }

    @Override
    public Optional<String> visit(Action.KernelFile file) {
        return Optional.of("set " + file.path() + value(file.value()));
    }

    @Override
    public Optional<String> visit(Action.CgroupFile file) {
        return Optional.of("set " + file.file().substring(file.file().lastIndexOf('/') + 1) + " of the control group");
    }

    @Override
    public Optional<String> visit(Action.KernelArgument argument) {
        return Optional.of("set the " + argument.target());
    }

    @Override
    public Optional<String> visit(Action.PodResource resource) {
        return Optional.of("set the pod's " + resource.target());
    }

    @Override
    public Optional<String> visit(Action.RestartJvm restart) {
        return Optional.empty();
    }

    /** A word of a few, such as a mode of THP, is a part of the name; a number is not. */
    private static String value(String value) {
        return value.chars().allMatch(Character::isLetter) && !value.isEmpty() ? " to " + value : "";
    }

    /** The flags without their numbers. */
    private static String names(List<String> flags) {
        return flags.stream()
                .map(flag -> flag.startsWith("-XX:") && flag.indexOf('=') > 0
                        ? flag.substring(0, flag.indexOf('='))
                        : flag.replaceFirst("^(-Xm[sxn])\\d.*", "$1"))
                .collect(Collectors.joining(" "));
    }
}

package io.github.hpjvm.advisor.action;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A limit on hugetlb pages of a container outside of Kubernetes. Its runtime makes the control groups anew at each start, so that
 * a value written to the file is lost. Podman and nerdctl take a file of control groups of version 2 with {@code --cgroup-conf}
 * (podman-run(1)); docker has no option for hugetlb pages (moby issue 30959) and sets no such limit.
 *
 * @param runtime the name of the runtime, as that of {@link io.github.hpjvm.advisor.facts.Container}
 * @param file the file of the present group
 * @param value the limit that suffices, in bytes
 * @param was the present limit
 */
public record ContainerLimit(String runtime, String file, String value, String was) implements Action {
    private static final Pattern OF_VERSION_2 = Pattern.compile("hugetlb\\.\\d{1,9}[KMG]B\\.(rsvd\\.)?max");

    @Override
    public Kind kind() {
        return Kind.CONTAINER_LIMIT;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }

    /** The name of the file, which is the same in a new container. */
    public String name() {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    @Override
    public String target() {
        return "limit " + file;
    }

    @Override
    public String command() {
        return "start the container anew with a limit " + name() + " of at least " + value + how();
    }

    /** Empty also for control groups of version 1. */
    @Override
    public Optional<String> podmanOption() {
        return option().filter(option -> runtime.equals("podman"));
    }

    private Optional<String> option() {
        return OF_VERSION_2.matcher(name()).matches()
                ? Optional.of("--cgroup-conf=" + name() + "=" + value)
                : Optional.empty();
    }

    /** How the runtime takes the limit. */
    private String how() {
        return switch (runtime) {
            case "podman" -> option().map(option -> " (" + option + ")").orElse("");
            case "containerd" ->
                option().map(option -> " (nerdctl: " + option + ")").orElse("");
            case "docker" -> ", or none: docker has no option for it, and sets none";
            default -> "";
        };
    }

    @Override
    public String cost() {
        return "restart of the container";
    }

    @Override
    public String undo() {
        return "start the container as before, with a limit " + name() + " of " + was;
    }
}

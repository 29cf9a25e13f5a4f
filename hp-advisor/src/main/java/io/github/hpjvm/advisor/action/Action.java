package io.github.hpjvm.advisor.action;

import java.util.Map;
import java.util.Optional;

/**
 * One change to a JVM, a pod or a host. Equal actions are one change, whichever findings advise it.
 *
 * <p>An action declares all that plans, forms and documents need to know of it. A new kind is a record of its own with its
 * {@link Kind}, and a method of {@link Visitor}, which the compiler then misses in each class that treats the kinds
 * differently.
 */
public sealed interface Action
        permits SettingAction,
                JvmFlag,
                Environment,
                ChangeJdk,
                KernelArgument,
                PodResource,
                ContainerLimit,
                RestartJvm {

    /** The kinds of actions. */
    enum Kind {
        JVM_FLAG(Scope.JVM, Phase.START, true),
        ENV(Scope.JVM, Phase.START, true),
        CHANGE_JDK(Scope.JVM, Phase.JDK, true),
        SYSCTL(Scope.HOST, Phase.HOST, false),
        FILE(Scope.HOST, Phase.HOST, false),
        CGROUP(Scope.HOST, Phase.HOST, false),
        KERNEL_ARG(Scope.HOST, Phase.BOOT, false),
        POD_RESOURCE(Scope.POD, Phase.POD, true),
        CONTAINER_LIMIT(Scope.POD, Phase.POD, true),
        RESTART_JVM(Scope.JVM, Phase.RESTART, false);

        private final Scope scope;
        private final Phase phase;
        private final boolean includesRestart;

        Kind(Scope scope, Phase phase, boolean includesRestart) {
            this.scope = scope;
            this.phase = phase;
            this.includesRestart = includesRestart;
        }

        /** The name in JSON documents. The limit of a container is one of a control group there, of the scope POD. */
        public String document() {
            return this == CONTAINER_LIMIT ? CGROUP.name() : name();
        }
    }

    /**
     * One method for each kind of action.
     *
     * @param <R> result for one action
     */
    interface Visitor<R> {
        R visit(JvmFlag flags);

        R visit(Environment variable);

        R visit(ChangeJdk jdk);

        R visit(Sysctl sysctl);

        R visit(KernelFile file);

        R visit(CgroupFile file);

        R visit(KernelArgument argument);

        R visit(PodResource resource);

        R visit(ContainerLimit limit);

        R visit(RestartJvm restart);
    }

    /** The kind of this action. */
    Kind kind();

    /** Calls the visitor's method for this kind. */
    <R> R accept(Visitor<R> visitor);

    /** The part of the system that the change touches. */
    default Scope scope() {
        return kind().scope;
    }

    /** When a plan carries it out. */
    default Phase phase() {
        return kind().phase;
    }

    /** Returns true if the JVM starts anew for it, so that a plan needs no {@link RestartJvm} beside it. */
    default boolean includesRestart() {
        return kind().includesRestart;
    }

    /** The name of its target, without the value. A plan has one action for each target. */
    String target();

    /** The command to type, or the step to do by hand; one line without a full stop. */
    String command();

    /** The change as part of a sentence, with the value that it replaces. */
    default String description() {
        return setting().map(Setting::description).orElseGet(this::command);
    }

    /** The cost in a few words: {@code restart}, {@code 2 GiB reserved}; empty if there is none. */
    String cost();

    /** Returns whether the JVM must end before it: a pool that takes the last available memory evicts or kills programs. */
    default boolean needsStop() {
        return false;
    }

    /** How to undo it, as a sentence or a command; empty if there is nothing to undo. */
    String undo();

    /** The action that undoes it; empty if no single action does, because the former state is not known. */
    default Optional<Action> inverse() {
        return Optional.empty();
    }

    /** The kernel's setting that it writes; empty if it writes none. */
    default Optional<Setting> setting() {
        return Optional.empty();
    }

    /** The kernel argument that has the same effect from boot on; empty if there is none. */
    default Optional<String> bootArgument() {
        return setting().flatMap(Setting::bootArgument);
    }

    /** The kernel arguments of the last boot that {@link #bootArgument} replaces; empty if it is added, or if there is none. */
    default Optional<String> replaced() {
        return Optional.empty();
    }

    /** The flags of the JVM that it changes; empty if it changes none. */
    default Optional<JvmFlag> flags() {
        return Optional.empty();
    }

    /** The variables that it sets in the environment of the JVM, by name. */
    default Map<String, String> variables() {
        return Map.of();
    }

    /** The resources of the container that it sets, by name. */
    default Map<String, String> resources() {
        return Map.of();
    }

    /** The option of podman-run(1) that makes the change; empty if there is none, or if the runtime is another one. */
    default Optional<String> podmanOption() {
        return Optional.empty();
    }
}

package io.github.hpjvm.advisor.action;

import io.github.hpjvm.os.text.ShellQuote;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One change to a JVM, a pod or a host. Equal actions are one change, whichever findings advise it.
 *
 * <p>An action declares all that plans, forms and documents need to know of it. A new kind is a record here with its
 * {@link Kind}, and a method of {@link Visitor}, which the compiler then misses in each class that treats the kinds
 * differently.
 */
public sealed interface Action {

    /** The kinds of actions. Their names are those of JSON documents. */
    enum Kind {
        JVM_FLAG(Scope.JVM, Phase.START, true),
        ENV(Scope.JVM, Phase.START, true),
        CHANGE_JDK(Scope.JVM, Phase.JDK, true),
        SYSCTL(Scope.HOST, Phase.HOST, false),
        FILE(Scope.HOST, Phase.HOST, false),
        CGROUP(Scope.HOST, Phase.HOST, false),
        KERNEL_ARG(Scope.HOST, Phase.BOOT, false),
        POD_RESOURCE(Scope.POD, Phase.POD, false),
        RESTART_JVM(Scope.JVM, Phase.RESTART, false);

        private final Scope scope;
        private final Phase phase;
        private final boolean includesRestart;

        Kind(Scope scope, Phase phase, boolean includesRestart) {
            this.scope = scope;
            this.phase = phase;
            this.includesRestart = includesRestart;
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

    /** A change of one setting of the kernel. */
    sealed interface SettingAction extends Action {

        /** The setting, with the value that is written and the value that it replaces. */
        Setting written();

        @Override
        default Optional<Setting> setting() {
            return Optional.of(written());
        }

        @Override
        default String target() {
            return written().target();
        }
    }

    /**
     * Flags of the JVM.
     *
     * @param add flags to add
     * @param remove flags to remove from the present arguments
     */
    record JvmFlag(List<String> add, List<String> remove) implements Action {
        public JvmFlag {
            add = List.copyOf(add);
            remove = List.copyOf(remove);
        }

        @Override
        public Kind kind() {
            return Kind.JVM_FLAG;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        @Override
        public String target() {
            return "flags";
        }

        @Override
        public String command() {
            String without = remove.isEmpty() ? "" : " without " + ShellQuote.words(remove);
            return add.isEmpty()
                    ? "start the JVM" + without
                    : "start the JVM with " + ShellQuote.words(add) + (remove.isEmpty() ? "" : "," + without);
        }

        @Override
        public String cost() {
            return "restart";
        }

        @Override
        public String undo() {
            return "start the JVM with its old arguments";
        }

        @Override
        public Optional<Action> inverse() {
            return Optional.of(new JvmFlag(remove, add));
        }

        @Override
        public Optional<JvmFlag> flags() {
            return Optional.of(this);
        }
    }

    /** A variable in the environment of the JVM. */
    record Environment(String name, String value) implements Action {
        public Environment {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(value, "value");
        }

        @Override
        public Kind kind() {
            return Kind.ENV;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        @Override
        public String target() {
            return "variable " + name;
        }

        @Override
        public String command() {
            return "start the JVM with " + name + "=" + value + " in its environment";
        }

        @Override
        public String cost() {
            return "restart";
        }

        @Override
        public String undo() {
            return "start the JVM with " + name + " as it was";
        }

        @Override
        public Map<String, String> variables() {
            return Map.of(name, value);
        }
    }

    /**
     * A Java runtime of another release.
     *
     * @param acceptable releases that have the fix, such as {@code 21.0.4}, the nearest first
     */
    record ChangeJdk(List<String> acceptable) implements Action {
        public ChangeJdk {
            acceptable = List.copyOf(acceptable);
            if (acceptable.isEmpty()) {
                throw new IllegalArgumentException("no release is acceptable");
            }
        }

        @Override
        public Kind kind() {
            return Kind.CHANGE_JDK;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        @Override
        public String target() {
            return "java";
        }

        @Override
        public String command() {
            return "start the JVM with JDK " + String.join(" or ", acceptable);
        }

        @Override
        public String cost() {
            return "restart on another Java";
        }

        @Override
        public String undo() {
            return "start the JVM on the Java that it has now";
        }
    }

    /**
     * A sysctl, named with dots.
     *
     * @param value to be set
     * @param was current value
     * @param cost see {@link Action#cost}
     */
    record Sysctl(String key, String value, String was, String cost) implements SettingAction {
        public Sysctl {
            Objects.requireNonNull(was, "was");
        }

        @Override
        public Kind kind() {
            return Kind.SYSCTL;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        @Override
        public Setting written() {
            return new Setting(Setting.Store.SYSCTL, key, value, was);
        }

        @Override
        public String command() {
            return "sudo sysctl -w " + key + "=" + value;
        }

        @Override
        public String undo() {
            return "sysctl -w " + key + "=" + was;
        }

        @Override
        public Optional<Action> inverse() {
            return Optional.of(new Sysctl(key, was, value, ""));
        }
    }

    /**
     * A file of sysfs or procfs.
     *
     * @param value to be written
     * @param was current value; of a file with a list of choices, the one in brackets
     * @param cost see {@link Action#cost}
     */
    record KernelFile(Path path, String value, String was, String cost) implements SettingAction {
        @Override
        public Kind kind() {
            return Kind.FILE;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        @Override
        public Setting written() {
            return new Setting(Setting.Store.KERNEL_FILE, path.toString(), value, was);
        }

        @Override
        public String command() {
            return "echo " + value + " | sudo tee " + path;
        }

        @Override
        public String undo() {
            return "echo " + was + " > " + path;
        }

        @Override
        public Optional<Action> inverse() {
            return Optional.of(new KernelFile(path, was, value, ""));
        }
    }

    /**
     * A file of a control group.
     *
     * @param value to be written
     * @param was current value
     */
    record CgroupFile(String file, String value, String was) implements SettingAction {
        @Override
        public Kind kind() {
            return Kind.CGROUP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        @Override
        public Setting written() {
            return new Setting(Setting.Store.CGROUP, file, value, was);
        }

        @Override
        public String command() {
            return "echo " + value + " | sudo tee " + ShellQuote.word(file);
        }

        @Override
        public String cost() {
            return "";
        }

        @Override
        public String undo() {
            return "echo " + was + " > " + ShellQuote.always(file);
        }

        @Override
        public Optional<Action> inverse() {
            return Optional.of(new CgroupFile(file, was, value));
        }
    }

    /**
     * An argument of the kernel, which it reads at boot.
     *
     * @param arg one argument, or a pair that belongs together: {@code hugepagesz=1G hugepages=4}
     */
    record KernelArgument(String arg) implements Action {
        private static final String PAGE_SIZE = "hugepagesz=";

        public KernelArgument {
            if (arg.isBlank()) {
                throw new IllegalArgumentException("an empty kernel argument");
            }
        }

        @Override
        public Kind kind() {
            return Kind.KERNEL_ARG;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        /** {@code transparent_hugepage}; the pools of two page sizes are two targets: {@code hugepagesz=1G}. */
        @Override
        public String target() {
            String first = arg.strip();
            int end = 0;
            while (end < first.length() && !Character.isWhitespace(first.charAt(end))) {
                end++;
            }
            first = first.substring(0, end);
            int equals = first.indexOf('=');
            return "kernel argument "
                    + (equals < 0 || first.startsWith(PAGE_SIZE) ? first : first.substring(0, equals));
        }

        @Override
        public String command() {
            return "add to the kernel's command line and reboot: " + arg;
        }

        @Override
        public String cost() {
            return "reboot";
        }

        @Override
        public String undo() {
            return "remove it from the kernel's arguments and reboot";
        }

        @Override
        public Optional<String> bootArgument() {
            return Optional.of(arg);
        }
    }

    /** A resource of a Kubernetes container, as request and as limit. */
    record PodResource(String name, String value) implements Action {
        @Override
        public Kind kind() {
            return Kind.POD_RESOURCE;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        @Override
        public String target() {
            return "resource " + name;
        }

        @Override
        public String command() {
            return "set the container's resource " + name + " to " + value;
        }

        @Override
        public String cost() {
            return "restart of the pod";
        }

        @Override
        public String undo() {
            return "remove the resource from the pod's specification";
        }

        @Override
        public Map<String, String> resources() {
            return Map.of(name, value);
        }
    }

    /** A restart of the JVM with its present arguments. */
    record RestartJvm() implements Action {
        @Override
        public Kind kind() {
            return Kind.RESTART_JVM;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visit(this);
        }

        @Override
        public String target() {
            return "restart";
        }

        @Override
        public String command() {
            return "restart the JVM";
        }

        @Override
        public String cost() {
            return "restart";
        }

        @Override
        public String undo() {
            return "";
        }
    }
}

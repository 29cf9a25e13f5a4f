package io.github.hpjvm.advisor.action;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One change. Two actions that are equal are one change, whichever findings ask for it. */
public sealed interface Action {

    /** What the change touches. */
    Scope scope();

    /** What it costs, in a few words: {@code restart}, {@code memory taken from others}; empty if nothing. */
    String cost();

    /** How to take it back, as a sentence or a command; empty if there is nothing to take back. */
    String undo();

    /** The change that takes it back; empty where none does so alone, as what stood there before is not known. */
    default Optional<Action> inverse() {
        return Optional.empty();
    }

    /**
     * Flags of the JVM.
     *
     * @param add to be given
     * @param remove to be taken out of what is given now
     */
    record JvmFlag(List<String> add, List<String> remove) implements Action {
        public JvmFlag {
            add = List.copyOf(add);
            remove = List.copyOf(remove);
        }

        @Override
        public Scope scope() {
            return Scope.JVM;
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
    }

    /** A variable in the environment of the JVM. */
    record Environment(String name, String value) implements Action {
        public Environment {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(value, "value");
        }

        @Override
        public Scope scope() {
            return Scope.JVM;
        }

        @Override
        public String cost() {
            return "restart";
        }

        @Override
        public String undo() {
            return "start the JVM with " + name + " as it was";
        }
    }

    /**
     * A Java runtime of another release.
     *
     * @param acceptable the releases that do, such as {@code 21.0.4}, the nearest first
     */
    record ChangeJdk(List<String> acceptable) implements Action {
        public ChangeJdk {
            acceptable = List.copyOf(acceptable);
            if (acceptable.isEmpty()) {
                throw new IllegalArgumentException("no release is acceptable");
            }
        }

        @Override
        public Scope scope() {
            return Scope.JVM;
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
     * @param was set now
     * @param cost see {@link Action#cost}
     */
    record Sysctl(String key, String value, String was, String cost) implements Action {
        public Sysctl {
            Objects.requireNonNull(was, "was");
        }

        @Override
        public Scope scope() {
            return Scope.HOST;
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
     * @param was in it; of a choice file the word in brackets
     * @param cost see {@link Action#cost}
     */
    record KernelFile(Path path, String value, String was, String cost) implements Action {
        @Override
        public Scope scope() {
            return Scope.HOST;
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
     * @param was in it
     */
    record CgroupFile(String file, String value, String was) implements Action {
        @Override
        public Scope scope() {
            return Scope.HOST;
        }

        @Override
        public String cost() {
            return "";
        }

        @Override
        public String undo() {
            return "echo " + was + " > '" + file.replace("'", "'\\''") + "'";
        }

        @Override
        public Optional<Action> inverse() {
            return Optional.of(new CgroupFile(file, was, value));
        }
    }

    /**
     * What the kernel is told at boot.
     *
     * @param arg one argument, or a pair that belongs together: {@code hugepagesz=1G hugepages=4}
     */
    record KernelArgument(String arg) implements Action {
        public KernelArgument {
            if (arg.isBlank()) {
                throw new IllegalArgumentException("an empty kernel argument");
            }
        }

        @Override
        public Scope scope() {
            return Scope.HOST;
        }

        @Override
        public String cost() {
            return "reboot";
        }

        @Override
        public String undo() {
            return "take it out of the kernel's arguments and boot again";
        }
    }

    /** A resource of a Kubernetes container, request and limit alike. */
    record PodResource(String name, String value) implements Action {
        @Override
        public Scope scope() {
            return Scope.POD;
        }

        @Override
        public String cost() {
            return "restart of the pod";
        }

        @Override
        public String undo() {
            return "take the resource out of the pod's specification";
        }
    }

    /** The JVM must be started anew, with the arguments that it has. */
    record RestartJvm() implements Action {
        @Override
        public Scope scope() {
            return Scope.JVM;
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

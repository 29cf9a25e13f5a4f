package io.github.hpjvm.advisor.action;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** One change. Two actions that are equal are one change, whichever findings ask for it. */
public sealed interface Action {

    /** What the change touches. */
    Scope scope();

    /** What it costs, in a few words: {@code restart}, {@code memory taken from others}; empty if nothing. */
    String cost();

    /** How to take it back, as a sentence or a command. */
    String undo();

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
    }

    /**
     * A file of a control group.
     *
     * @param value to be written
     * @param was in it
     */
    record CgroupFile(Path file, String value, String was) implements Action {
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
            return "echo " + was + " > " + file;
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

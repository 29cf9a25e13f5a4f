package io.github.hpjvm.advisor.action;

import java.util.List;

/**
 * A Java runtime of another release.
 *
 * @param acceptable releases that have the fix, such as {@code 21.0.4}, the nearest first
 */
public record ChangeJdk(List<String> acceptable) implements Action {
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

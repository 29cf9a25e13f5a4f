package io.github.hpjvm.advisor.action;

import java.util.Map;
import java.util.Objects;

/** A variable in the environment of the JVM. */
public record Environment(String name, String value) implements Action {
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

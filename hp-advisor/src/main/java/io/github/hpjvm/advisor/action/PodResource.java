package io.github.hpjvm.advisor.action;

import java.util.Map;

/** A resource of a Kubernetes container, as request and as limit. */
public record PodResource(String name, String value) implements Action {
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

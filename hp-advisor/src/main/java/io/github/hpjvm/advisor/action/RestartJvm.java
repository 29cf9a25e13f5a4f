package io.github.hpjvm.advisor.action;

/** A restart of the JVM with its present arguments. */
public record RestartJvm() implements Action {
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

package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.facts.Fact;

/** Commands that a JVM replies to, now or earlier. */
public interface JvmCommands {

    /** Returns the output of {@code jcmd PID command}; an unknown command is NOT_SUPPORTED. */
    Fact<String> command(String command);
}

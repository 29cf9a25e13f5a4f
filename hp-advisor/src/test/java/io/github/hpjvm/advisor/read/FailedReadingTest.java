package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process of a list whose reading fails. */
class FailedReadingTest {
    @TempDir
    private Path root;

    @Test
    void aFailureIsARowWithItsReason() {
        Roots roots = Roots.under(root);
        Jvm failed = Jvms.readOneOfMany(roots, 7, () -> {
            throw new IllegalStateException("a defect");
        });
        assertEquals(7, failed.pid());
        assertEquals(
                Optional.of(VmKind.OTHER), failed.identity().known().map(VmIdentity::vm), "lists have no other JVMs");
        assertEquals(
                "hp-jvm failed to read it: java.lang.IllegalStateException: a defect",
                failed.commandLine().source().excerpt());
        assertEquals(Reason.MALFORMED, ((Fact.Absent<?>) failed.arguments()).reason());
        Jvm read = JvmSamples.g1(21);
        assertSame(read, Jvms.readOneOfMany(roots, 7, () -> read));
        assertThrows(
                StackOverflowError.class,
                () -> Jvms.readOneOfMany(roots, 7, () -> {
                    throw new StackOverflowError();
                }));
    }
}

package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MeanwhileTest {

    @Test
    void anotherThreadComputesTheValue() {
        CountDownLatch goOn = new CountDownLatch(1);
        Meanwhile<Thread> other = Meanwhile.begin("waits", () -> {
            goOn.await();
            return Thread.currentThread();
        });
        goOn.countDown();
        assertNotSame(Thread.currentThread(), other.get());
        assertTrue(other.get().isDaemon());
        assertEquals("hp-advisor waits", other.get().getName());
    }

    @Test
    void passesExceptionsOn() {
        IOException cause = new IOException("gone");
        Meanwhile<String> other = Meanwhile.begin("fails", () -> {
            throw cause;
        });
        assertSame(cause, assertThrows(IllegalStateException.class, other::get).getCause());
    }

    @Test
    void anInterruptDoesNotEndTheWaitAndStaysSet() {
        CountDownLatch goOn = new CountDownLatch(1);
        Meanwhile<String> other = Meanwhile.begin("waits", () -> {
            goOn.await();
            return "all of it";
        });
        Thread waiting = Thread.currentThread();
        waiting.interrupt();
        new Thread(() -> {
                    while (waiting.getState() != Thread.State.WAITING) {
                        Thread.onSpinWait();
                    }
                    goOn.countDown();
                })
                .start();
        assertEquals("all of it", other.get());
        assertTrue(Thread.interrupted(), "it is kept");
    }
}

package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class MeanwhileTest {

    @Test
    void anotherThreadFindsOutWhileThisOneGoesOn() {
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

    /** In the same thread, after the answer, and also if there is none. */
    @Test
    void somethingElseIsDoneThen() throws Exception {
        for (boolean throwing : new boolean[] {false, true}) {
            BlockingQueue<String> done = new LinkedBlockingQueue<>();
            Meanwhile<String> meanwhile = Meanwhile.begin(
                    "does two things",
                    () -> {
                        done.add(Thread.currentThread().getName());
                        if (throwing) {
                            throw new IOException("of the work");
                        }
                        return "answer";
                    },
                    () -> done.add(Thread.currentThread().getName() + ", then"));
            if (throwing) {
                assertThrows(IllegalStateException.class, meanwhile::get);
            } else {
                assertEquals("answer", meanwhile.get());
            }
            assertEquals("hp-advisor does two things", done.take());
            assertEquals("hp-advisor does two things, then", done.take());
        }
    }

    @Test
    void whatItThrowsIsTold() {
        IOException cause = new IOException("gone");
        Meanwhile<String> other = Meanwhile.begin("fails", () -> {
            throw cause;
        });
        assertSame(cause, assertThrows(IllegalStateException.class, other::get).getCause());
    }

    @Test
    void anInterruptNeitherEndsTheWaitingNorIsItLost() {
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

package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.os.time.LimitedWait;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a counter within a time, on another thread. An endpoint that sends a byte a second, or a file that another user
 * replaces by a FIFO, would else hold up the trial, and with it the restore of the pages after Ctrl-C.
 */
final class LimitedMeter implements WorkMeter {
    private final WorkMeter meter;
    private final String name;
    private final Duration limit;
    private @Nullable Thread late;

    LimitedMeter(WorkMeter meter, String name, Duration limit) {
        this.meter = meter;
        this.name = name;
        this.limit = limit;
    }

    @Override
    public OptionalDouble read() throws UnreadableWorkException {
        return within(meter::read);
    }

    @Override
    public void skip() throws UnreadableWorkException {
        within(() -> {
            meter.skip();
            return OptionalDouble.empty();
        });
    }

    private OptionalDouble within(Callable<OptionalDouble> call) throws UnreadableWorkException {
        // A meter has a state, which the thread of a late reading may still change.
        if (late != null && late.isAlive()) {
            throw isLate();
        }
        FutureTask<OptionalDouble> task = new FutureTask<>(call);
        Thread reader = new Thread(task, "hp-bench reads " + name);
        reader.setDaemon(true);
        reader.start();
        try {
            return new LimitedWait(limit).on(task);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnreadableWorkException unreadable) {
                throw unreadable;
            }
            throw new UnreadableWorkException(name + " cannot be read: " + Unreadable.why(e.getCause()));
        } catch (TimeoutException e) {
            task.cancel(true);
            late = reader;
            throw isLate();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            late = reader;
            throw isLate();
        }
    }

    private UnreadableWorkException isLate() {
        return new UnreadableWorkException(name + " was not read within " + limit.toMillis() + " ms");
    }
}

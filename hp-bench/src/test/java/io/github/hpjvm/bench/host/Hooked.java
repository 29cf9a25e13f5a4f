package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Host files that take every write, except where a test overrides it. */
class Hooked implements HostFiles {
    private final HostFiles files;

    Hooked(HostFiles files) {
        this.files = files;
    }

    @Override
    public String value(Path file) throws IOException {
        return files.value(file);
    }

    @Override
    public Set<String> choices(Path file) throws IOException {
        return files.choices(file);
    }

    @Override
    public void write(HostChange change) throws IOException {
        files.write(change);
    }

    /** A kernel that has at most so many free pages. */
    static HostFiles shortOfMemory(HostFiles files, long most) {
        return new Hooked(files) {
            @Override
            public void write(HostChange change) throws IOException {
                boolean pool = change.file().endsWith("nr_hugepages");
                super.write(
                        pool
                                ? new HostChange(
                                        change.file(), Long.toString(Math.min(most, Long.parseLong(change.value()))))
                                : change);
            }
        };
    }

    /** A kernel that refuses writes to this file. */
    static HostFiles refusing(HostFiles files, Path file, IOException refusal) {
        return new Hooked(files) {
            @Override
            public void write(HostChange change) throws IOException {
                if (change.file().equals(file)) {
                    throw refusal;
                }
                super.write(change);
            }
        };
    }

    /** The process is killed right before its n-th read or write (from 0), or right after it. */
    static HostFiles killedAt(HostFiles files, int call, boolean after) {
        return new Hooked(files) {
            private int calls;

            @Override
            public String value(Path file) throws IOException {
                if (file.equals(FakeHost.MEMINFO)) {
                    return super.value(file);
                }
                boolean last = calls++ == call;
                killIf(last && !after);
                String value = super.value(file);
                killIf(last);
                return value;
            }

            @Override
            public void write(HostChange change) throws IOException {
                boolean last = calls++ == call;
                killIf(last && !after);
                super.write(change);
                killIf(last);
            }
        };
    }

    private static void killIf(boolean now) {
        if (now) {
            throw new Killed();
        }
    }

    /** Nothing of the code under test runs after this, as after {@code kill -9}. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }
}

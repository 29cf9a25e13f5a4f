package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.ShellQuote;
import java.util.Objects;

/** Result of restoring one entry of an undo file. */
public sealed interface Restored {

    /** The entry. */
    UndoEntry entry();

    /** One line for people; it ends with the command for a root shell if one is needed. */
    String line();

    /** Returns whether the file holds the found value: written now, or already there. */
    default boolean isRestored() {
        return false;
    }

    /** The found value was written and read back. */
    record Written(UndoEntry entry) implements Restored {
        @Override
        public String line() {
            return entry.file() + ": restored to " + entry.found();
        }

        @Override
        public boolean isRestored() {
            return true;
        }
    }

    /** The file already held the found value: the run was killed before its write, or another process restored it. */
    record AlreadyRestored(UndoEntry entry) implements Restored {
        @Override
        public String line() {
            return entry.file() + ": already restored to " + entry.found();
        }

        @Override
        public boolean isRestored() {
            return true;
        }
    }

    /**
     * The found value was written, and the file reads otherwise. Pool pages in use become surplus and are freed when
     * their process frees them (Documentation/admin-guide/mm/hugetlbpage.rst); no second write is needed.
     */
    record Differs(UndoEntry entry, String current) implements Restored {
        public Differs {
            current = PlainText.clean(current);
        }

        @Override
        public String line() {
            return entry.file() + ": wrote " + entry.found() + ", read back " + current
                    + " (huge pages in use leave the pool when their process frees them); to check later: cat "
                    + ShellQuote.word(entry.file().toString());
        }
    }

    /** Not restored: the value is neither the found value nor the value that hp-bench wrote, so another process set it. */
    record Foreign(UndoEntry entry, String current) implements Restored {
        public Foreign {
            current = PlainText.clean(current);
        }

        @Override
        public String line() {
            return entry.file() + ": not restored: it holds " + current + ", but hp-bench left ("
                    + entry.left()
                    + "). Another process changed it, or hp-bench was killed during the write. Its value"
                    + " before hp-bench was "
                    + entry.found() + "; to restore it: "
                    + entry.inverse().command();
        }
    }

    /** Not restored: hp-bench does not change this file, or never writes this value. */
    record Refused(UndoEntry entry, String why) implements Restored {
        public Refused {
            why = PlainText.clean(Objects.requireNonNull(why, "why"));
        }

        @Override
        public String line() {
            return PlainText.clean(entry.file().toString()) + ": not restored: " + why;
        }
    }

    /** Not restored: a reboot since then has already undone the change, unless something set it at boot. */
    record OtherBoot(UndoEntry entry) implements Restored {
        @Override
        public String line() {
            return entry.file() + ": not restored: the host was rebooted after hp-bench changed it to " + entry.left()
                    + ". Its value before hp-bench was " + entry.found() + "; to restore it: "
                    + entry.inverse().command();
        }
    }

    /** Not restored: the kernel file could not be read or written. The entry stays in the undo file. */
    record Failed(UndoEntry entry, String why) implements Restored {
        public Failed {
            why = PlainText.oneLine(Objects.requireNonNull(why, "why"));
        }

        @Override
        public String line() {
            return entry.file() + ": not restored: " + why + ". Its value before hp-bench was " + entry.found()
                    + "; try again as root, or type: "
                    + entry.inverse().command();
        }
    }
}

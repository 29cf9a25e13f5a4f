package io.github.hpjvm.bench.host;

import java.util.Objects;

/** What came of one entry of an undo. */
public sealed interface Restored {

    /** The entry. */
    UndoEntry entry();

    /** One line for people; where something is left to do, it ends with the command for a root shell. */
    String line();

    /** The found value is in place: written now, or there already. */
    default boolean isBack() {
        return false;
    }

    /** The found value was written and read back. */
    record PutBack(UndoEntry entry) implements Restored {
        @Override
        public String line() {
            return entry.file() + ": put back " + entry.found();
        }

        @Override
        public boolean isBack() {
            return true;
        }
    }

    /** The found value was there already: we were killed before our write, or somebody put it back by hand. */
    record AlreadyBack(UndoEntry entry) implements Restored {
        @Override
        public String line() {
            return entry.file() + ": is " + entry.found() + " again already";
        }

        @Override
        public boolean isBack() {
            return true;
        }
    }

    /**
     * The found value was written, and the file reads otherwise. Pool pages that a process still uses become surplus
     * and go when it frees them (Documentation/admin-guide/mm/hugetlbpage.rst); there is nothing to repeat.
     */
    record NotTaken(UndoEntry entry, String current) implements Restored {
        public NotTaken {
            current = PlainText.clean(current);
        }

        @Override
        public String line() {
            return entry.file() + ": wrote " + entry.found() + ", reads " + current
                    + " (huge pages in use go back when they are freed); to check later: cat "
                    + PlainText.quoted(entry.file().toString());
        }
    }

    /** Not put back: the value is neither what was found nor what we left, so somebody else set it. */
    record Foreign(UndoEntry entry, String current) implements Restored {
        public Foreign {
            current = PlainText.clean(current);
        }

        @Override
        public String line() {
            return entry.file() + ": not put back, as it is " + current + " now, which is not what we left ("
                    + entry.left()
                    + "): somebody else changed it, or we were stopped while it was being written. It was "
                    + entry.found() + " before us; to put that back by hand: "
                    + entry.inverse().command();
        }
    }

    /** Not put back: hp-bench does not change this file, or never leaves this value to put back. */
    record Refused(UndoEntry entry, String why) implements Restored {
        public Refused {
            why = PlainText.clean(Objects.requireNonNull(why, "why"));
        }

        @Override
        public String line() {
            return PlainText.clean(entry.file().toString()) + ": not put back: " + why;
        }
    }

    /** Not put back: the host was rebooted since, which has undone the change, unless something set it at boot. */
    record OtherBoot(UndoEntry entry) implements Restored {
        @Override
        public String line() {
            return entry.file() + ": not put back, as the host was rebooted since we changed it to " + entry.left()
                    + ". It was " + entry.found() + " before us; if it must be that again: "
                    + entry.inverse().command();
        }
    }

    /** Not put back: the kernel file could not be read or written. The entry stays in the undo file. */
    record Failed(UndoEntry entry, String why) implements Restored {
        public Failed {
            why = PlainText.oneLine(Objects.requireNonNull(why, "why"));
        }

        @Override
        public String line() {
            return entry.file() + ": not put back: " + why + ". It was " + entry.found()
                    + " before us; try again as root, or by hand: "
                    + entry.inverse().command();
        }
    }
}

package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.os.text.ShellQuote;

/**
 * Commands for the comments of a form whose file has a number of pages and no condition. They raise a pool and never lower
 * it, read it back, and fail if the kernel granted too few pages.
 */
final class PoolCommands {
    private PoolCommands() {}

    /** A command that fails unless the value is set; a pool may be larger. */
    static String check(Setting setting) {
        return HostScript.raisesPool(setting)
                ? check(setting.name(), setting.file(), setting.value())
                // Of a list of choices the one in brackets is set (Documentation/admin-guide/mm/transhuge.rst).
                : "[ \"$(sed 's/.*\\[\\(.*\\)\\].*/\\1/' " + ShellQuote.word(setting.file()) + ")\" = "
                        + ShellQuote.always(setting.value()) + " ]";
    }

    /** A command that fails if the pool has fewer pages. */
    static String check(PoolSetting pool, long pages) {
        return check(pool.name(), pool.file().toString(), String.valueOf(pages));
    }

    private static String check(String name, String file, String pages) {
        return "n=$(" + read(file) + "); [ \"$n\" -ge " + pages + " ] || { echo \"" + name + ": $n of " + pages
                + " pages: memory is in use or fragmented: $(grep MemAvailable /proc/meminfo)\" >&2; false; }";
    }

    /** The command, run only if the pool is smaller. */
    static String unlessLarger(Setting setting, String command) {
        return HostScript.raisesPool(setting)
                ? "[ \"$(" + read(setting.file()) + ")\" -ge " + setting.value() + " ] || " + command
                : command;
    }

    /** The command that restores the old value. A pool that is larger than what was set belongs to others as well. */
    static String undo(Setting setting) {
        String back = Setting.command(setting.was(), setting.file());
        return HostScript.raisesPool(setting)
                ? "[ \"$(" + read(setting.file()) + ")\" -gt " + setting.value() + " ] || " + back
                : back;
    }

    /** The persistent pages: files of sysfs count the surplus as well (nr_hugepages_show_common in {@code mm/hugetlb.c}). */
    private static String read(String file) {
        return file.startsWith("/sys/")
                ? "echo $(($(cat " + file + ") - $(cat " + file.replace("/nr_hugepages", "/surplus_hugepages") + ")))"
                : "cat " + file;
    }
}

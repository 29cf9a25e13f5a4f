import org.jspecify.annotations.NullMarked;

/** What all modules of hp-jvm share about Linux. It has no promised API. */
@NullMarked
@SuppressWarnings("module") // the modules that depend on this one are not there when it is compiled
module io.github.hpjvm.os {
    requires static com.sun.jna;
    requires static org.jspecify;

    exports io.github.hpjvm.os.file to
            io.github.hpjvm.advisor,
            io.github.hpjvm.console,
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.os.libc to
            io.github.hpjvm.advisor,
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.os.proc to
            io.github.hpjvm.advisor,
            io.github.hpjvm.console,
            io.github.hpjvm.bench;
    exports io.github.hpjvm.os.text to
            io.github.hpjvm.advisor,
            io.github.hpjvm.console,
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.os.time to
            io.github.hpjvm.advisor,
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
}

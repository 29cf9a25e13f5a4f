/** The terminal, errors, progress, and files that a user names. It has no promised API. */
@SuppressWarnings("module") // hp-bench and hp-cli are not there when this module is compiled
module io.github.hpjvm.console {
    requires io.github.hpjvm.os;
    requires static org.jspecify;

    exports io.github.hpjvm.console to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.console.error to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.console.file to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.console.option to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.console.process to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
    exports io.github.hpjvm.console.terminal to
            io.github.hpjvm.bench,
            io.github.hpjvm.cli;
}

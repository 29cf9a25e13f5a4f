import org.jspecify.annotations.NullMarked;

/** What all modules of hp-jvm share about Linux. It is exported to them alone, and has no promised API. */
@NullMarked
@SuppressWarnings("module") // the modules that depend on this one are not there when it is compiled
module io.github.hpjvm.os {
    requires static org.jspecify;

    exports io.github.hpjvm.os.text to
            io.github.hpjvm.advisor;
}

package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import java.util.List;

/** Writes a plan in one form. An action that the form cannot express becomes a comment. */
interface Emitter {

    /** The files, at least one. For an empty plan it is one file that says so and changes nothing. */
    List<ConfigFile> files(Advice advice);
}

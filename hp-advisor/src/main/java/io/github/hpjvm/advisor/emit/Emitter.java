package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import java.util.List;

/** Writes a plan in one form. What the form cannot say is a comment in it and never left out. */
interface Emitter {

    /** The files, at least one; of an empty plan one that says so and changes nothing. */
    List<ConfigFile> files(Advice advice);
}

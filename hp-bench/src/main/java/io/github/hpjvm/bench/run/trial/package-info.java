/** Changes the pages of a running process, and measures it meanwhile. */
package io.github.hpjvm.bench.run.trial;

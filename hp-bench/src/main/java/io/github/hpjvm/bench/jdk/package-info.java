/** Whether a build of the JDK maps the pages that its arguments request: cases, judgement, report. Pure. */
package io.github.hpjvm.bench.jdk;

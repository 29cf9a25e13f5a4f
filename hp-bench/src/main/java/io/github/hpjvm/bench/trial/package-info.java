/**
 * The gain of huge pages in a running process: blocks of memory, steps and their limit, the order of the measured turns, the
 * answer, and what forbids a trial. Pure.
 */
package io.github.hpjvm.bench.trial;

/** A JMH jar of somebody else's as a thing to be measured: what it holds, and one fork of it, made by the JMH that is in it. */
package io.github.hpjvm.bench.run.jar;

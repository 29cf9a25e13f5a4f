/** The judge of the page model: real JVMs in real host states, each compared with what was foretold of it. */
package io.github.hpjvm.it.matrix;

/** Tests of the page model: real JVMs in real host states, each compared with its prediction. */
package io.github.hpjvm.it.matrix;

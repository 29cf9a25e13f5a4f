/** The kernel lab: JVMs on the kernels of guests, each compared with its prediction and with the advice on it. */
package io.github.hpjvm.it.kernels;

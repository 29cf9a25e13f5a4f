/** Computes upper bounds of the time that other pages can save, from measurements. */
package io.github.hpjvm.advisor.gain;

/** Applies actions to facts and predicts the pages of a JVM again, as if all actions had been carried out. */
package io.github.hpjvm.advisor.whatif;

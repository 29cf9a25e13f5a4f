/** Applies actions to facts and predicts again: what would be if it were all done. */
package io.github.hpjvm.advisor.whatif;

/** What several rules ask and say: how they look at facts, and the arguments and words that they have in common. */
package io.github.hpjvm.advisor.rule.support;

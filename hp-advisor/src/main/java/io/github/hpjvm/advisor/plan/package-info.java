/** From outcomes to one list of actions, ordered and without repetition. */
package io.github.hpjvm.advisor.plan;

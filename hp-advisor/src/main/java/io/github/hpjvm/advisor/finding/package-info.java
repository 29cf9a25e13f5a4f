/** What a rule answered: outcomes, how bad a finding is, and the evidence that it rests on. */
package io.github.hpjvm.advisor.finding;

/** One class a rule: a question about a JVM and its host, answered from facts alone. {@link Rules} lists them. */
package io.github.hpjvm.advisor.rule;

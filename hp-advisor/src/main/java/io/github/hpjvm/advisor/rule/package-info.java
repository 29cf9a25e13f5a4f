/** Rules: each class checks one JVM and its host, computed from facts alone. {@link Rules} lists them. */
package io.github.hpjvm.advisor.rule;

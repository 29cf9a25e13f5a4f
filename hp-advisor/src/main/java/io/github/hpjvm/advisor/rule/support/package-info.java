/** Shared parts of rules: access to facts, and the arguments, files and texts that they have in common. */
package io.github.hpjvm.advisor.rule.support;

/** Results of rules: outcomes, severities and evidence. */
package io.github.hpjvm.advisor.finding;

/** Things that can be changed, as values: what to write where, at what cost, and how to take it back. */
package io.github.hpjvm.advisor.action;

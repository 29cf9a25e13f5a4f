/**
 * The base of the integration tests: real JVMs, the host and its state, the built launcher, the output of a campaign.
 */
package io.github.hpjvm.it.lab;

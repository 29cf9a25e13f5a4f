/** What the integration tests stand on: real JVMs, the host and its state, the built launcher, what a campaign wrote. */
package io.github.hpjvm.it.lab;

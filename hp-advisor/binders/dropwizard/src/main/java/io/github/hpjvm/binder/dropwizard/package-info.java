/** The health check for Dropwizard. */
package io.github.hpjvm.binder.dropwizard;

/** The health check for MicroProfile Health. */
package io.github.hpjvm.binder.microprofile;

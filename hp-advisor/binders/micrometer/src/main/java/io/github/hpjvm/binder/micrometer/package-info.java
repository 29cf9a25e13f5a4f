/** Gauges of Micrometer. */
package io.github.hpjvm.binder.micrometer;

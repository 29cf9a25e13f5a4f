/** Metrics for Prometheus: facts and advice as snapshots of metrics, and the server that exposes them. */
package io.github.hpjvm.cli.metrics;

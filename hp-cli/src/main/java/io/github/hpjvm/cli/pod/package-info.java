/** Reads the manifest of a Kubernetes pod, and predicts the pages of its JVM on a node. */
package io.github.hpjvm.cli.pod;

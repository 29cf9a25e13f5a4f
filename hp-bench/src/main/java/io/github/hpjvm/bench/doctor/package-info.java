/** What this host and this JVM allow a campaign to measure, found out by trying. */
package io.github.hpjvm.bench.doctor;

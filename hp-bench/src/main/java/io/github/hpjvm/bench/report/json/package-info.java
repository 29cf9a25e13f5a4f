/**
 * Writes and reads results.json and other JSON documents, which are records named {@code ...Document}. The codec of hp-advisor
 * makes objects of them, and records of objects.
 */
package io.github.hpjvm.bench.report.json;

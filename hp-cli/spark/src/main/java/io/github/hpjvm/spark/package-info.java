/** The rows and the summary of {@code hp-cli fleet}, computed by Apache Spark. */
package io.github.hpjvm.spark;

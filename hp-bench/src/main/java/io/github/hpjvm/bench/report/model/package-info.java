/** The findings of a campaign as text and numbers, before any of the forms in which they are written. */
package io.github.hpjvm.bench.report.model;

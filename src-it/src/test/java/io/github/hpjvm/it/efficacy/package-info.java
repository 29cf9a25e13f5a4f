/**
 * Tests of the advice: it is followed literally, has the predicted effect, can be undone and harms no other process.
 */
package io.github.hpjvm.it.efficacy;

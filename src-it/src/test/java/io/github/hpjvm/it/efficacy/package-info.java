/** The labs of the advice: it is followed to the letter, does what it said, can be taken back and harms nobody. */
package io.github.hpjvm.it.efficacy;

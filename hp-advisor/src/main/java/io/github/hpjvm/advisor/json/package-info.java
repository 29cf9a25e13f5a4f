/**
 * Writes facts and advice as JSON. No other package of hp-advisor uses Jackson. This one uses its streaming core only, and
 * records have no annotations.
 */
package io.github.hpjvm.advisor.json;

/**
 * Facts and advice as JSON. The only package of hp-advisor that sees Jackson, and of Jackson only the streaming core: the
 * records themselves carry no annotations.
 */
package io.github.hpjvm.advisor.json;

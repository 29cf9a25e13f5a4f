package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;

/**
 * An action of a plan.
 *
 * @param id name by which findings refer to it: {@code a1}
 */
public record Step(String id, Action action) {}

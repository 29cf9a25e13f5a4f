package io.github.hpjvm.advisor.json;

/** A component of a document that has no member of its own: its members are in the place of it. */
public record InPlace<T extends Record>(T record) {}

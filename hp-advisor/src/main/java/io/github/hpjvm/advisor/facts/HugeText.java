package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * Huge pages for code on Alibaba Cloud Linux (files {@code hugetext_enabled} and
 * {@code hugetext_pad_threshold} beside those of transparent huge pages).
 *
 * @param enabled 0 for none, 1 for files that are mapped executable, 2 for executable anonymous memory, such as a code
 *     cache, 3 for both
 * @param padThreshold a last piece of text of more bytes than this is filled up to a huge page; empty if this kernel
 *     cannot
 */
public record HugeText(long enabled, Optional<Bytes> padThreshold) {

    public HugeText {
        Objects.requireNonNull(padThreshold, "padThreshold");
    }

    public boolean files() {
        return (enabled & 1) != 0;
    }

    public boolean anonymous() {
        return (enabled & 2) != 0;
    }
}

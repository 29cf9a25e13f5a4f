package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.term.Requested;
import java.util.Optional;

/**
 * The properties of a rule that do not depend on facts. Other packages ask for them, and never read an id.
 *
 * @param id the stable id, such as {@code HP-101}; never reused for another rule. Its first digit is the number of the
 *     family
 * @param title a short description of the problem, for the index
 * @param subject the subject: {@code heap}, {@code pool}, {@code jvm}
 * @param family the family
 * @param affected the memory that the actions of the rule bring into use
 * @param ofHealthCheck true if the health check of a service evaluates this rule: only rules about the pages that the
 *     heap has, or could have. The other rules are about the setup, which does not change while the service runs
 * @param mayWarn false if each finding of the rule is an INFO, so that no plan can lead to a warning of it
 * @param requested the pages that a JVM must request for the rule to apply; empty if the rule applies to any
 */
public record Declaration(
        String id,
        String title,
        String subject,
        Family family,
        Affected affected,
        boolean ofHealthCheck,
        boolean mayWarn,
        Optional<Requested> requested) {

    /** The declaration of a rule that is not part of the health check. */
    Declaration(String id, String title, String subject, Family family, Affected affected) {
        this(id, title, subject, family, affected, false, true, Optional.empty());
    }

    /** The same declaration of a rule that is part of the health check. */
    Declaration inHealthCheck() {
        return new Declaration(id, title, subject, family, affected, true, mayWarn, requested);
    }

    /** The same declaration of a rule that reports no warning. */
    Declaration onlyInforms() {
        return new Declaration(id, title, subject, family, affected, ofHealthCheck, false, requested);
    }

    /** The same declaration of a rule that does not apply unless the JVM requests these pages. */
    Declaration whenRequested(Requested pages) {
        return new Declaration(id, title, subject, family, affected, ofHealthCheck, mayWarn, Optional.of(pages));
    }
}

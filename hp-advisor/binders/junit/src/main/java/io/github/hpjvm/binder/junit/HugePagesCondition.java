package io.github.hpjvm.binder.junit;

import io.github.hpjvm.advisor.HugePages;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips or fails tests with {@link RequiresHugePages}. It waits up to 10 seconds for the first examination of the heap. */
public final class HugePagesCondition implements ExecutionCondition, BeforeEachCallback {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String MODE = "hp-jvm.requires-huge-pages";

    /** Creates the condition. */
    public HugePagesCondition() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<RequiresHugePages> required = annotation(context);
        if (required.isEmpty() || fails(context, required.get())) {
            return ConditionEvaluationResult.enabled("fails without huge pages");
        }
        return Requirement.lack(HugePages.check(PATIENCE), required.get().value())
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("the heap is on huge pages"));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        annotation(context)
                .filter(required -> fails(context, required))
                .flatMap(required -> Requirement.lack(HugePages.check(PATIENCE), required.value()))
                .ifPresent(lack -> {
                    throw new AssertionError(lack);
                });
    }

    private static boolean fails(ExtensionContext context, RequiresHugePages required) {
        return required.orFail()
                || context.getConfigurationParameter(MODE)
                        .filter("fail"::equals)
                        .isPresent();
    }

    /** Returns the annotation of the test, else that of its class, else that of a class around it. */
    private static Optional<RequiresHugePages> annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), RequiresHugePages.class)
                .or(() -> context.getParent().flatMap(HugePagesCondition::annotation));
    }
}

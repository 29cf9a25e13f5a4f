package io.github.hpjvm.jmh;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Checks that the jar needs only what the forks of every JMH project have. */
@AnalyzeClasses(packages = "io.github.hpjvm.jmh", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule seesTheJdkAndJmhOnly = classes()
            .should()
            .onlyDependOnClassesThat(
                    resideInAnyPackage("java..", "javax.management..", "org.openjdk.jmh..", "io.github.hpjvm.jmh.."));
}

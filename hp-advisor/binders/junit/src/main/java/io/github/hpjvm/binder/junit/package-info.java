/** Tests that need huge pages behind the heap, for JUnit Jupiter (5 and 6). */
package io.github.hpjvm.binder.junit;

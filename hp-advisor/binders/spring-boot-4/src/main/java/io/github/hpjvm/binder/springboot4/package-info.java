/** The health check for Spring Boot 4. */
package io.github.hpjvm.binder.springboot4;

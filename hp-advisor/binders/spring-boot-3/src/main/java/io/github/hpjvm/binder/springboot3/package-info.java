/** The health check for Spring Boot 3. */
package io.github.hpjvm.binder.springboot3;

/** Entry points for services and scripts, with default settings. */
package io.github.hpjvm.advisor;

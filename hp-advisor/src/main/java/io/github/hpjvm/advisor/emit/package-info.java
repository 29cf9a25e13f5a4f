/**
 * Writes a plan as configuration: a shell script, sysctl.d, tuned, systemd, tmpfiles.d, kernel arguments, Kubernetes,
 * Ansible, cloud-init, compose, quadlet, or flags of the JVM.
 * All classes are pure. Each form has one class, and so has each quoting language.
 */
package io.github.hpjvm.advisor.emit;

/**
 * A service on netty and its clients, each in a separate process. Only this package of workloads opens sockets and
 * starts a process. Compiled with {@code --release 8}.
 */
package io.github.hpjvm.bench.workload.tcp;

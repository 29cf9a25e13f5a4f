/**
 * A service on netty and the clients that ask it, each in a process of its own. The one place among the workloads that
 * opens sockets and starts a process. Compiled with {@code --release 8}.
 */
package io.github.hpjvm.bench.workload.tcp;

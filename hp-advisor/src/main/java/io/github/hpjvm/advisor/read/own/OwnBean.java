package io.github.hpjvm.advisor.read.own;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** A bean in the platform's MBean server of the JVM that we run in. */
public final class OwnBean {
    private final MBeanServer server;
    private final ObjectName name;

    private OwnBean(MBeanServer server, ObjectName name) {
        this.server = server;
        this.name = name;
    }

    /**
     * Registers a bean.
     *
     * @throws IllegalStateException if the name is in use, or a security manager denies the registration
     */
    public static OwnBean register(Object bean, String name) {
        try {
            OwnBean own = new OwnBean(ManagementFactory.getPlatformMBeanServer(), new ObjectName(name));
            own.server.registerMBean(bean, own.name);
            return own;
        } catch (InstanceAlreadyExistsException e) {
            throw new IllegalStateException(
                    name + " is registered already: close that registration, or register this bean with another name",
                    e);
        } catch (JMException | SecurityException e) {
            throw new IllegalStateException(name + " cannot be registered: " + e.getMessage(), e);
        }
    }

    /** Unregisters the bean; without effect if it is not registered. */
    public void unregister() {
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            // It is unregistered.
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}

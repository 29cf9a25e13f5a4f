package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.action.Action;
import java.util.ArrayList;
import java.util.Map;

/** The members by which the kinds of actions differ. */
final class ActionFields {
    private ActionFields() {}

    static String kind(Action action) {
        if (action instanceof Action.JvmFlag) {
            return "JVM_FLAG";
        }
        if (action instanceof Action.Environment) {
            return "ENV";
        }
        if (action instanceof Action.ChangeJdk) {
            return "CHANGE_JDK";
        }
        if (action instanceof Action.KernelArgument) {
            return "KERNEL_ARG";
        }
        if (action instanceof Action.Sysctl) {
            return "SYSCTL";
        }
        if (action instanceof Action.KernelFile) {
            return "FILE";
        }
        if (action instanceof Action.CgroupFile) {
            return "CGROUP";
        }
        return action instanceof Action.PodResource ? "POD_RESOURCE" : "RESTART_JVM";
    }

    static void put(Action action, Map<String, Object> object) {
        if (action instanceof Action.JvmFlag flag) {
            object.put("add", new ArrayList<Object>(flag.add()));
            object.put("remove", new ArrayList<Object>(flag.remove()));
        } else if (action instanceof Action.Environment variable) {
            object.put("name", variable.name());
            object.put("value", variable.value());
        } else if (action instanceof Action.ChangeJdk jdk) {
            object.put("acceptable", new ArrayList<Object>(jdk.acceptable()));
        } else if (action instanceof Action.KernelArgument argument) {
            object.put("arg", argument.arg());
        } else if (action instanceof Action.Sysctl sysctl) {
            object.put("key", sysctl.key());
            write(object, sysctl.value(), sysctl.was());
        } else if (action instanceof Action.KernelFile file) {
            object.put("path", file.path().toString());
            write(object, file.value(), file.was());
        } else if (action instanceof Action.CgroupFile file) {
            object.put("file", file.file());
            write(object, file.value(), file.was());
        } else if (action instanceof Action.PodResource resource) {
            object.put("name", resource.name());
            object.put("value", resource.value());
        }
    }

    private static void write(Map<String, Object> object, String value, String was) {
        object.put("value", value);
        object.put("was", was);
    }
}

package io.github.hpjvm.cli.pod;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the container of a JVM in the manifest of a pod, or of an object that makes pods. */
public final class PodFile {
    private static final String KINDS = "Pod, Deployment, StatefulSet, DaemonSet, ReplicaSet, Job or CronJob";

    private static final String LIST = "List";

    private PodFile() {}

    /**
     * Finds the container.
     *
     * @param text YAML or JSON, one document or several
     * @param name name of the container, also of one of {@code initContainers}; empty for the only one, or the only one that
     *     starts java or sets its options
     * @throws PodException if the text is not YAML, has no pod, or more than one container fits
     */
    public static PodContainer container(String text, Optional<String> name) {
        List<PodContainer> all = new ArrayList<>();
        List<YamlValue> documents =
                YamlValue.documents(text).stream().filter(YamlValue::isMap).toList();
        documents.forEach(document -> all.addAll(containers(document, "containers")));
        if (all.isEmpty()) {
            throw new PodException(1, "no containers: expected a document of kind " + KINDS);
        }
        if (name.isPresent()) {
            documents.forEach(document -> all.addAll(containers(document, "initContainers")));
            List<PodContainer> named = all.stream()
                    .filter(one -> one.name().equals(name.get()) || path(one).equalsIgnoreCase(name.get()))
                    .toList();
            if (named.size() != 1) {
                throw new PodException(
                        1,
                        named.isEmpty()
                                ? "no container " + name.get() + "; there are " + names(all)
                                : "several containers " + name.get() + ", choose one with --container: "
                                        + names(named));
            }
            return named.get(0);
        }
        List<PodContainer> java = all.stream().filter(PodFile::isJava).toList();
        List<PodContainer> fitting = java.isEmpty() ? all : java;
        if (fitting.size() > 1) {
            throw new PodException(1, "several containers, choose one with --container: " + names(fitting));
        }
        return fitting.get(0);
    }

    /** The names to choose from, with the owner where it takes that to tell two apart. */
    private static String names(List<PodContainer> all) {
        boolean same = all.stream().map(PodContainer::name).distinct().count() < all.size();
        return all.stream().map(same ? PodFile::path : PodContainer::name).collect(Collectors.joining(", "));
    }

    /** Kind and name of the object, and the name of the container: {@code Deployment/shop/app}. */
    private static String path(PodContainer container) {
        return container.owner().replace(' ', '/') + "/" + container.name();
    }

    private static String kind(YamlValue document) {
        return document.get("kind").map(YamlValue::text).orElse("");
    }

    private static List<PodContainer> containers(YamlValue document, String key) {
        return containers(document, key, new HashSet<>(Set.of(document.identity())));
    }

    /** @param lists the lists that were read: an alias may make a list its own item */
    private static List<PodContainer> containers(YamlValue document, String key, Set<Object> lists) {
        String kind = kind(document);
        if (kind.equals(LIST)) { // kubectl get -o yaml
            return document.get("items").map(YamlValue::list).orElse(List.of()).stream()
                    .filter(YamlValue::isMap)
                    .filter(item -> !kind(item).equals(LIST) || lists.add(item.identity()))
                    .flatMap(item -> containers(item, key, lists).stream())
                    .toList();
        }
        Optional<YamlValue> spec = switch (kind) {
            case "Pod" -> document.at("spec");
            case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job" ->
                document.at("spec", "template", "spec");
            case "CronJob" -> document.at("spec", "jobTemplate", "spec", "template", "spec");
            default -> Optional.empty();
        };
        String owner = kind + " "
                + document.at("metadata", "name").map(YamlValue::text).orElse("");
        if (spec.isEmpty()) {
            return List.of();
        }
        PodResources resources = PodResources.of(spec.get());
        return spec.get().get(key).map(YamlValue::list).orElse(List.of()).stream()
                .map(container -> PodContainer.of(owner.strip(), resources, container))
                .toList();
    }

    private static boolean isJava(PodContainer container) {
        return container.startsJava()
                || container.environment().keySet().stream().anyMatch(PodContainer.OPTIONS::contains);
    }
}

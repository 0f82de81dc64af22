/** The Kubernetes manifests: each against the API's schema, and all of them together. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { kubernetesSchemas } from "./kubernetes-schema.ts";

const root = join(import.meta.dirname, "../..");
const ajv = new Ajv2020({ allErrors: true });

type Labels = Record<string, string>;
type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, unknown> };
type Container = {
  env: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  ports: { name: string; containerPort: number }[];
  securityContext: unknown;
  lifecycle: { preStop: { sleep: { seconds: number } } };
} & Record<"startupProbe" | "readinessProbe" | "livenessProbe", { httpGet: { path: string; port: string } }>;
type Pod = {
  metadata: { labels: Labels };
  spec: {
    containers: [Container];
    volumes: { name: string; secret?: { secretName: string; items: { key: string; path: string }[] } }[];
    securityContext: Record<string, unknown>;
    terminationGracePeriodSeconds: number;
  };
};

const manifests = globSync(["deploy/kubernetes/*.yaml", "deploy/observability/service-monitor.yaml"], {
  cwd: root,
}).map((name) => parse(readFileSync(join(root, name), "utf8")) as Manifest);

function faultsOf(manifest: Manifest): string[] {
  const schema = kubernetesSchemas[manifest.kind];
  if (schema === undefined) return [`${manifest.kind} is an unknown kind.`];
  const validate = ajv.compile(schema);
  return validate(manifest)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function manifestOf(kind: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind);
  assert.ok(found !== undefined, kind);
  return found;
}

const pod = manifestOf("Deployment").spec["template"] as Pod;
const [container] = pod.spec.containers;

test("every manifest matches the API's schema, and a typo in one is found", () => {
  assert.deepEqual(manifests.map(({ kind }) => kind).sort(), Object.keys(kubernetesSchemas).sort());
  for (const manifest of manifests) assert.deepEqual(faultsOf(manifest), [], manifest.kind);
  const slips: readonly ((manifest: { spec: Record<string, unknown> }) => void)[] = [
    ({ spec }) => delete spec["selector"],
    ({ spec }) => (spec["replica"] = 2),
    ({ spec }) => (spec["replicas"] = "2"),
    ({ spec }) => ((spec["template"] as Pod).spec.containers[0].ports = [{ name: "HTTP", containerPort: 7480 }]),
  ];
  for (const slip of slips) {
    const broken = structuredClone(manifestOf("Deployment"));
    slip(broken);
    assert.notDeepEqual(faultsOf(broken), []);
  }
});

test("all select existing pods, and the service and probes use an open port", () => {
  const { labels } = pod.metadata;
  const selectors = [
    manifestOf("Deployment").spec["selector"],
    manifestOf("PodDisruptionBudget").spec["selector"],
    manifestOf("NetworkPolicy").spec["podSelector"],
    { matchLabels: manifestOf("Service").spec["selector"] },
  ] as { matchLabels: Labels }[];
  for (const { matchLabels } of selectors) assert.deepEqual(matchLabels, labels);
  const portNames = container.ports.map(({ name }) => name);
  const servicePorts = manifestOf("Service").spec["ports"] as { targetPort: string }[];
  for (const { targetPort } of servicePorts) assert.ok(portNames.includes(targetPort), targetPort);
  for (const kind of ["startupProbe", "readinessProbe", "livenessProbe"] as const) {
    const { path, port } = container[kind].httpGet;
    assert.ok(portNames.includes(port), port);
    // Only the process itself is a reason for a restart; an unreachable database isn't.
    assert.equal(path, kind === "livenessProbe" ? "/healthz" : "/readyz");
  }
  const ingress = manifestOf("NetworkPolicy").spec["ingress"] as { ports: { port: number }[] }[];
  const open = ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual(
    open,
    container.ports.map(({ containerPort }) => containerPort),
  );
});

test("the pod isn't root, doesn't write to its image, and has time to finish its work", () => {
  const { runAsNonRoot, runAsUser, runAsGroup, seccompProfile } = pod.spec.securityContext;
  assert.deepEqual([runAsNonRoot, runAsUser, runAsGroup], [true, 10_001, 10_001]);
  assert.deepEqual(seccompProfile, { type: "RuntimeDefault" });
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  // docs/self-hosting.md: a supervisor allows 45 seconds.
  assert.ok(pod.spec.terminationGracePeriodSeconds >= 45 + container.lifecycle.preStop.sleep.seconds);
});

test("its secrets are files of the existing Secret, and its variables are the server's", () => {
  const secret = manifestOf("Secret") as Manifest & { stringData: object };
  const documented = globSync("docs/{,contract/}*.md", { cwd: root }).map((path) =>
    readFileSync(join(root, path), "utf8"),
  );
  const [volume] = pod.spec.volumes.filter((each) => each.secret !== undefined);
  assert.equal(volume?.secret?.secretName, secret.metadata.name);
  const { mountPath } = container.volumeMounts.find(({ name }) => name === volume?.name) ?? {};
  const files = new Map(volume?.secret?.items.map(({ key, path }) => [`${mountPath}/${path}`, key]));
  assert.deepEqual([...files.values()].toSorted(), Object.keys(secret.stringData).toSorted());
  const read = container.env.filter(({ name }) => name.endsWith("_FILE")).map(({ value }) => value);
  assert.deepEqual(read.toSorted(), [...files.keys()].toSorted());
  for (const { name } of container.env) {
    assert.doesNotMatch(name, /PASSWORD$|KEYS$|SECRET$|DATABASE_URL$/, "a secret in a variable");
    assert.ok(
      documented.some((text) => text.includes(`\`${name}\``)),
      name,
    );
  }
});

test("metrics have their own port, which only the monitoring can reach and the ServiceMonitor scrapes", () => {
  const listen = container.env.find(({ name }) => name === "SVC_METRICS_LISTEN")?.value;
  const { containerPort } = container.ports.find(({ name }) => name === "metrics") ?? {};
  assert.equal(listen, `0.0.0.0:${containerPort}`);
  type Rule = { from: { namespaceSelector: { matchLabels: Labels } }[]; ports: { port: number }[] };
  const rules = manifestOf("NetworkPolicy").spec["ingress"] as Rule[];
  const [rule, ...others] = rules.filter(({ ports }) => ports.some(({ port }) => port === containerPort));
  assert.deepEqual(others, []);
  assert.deepEqual(rule?.from, [
    { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } },
  ]);
  assert.deepEqual(rule.ports, [{ protocol: "TCP", port: containerPort }]);
  const { selector, endpoints } = manifestOf("ServiceMonitor").spec as {
    selector: { matchLabels: Labels };
    endpoints: { port: string; path: string }[];
  };
  assert.deepEqual(selector.matchLabels, (manifestOf("Service") as { metadata: { labels?: Labels } }).metadata.labels);
  const ports = manifestOf("Service").spec["ports"] as { name: string }[];
  assert.ok(ports.some(({ name }) => name === endpoints[0]?.port));
  assert.equal(endpoints[0]?.path, "/metrics");
});

/** The Kubernetes manifests: each by the API's own form, and all of them together. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { kubernetesSchemas } from "./kubernetes-schema.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "deploy/kubernetes");
const ajv = new Ajv2020({ allErrors: true });

type Labels = Record<string, string>;
type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, unknown> };
type Container = {
  env: { name: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  ports: { name: string; containerPort: number }[];
  securityContext: unknown;
  lifecycle: { preStop: { sleep: { seconds: number } } };
} & Record<"startupProbe" | "readinessProbe" | "livenessProbe", { httpGet: { path: string; port: string } }>;
type Pod = {
  metadata: { labels: Labels };
  spec: { containers: [Container]; securityContext: Record<string, unknown>; terminationGracePeriodSeconds: number };
};

const manifests = globSync("*.yaml", { cwd: folder }).map(
  (name) => parse(readFileSync(join(folder, name), "utf8")) as Manifest,
);

function faultsOf(manifest: Manifest): string[] {
  const schema = kubernetesSchemas[manifest.kind];
  if (schema === undefined) return [`${manifest.kind} is not a kind that is known here.`];
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

test("every manifest has the form that the API asks for, and a slip in one is found", () => {
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

test("all select the pods that there are, and the service and probes reach a port that is open", () => {
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
    // Only the process itself is a reason to restart it: a database that is away is none.
    assert.equal(path, kind === "livenessProbe" ? "/healthz" : "/readyz");
  }
  const ingress = manifestOf("NetworkPolicy").spec["ingress"] as { ports: { port: number }[] }[];
  const open = ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual(
    open,
    container.ports.map(({ containerPort }) => containerPort),
  );
});

test("the pod is not root, writes to no image, and has the time to end what it has begun", () => {
  const { runAsNonRoot, runAsUser, runAsGroup, seccompProfile } = pod.spec.securityContext;
  assert.deepEqual([runAsNonRoot, runAsUser, runAsGroup], [true, 10_001, 10_001]);
  assert.deepEqual(seccompProfile, { type: "RuntimeDefault" });
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  // docs/self-hosting.md: a supervisor gives 45 seconds.
  assert.ok(pod.spec.terminationGracePeriodSeconds >= 45 + container.lifecycle.preStop.sleep.seconds);
});

test("its secrets exist under the names that it asks for, and its variables are the server's", () => {
  const secret = manifestOf("Secret") as Manifest & { stringData: object };
  const documented = globSync("docs/*.md", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));
  for (const { name, valueFrom } of container.env) {
    assert.ok(
      documented.some((text) => text.includes(`\`${name}\``)),
      name,
    );
    if (valueFrom === undefined) continue;
    assert.equal(valueFrom.secretKeyRef.name, secret.metadata.name);
    assert.ok(valueFrom.secretKeyRef.key in secret.stringData);
  }
});

/** The Helm chart: what it renders is valid and restricted, contradictions are refused, and the plain manifests are its output. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { kubernetesSchemas } from "../deploy/kubernetes-schema.ts";
import { kubernetesValidateFolder, kubernetesValidatePath } from "../needs/kubernetes.ts";
import { root } from "../pack/workspaces.ts";
import { published, publishedVersion } from "../release/names.ts";
import { chart, helm, manifestValues, render, type Manifest, type Rendered } from "./helm.ts";
import { plainManifests } from "./manifests.ts";

const work = mkdtempSync(join(tmpdir(), "svc-chart-"));
after(() => rmSync(work, { recursive: true, force: true }));

const vaultKey = `main:${Buffer.alloc(32, 7).toString("base64")}`;
const publicUrl = ["--set", "publicUrl=https://svc.acme.example"];
const set = (...values: readonly string[]): string[] => values.flatMap((value) => ["--set", value]);

/** Values that people would use. */
const uses: Readonly<Record<string, readonly string[]>> = {
  "SQLite with a Secret of one's own": [...publicUrl, ...set("secret.existing=keys")],
  "SQLite with an inline key, a claim and a class": [
    ...publicUrl,
    ...set(
      `secret.vaultKey=${vaultKey}`,
      "database.storageClass=fast",
      "metrics.enabled=false",
      "console.enabled=false",
    ),
  ],
  "SQLite on an existing claim, with a network policy": [
    ...publicUrl,
    ...set("secret.existing=keys", "database.existingClaim=disk", "networkPolicy.enabled=true"),
  ],
  "PostgreSQL with three replicas and everything inline": [
    ...publicUrl,
    ...set(
      "database.kind=postgres",
      "replicas=3",
      `secret.vaultKey=${vaultKey}`,
      "secret.databaseUrl=postgres://svc:x@db/svc",
    ),
    ...set("networkPolicy.enabled=true", "networkPolicy.postgresCidr=10.1.2.3/32", "metrics.serviceMonitor=true"),
    ...set(
      "env.SVC_LOG_LEVEL=warn",
      "podAnnotations.team=core",
      "nodeSelector.disk=ssd",
      "image.pullSecrets={registry}",
    ),
    ...set("tolerations[0].key=spot", "tolerations[0].operator=Exists", `image.digest=sha256:${"a".repeat(64)}`),
  ],
  "the plain manifests' values": ["--values", manifestValues],
};

test("helm lint finds nothing, with any of the values", () => {
  for (const [use, values] of Object.entries(uses)) {
    const { status, stdout, stderr } = helm("lint", "--strict", chart, ...values);
    assert.equal(status, 0, `${use}: ${stdout}${stderr}`);
  }
});

/** The faults that Kubernetes' own schemas find, and ours for the kinds that an operator defines. */
function faultsIn(rendered: readonly Rendered[]): string {
  const own = rendered.filter(({ manifest }) => manifest.kind === "ServiceMonitor");
  const file = join(work, "manifests.yaml");
  const theirs = rendered.filter((one) => !own.includes(one));
  writeFileSync(file, theirs.map(({ text }) => text).join("---\n"));
  const { status, stdout, stderr } = spawnSync("python3", [kubernetesValidatePath, "--strict", file], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: kubernetesValidateFolder },
  });
  const judged = (stdout + stderr).split("\n").filter((line) => /^INFO .* passed for resource/.test(line)).length;
  if (status !== 0 || judged !== theirs.length) return stdout + stderr;
  const faults = own.filter(
    ({ manifest }) => !new Ajv2020().compile(kubernetesSchemas["ServiceMonitor"] ?? false)(manifest),
  );
  return faults.map(({ file: name }) => name).join();
}

test("everything that it renders is valid for Kubernetes, and a slip is found", () => {
  for (const [use, values] of Object.entries(uses)) assert.equal(faultsIn(render(...values)), "", use);
  const [first, ...others] = render("--values", manifestValues);
  assert.ok(first !== undefined);
  assert.match(faultsIn([{ ...first, text: first.text.replace("spec:", "spek:") }, ...others]), /spek/);
});

type Pod = {
  metadata: { labels: object; annotations?: Record<string, string> };
  spec: {
    automountServiceAccountToken: boolean;
    enableServiceLinks: boolean;
    securityContext: Record<string, unknown>;
    containers: [{ env: { name: string; value: string }[]; securityContext: object; image: string }];
    volumes: Record<string, unknown>[];
    topologySpreadConstraints?: object[];
  };
};
type Deployment = Manifest & { spec: { replicas: number; strategy: { type: string }; template: Pod } };

function deploymentOf(rendered: readonly Rendered[]): Deployment {
  const found = rendered.find(({ manifest }) => manifest.kind === "Deployment");
  assert.ok(found !== undefined);
  return found.manifest as Deployment;
}

const kindsOf = (rendered: readonly Rendered[]): string[] => rendered.map(({ manifest }) => manifest.kind).toSorted();

test("every pod meets Kubernetes' restricted standard", () => {
  // https://kubernetes.io/docs/concepts/security/pod-security-standards/
  const allowedVolumes = [
    "configMap",
    "csi",
    "downwardAPI",
    "emptyDir",
    "ephemeral",
    "persistentVolumeClaim",
    "projected",
    "secret",
  ];
  for (const [use, values] of Object.entries(uses)) {
    const { spec } = deploymentOf(render(...values)).spec.template;
    assert.equal(spec.securityContext["runAsNonRoot"], true, use);
    assert.deepEqual(spec.securityContext["seccompProfile"], { type: "RuntimeDefault" });
    assert.equal(spec.automountServiceAccountToken, false);
    assert.equal(spec.containers.length, 1);
    assert.deepEqual(spec.containers[0].securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    for (const volume of spec.volumes) {
      const [kind = ""] = Object.keys(volume).filter((field) => field !== "name");
      assert.ok(allowedVolumes.includes(kind), kind);
    }
    for (const field of ["hostNetwork", "hostPID", "hostIPC"]) assert.equal(field in spec, false);
  }
});

test("SQLite is one pod on a kept volume, which stops before the next one starts", () => {
  const rendered = render(...(uses["SQLite with a Secret of one's own"] ?? []));
  assert.deepEqual(kindsOf(rendered), ["Deployment", "PersistentVolumeClaim", "Service"]);
  const { replicas, strategy, template } = deploymentOf(rendered).spec;
  assert.deepEqual([replicas, strategy], [1, { type: "Recreate" }]);
  const url = template.spec.containers[0].env.find(({ name }) => name === "SVC_DATABASE_URL");
  assert.equal(url?.value, "sqlite:/var/lib/svc/svc.sqlite");
  const claim = rendered.find(({ manifest }) => manifest.kind === "PersistentVolumeClaim");
  assert.match(claim?.text ?? "", /helm\.sh\/resource-policy: keep/);
  const existing = render(...(uses["SQLite on an existing claim, with a network policy"] ?? []));
  assert.equal(kindsOf(existing).includes("PersistentVolumeClaim"), false);
  const claims = deploymentOf(existing).spec.template.spec.volumes.map((volume) => volume["persistentVolumeClaim"]);
  assert.deepEqual(
    claims.filter((each) => each !== undefined),
    [{ claimName: "disk" }],
  );
});

test("PostgreSQL has replicas on several nodes, of which one always stays, and rolling updates", () => {
  const rendered = render(...(uses["PostgreSQL with three replicas and everything inline"] ?? []));
  const kinds = ["Deployment", "NetworkPolicy", "PodDisruptionBudget", "Secret", "Service", "ServiceMonitor"];
  assert.deepEqual(kindsOf(rendered), kinds);
  const { replicas, strategy, template } = deploymentOf(rendered).spec;
  assert.deepEqual([replicas, strategy.type, template.spec.topologySpreadConstraints?.length], [3, "RollingUpdate", 1]);
  const [container] = template.spec.containers;
  assert.equal(container.image, `${published.localImage}@sha256:${"a".repeat(64)}`);
  assert.deepEqual(
    container.env.find(({ name }) => name === "SVC_LOG_LEVEL"),
    { name: "SVC_LOG_LEVEL", value: "warn" },
  );
  // The keys are only in the Secret.
  for (const { manifest, text } of rendered) {
    const isSecret = manifest.kind === "Secret";
    assert.equal(text.includes(vaultKey), isSecret, manifest.kind);
    assert.equal(text.includes("postgres://"), isSecret, manifest.kind);
  }
  const changed = render(
    ...(uses["PostgreSQL with three replicas and everything inline"] ?? []),
    ...set("secret.databaseUrl=postgres://svc:y@db/svc"),
  );
  const sumOf = (one: readonly Rendered[]): string =>
    deploymentOf(one).spec.template.metadata.annotations?.["checksum/secret"] ?? "";
  assert.notEqual(sumOf(changed), sumOf(rendered), "a changed Secret replaces the pods");
  const budget = rendered.find(({ manifest }) => manifest.kind === "PodDisruptionBudget")?.manifest;
  assert.equal((budget as Manifest & { spec: { minAvailable: number } }).spec.minAvailable, 1);
});

test("its network policy lets out only to DNS, its database and public HTTPS, and in only to its two ports", () => {
  const rendered = render(...(uses["PostgreSQL with three replicas and everything inline"] ?? []));
  type Rule = { from?: object[]; to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports: { port: number }[] };
  const policy = rendered.find(({ manifest }) => manifest.kind === "NetworkPolicy")?.manifest as Manifest & {
    spec: { policyTypes: string[]; ingress: Rule[]; egress: Rule[] };
  };
  const { policyTypes, ingress, egress } = policy.spec;
  const portsOf = (rules: readonly Rule[]): number[][] => rules.map(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual(policyTypes.toSorted(), ["Egress", "Ingress"]);
  assert.deepEqual(
    [portsOf(ingress), portsOf(egress)],
    [
      [[7480], [9464]],
      [[53, 53], [5432], [443]],
    ],
  );
  for (const { from = [] } of ingress) assert.equal(from.length, 1);
  const blocks = egress.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
  assert.deepEqual(blocks, [
    { cidr: "10.1.2.3/32" },
    {
      cidr: "0.0.0.0/0",
      // Private networks, carriers' ones, and link-local addresses, where clouds have their metadata.
      except: ["10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"],
    },
  ]);
});

test("the console is on the pod's loopback, keys are files for its group, and no Service sets a variable", () => {
  for (const [use, values] of Object.entries(uses)) {
    const { spec } = deploymentOf(render(...values)).spec.template;
    const own = spec.containers[0].env.filter(({ name }) => name === "SVC_ADMIN_LISTEN");
    for (const { value } of own) assert.equal(value, "127.0.0.1:7490", use);
    const [secrets] = spec.volumes.filter(({ name }) => name === "secrets") as { secret: { defaultMode: number } }[];
    assert.equal(secrets?.secret.defaultMode, 0o440, use);
    assert.equal(spec.enableServiceLinks, false, use);
  }
});

const key = `secret.vaultKey=${vaultKey}`;
const contradictions: readonly (readonly [values: readonly string[], sentence: RegExp])[] = [
  [
    ["secret.existing=keys", "replicas=2"],
    /SQLite is one pod's file: set replicas to 1, or database\.kind to postgres/,
  ],
  [[], /svc needs a vault key: create a Secret with the key vault-key and name it in secret\.existing/],
  [["secret.existing=keys", key], /secret\.existing names a Secret of yours, so leave secret\.vaultKey/],
  [
    ["secret.existing=keys", "secret.databaseUrl=postgres://db/svc", "database.kind=postgres"],
    /secret\.existing names/,
  ],
  [[key, "database.kind=postgres"], /PostgreSQL needs its URL/],
  [[key, "secret.databaseUrl=postgres://db/svc"], /secret\.databaseUrl is PostgreSQL's, so set database\.kind/],
  [["secret.existing=keys", "database.kind=postgres", "database.existingClaim=x"], /existingClaim is SQLite's volume/],
  [["secret.existing=keys", "metrics.enabled=false", "metrics.serviceMonitor=true"], /nothing to scrape/],
  [["secret.existing=keys", "env.SVC_LISTEN=0.0.0.0:1"], /env\.SVC_LISTEN is set by the chart/],
  [["secret.existing=keys", "env.SVC_VAULT_KEYS=x"], /env\.SVC_VAULT_KEYS would be a secret in a variable/],
  [["secret.existing=keys", "env.SVC_DATABASE_URL=x"], /would be a secret in a variable/],
  [["secret.existing=keys", "publicUrl="], /publicUrl is missing/],
  [["secret.vaultKey=main:short"], /secret\.vaultKey isn't a keyring/],
  [
    [key, "secret.databaseUrl=mysql://c4n4ry@db/svc", "database.kind=postgres"],
    /secret\.databaseUrl isn't PostgreSQL's/,
  ],
  // The schema refuses these.
  [["secret.existing=keys", "publicUrl=svc.acme.example"], /publicUrl/],
  [["secret.existing=keys", "replica=1"], /replica/],
  [["secret.existing=keys", "replicas=0"], /replicas/],
  [["secret.existing=keys", "database.kind=mysql"], /database\/kind/],
];

test("values that contradict each other are refused with a sentence", () => {
  for (const [values, sentence] of contradictions) {
    assert.throws(
      () => render(...publicUrl, ...set(...values)),
      ({ message }: Error) => sentence.test(message) && !/main:short|c4n4ry/.test(message),
      values.join(" "),
    );
  }
});

test("the plain manifests are the chart's output", async () => {
  for (const [place, text] of await plainManifests()) {
    assert.equal(readFileSync(join(root, place), "utf8"), text, `${place}: run npm run chart -- --manifests`);
  }
});

test("the package has the published name and version, and every template", () => {
  const { name, version, appVersion } = parse(readFileSync(join(chart, "Chart.yaml"), "utf8")) as Record<
    string,
    string
  >;
  assert.deepEqual([name, version, appVersion], [published.chart, publishedVersion(), publishedVersion()]);
  const program = join(root, "tools/chart/main.ts");
  const packed = spawnSync(process.execPath, [program, "--out", work], { encoding: "utf8" });
  assert.equal(packed.status, 0, packed.stderr);
  const file = join(work, `${published.chart}-${publishedVersion()}.tgz`);
  const listed = spawnSync("tar", ["--list", "--gzip", `--file=${file}`], { encoding: "utf8" }).stdout.split("\n");
  for (const template of readdirSync(join(chart, "templates"))) assert.ok(listed.includes(`svc/templates/${template}`));
  for (const wanted of ["Chart.yaml", "values.yaml", "values.schema.json"]) assert.ok(listed.includes(`svc/${wanted}`));
});

/**
 * The parts of the Kubernetes API that deploy/kubernetes uses, as strict JSON Schemas: a field that isn't named here is
 * refused, so typos are found without a cluster. Written from the API reference, version 1.34
 * (https://kubernetes.io/docs/reference/kubernetes-api/), with its types and required fields.
 */

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string", minLength: 1 };
const flag: Schema = { type: "boolean" };
const count: Schema = { type: "integer", minimum: 0 };
/** Names of objects, RFC 1123. */
const objectName: Schema = { type: "string", pattern: "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" };
/** Port names: IANA service names that contain a letter. */
const portName: Schema = { type: "string", pattern: "^(?=.*[a-z])[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$" };
const portNumber: Schema = { type: "integer", minimum: 1, maximum: 65_535 };
const labels: Schema = {
  type: "object",
  additionalProperties: { type: "string", maxLength: 63, pattern: "^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$" },
};
/** Quantities, such as 250m or 192Mi. */
const quantity: Schema = { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?(m|k|M|G|Ki|Mi|Gi)?$" };
const cidr: Schema = { type: "string", pattern: "^([0-9]{1,3}\\.){3}[0-9]{1,3}/[0-9]{1,2}$" };
const oneOf = (...values: readonly string[]): Schema => ({ enum: values });
const list = (items: Schema): Schema => ({ type: "array", minItems: 1, items });

function object(required: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}): Schema {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

const metadata = object({ name: objectName }, { labels, annotations: labels, namespace: objectName });
const labelSelector = object({ matchLabels: labels });
const resource = (apiVersion: string, kind: string, rest: Schema): Schema =>
  object({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, ...rest });

/** Probe v1 with an HTTP request; the other handlers aren't used. */
const probe = object(
  { httpGet: object({ path: { type: "string", pattern: "^/" }, port: { anyOf: [portName, portNumber] } }) },
  { initialDelaySeconds: count, periodSeconds: count, timeoutSeconds: count, failureThreshold: count },
);

const environmentVariable: Schema = {
  anyOf: [
    object({ name: text, value: { type: "string" } }),
    object({ name: text, valueFrom: object({ secretKeyRef: object({ name: objectName, key: text }) }) }),
  ],
};

/** Container v1. */
const container = object(
  { name: objectName, image: text },
  {
    imagePullPolicy: oneOf("Always", "IfNotPresent", "Never"),
    args: list(text),
    ports: list(object({ containerPort: portNumber }, { name: portName, protocol: oneOf("TCP", "UDP", "SCTP") })),
    env: list(environmentVariable),
    volumeMounts: list(object({ name: objectName, mountPath: text }, { readOnly: flag, subPath: text })),
    startupProbe: probe,
    readinessProbe: probe,
    livenessProbe: probe,
    // `sleep` is stable since 1.34, on by default since 1.30.
    lifecycle: object({ preStop: object({ sleep: object({ seconds: count }) }) }),
    resources: object({}, { requests: amounts(), limits: amounts() }),
    securityContext: object(
      {},
      {
        allowPrivilegeEscalation: flag,
        readOnlyRootFilesystem: flag,
        capabilities: object({}, { drop: list(text), add: list(text) }),
      },
    ),
  },
);

function amounts(): Schema {
  return object({}, { cpu: quantity, memory: quantity, "ephemeral-storage": quantity });
}

const volume: Schema = {
  anyOf: [
    object({ name: objectName, emptyDir: object({}, { sizeLimit: quantity, medium: oneOf("", "Memory") }) }),
    object({
      name: objectName,
      secret: object(
        { secretName: objectName },
        {
          defaultMode: { type: "integer", minimum: 0, maximum: 0o777 },
          items: list(object({ key: text, path: text })),
        },
      ),
    }),
  ],
};

/** PodSpec v1. */
const podSpec = object(
  { containers: list(container) },
  {
    enableServiceLinks: flag,
    automountServiceAccountToken: flag,
    terminationGracePeriodSeconds: count,
    securityContext: object(
      {},
      {
        runAsNonRoot: flag,
        runAsUser: count,
        runAsGroup: count,
        fsGroup: count,
        seccompProfile: object({ type: oneOf("RuntimeDefault", "Localhost", "Unconfined") }),
      },
    ),
    topologySpreadConstraints: list(
      object(
        { maxSkew: count, topologyKey: text, whenUnsatisfiable: oneOf("DoNotSchedule", "ScheduleAnyway") },
        { labelSelector },
      ),
    ),
    volumes: list(volume),
  },
);

/** Deployment apps/v1. */
const deployment = resource("apps/v1", "Deployment", {
  spec: object(
    { selector: labelSelector, template: object({ metadata: object({ labels }), spec: podSpec }) },
    {
      replicas: count,
      strategy: object(
        { type: oneOf("RollingUpdate", "Recreate") },
        { rollingUpdate: object({}, { maxSurge: count, maxUnavailable: count }) },
      ),
    },
  ),
});

/** Service v1. */
const service = resource("v1", "Service", {
  spec: object(
    { ports: list(object({ port: portNumber }, { name: portName, targetPort: { anyOf: [portName, portNumber] } })) },
    { selector: labels, type: oneOf("ClusterIP", "NodePort", "LoadBalancer") },
  ),
});

/** PodDisruptionBudget policy/v1. */
const podDisruptionBudget = resource("policy/v1", "PodDisruptionBudget", {
  spec: object({ selector: labelSelector }, { minAvailable: count, maxUnavailable: count }),
});

const peer: Schema = {
  anyOf: [
    object({ ipBlock: object({ cidr }, { except: list(cidr) }) }),
    object({ podSelector: labelSelector }, { namespaceSelector: labelSelector }),
    object({ namespaceSelector: labelSelector }),
  ],
};
const policyPorts = list(
  object({ port: { anyOf: [portName, portNumber] } }, { protocol: oneOf("TCP", "UDP", "SCTP") }),
);

/** NetworkPolicy networking.k8s.io/v1. */
const networkPolicy = resource("networking.k8s.io/v1", "NetworkPolicy", {
  spec: object(
    { podSelector: labelSelector },
    {
      policyTypes: list(oneOf("Ingress", "Egress")),
      ingress: list(object({}, { from: list(peer), ports: policyPorts })),
      egress: list(object({}, { to: list(peer), ports: policyPorts })),
    },
  ),
});

/** Secret v1. */
const secret = object(
  { apiVersion: { const: "v1" }, kind: { const: "Secret" }, metadata },
  { type: text, stringData: { type: "object", additionalProperties: { type: "string" } } },
);

/** A Prometheus duration, such as 30s. */
const duration: Schema = { type: "string", pattern: "^[0-9]+(ms|s|m|h)$" };

/** ServiceMonitor monitoring.coreos.com/v1 (https://prometheus-operator.dev/docs/api-reference/api/). */
const serviceMonitor = resource("monitoring.coreos.com/v1", "ServiceMonitor", {
  spec: object({
    selector: labelSelector,
    endpoints: list(object({ port: portName }, { path: text, interval: duration })),
  }),
});

/** Schemas by kind. */
export const kubernetesSchemas: Readonly<Record<string, Schema>> = {
  Deployment: deployment,
  Service: service,
  PodDisruptionBudget: podDisruptionBudget,
  NetworkPolicy: networkPolicy,
  Secret: secret,
  ServiceMonitor: serviceMonitor,
};

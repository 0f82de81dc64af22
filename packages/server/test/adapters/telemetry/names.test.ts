/** Dashboard, alerts and documentation name what the server exposes, and nothing else. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { createMetricsRegistry } from "../../../src/adapters/telemetry/metrics.ts";
import { fixedClock } from "../../domain/clock/fixed.ts";

const root = new URL("../../../../../", import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), "utf8");

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly for: string }[];
  }[];
}

const dashboard = JSON.parse(textOf("deploy/observability/grafana-dashboard.json")) as Dashboard;
const rules = (parse(textOf("deploy/observability/prometheus-alerts.yaml")) as Rules).groups.flatMap(
  (group) => group.rules,
);
const guide = textOf("docs/operations.md");

test("no gauge is named like a counter", async () => {
  const registry = createMetricsRegistry({ version: "0", nowMs: () => 0 });
  const gauges = [...(await registry.text()).matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name = ""]) => name);
  assert.ok(gauges.length > 5);
  assert.deepEqual(
    gauges.filter((name) => name.endsWith("_total")),
    [],
  );
});

/** A server's registry without values. */
function exposed(): ReturnType<typeof createMetricsRegistry> {
  const registry = createMetricsRegistry({ version: "0", nowMs: () => 0 });
  const none = (): number => 0;
  registry.watch({
    requestsInFlight: none,
    executionsInFlight: none,
    openCircuits: () => ({ providers: [], connections: 0 }),
    databaseWaiting: none,
    loopDelayMs: none,
    leaseAgeMs: none,
    fence: () => ({ closed: null, mode: "none", lacksSync: false }),
    clock: fixedClock(0).state,
    auditRetentionStopped: () => ({ altered: 0, failed: 0 }),
    failingTasks: () => ["sweep"],
    openLooks: () => Promise.resolve(0),
    sqliteLogBytes: none,
    isReady: () => true,
    unknownOutcomes: async () => [],
  });
  return registry;
}

/** The series names in a query. */
const namesIn = (text: string): string[] => text.match(/\b(?:svc|process|nodejs)_[a-z0-9_]+/g) ?? [];

test("every query uses existing series", () => {
  const names = new Set(exposed().names());
  const queries = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ];
  assert.ok(queries.length > 30);
  for (const query of queries) {
    const asked = namesIn(query);
    assert.ok(asked.length > 0 || query.startsWith("up{"), query);
    for (const name of asked) assert.ok(names.has(name), `${name} of ${query}`);
  }
});

test("labels in queries are labels of their series", async () => {
  const registry = exposed();
  const { metrics } = registry;
  metrics.request({ method: "GET", route: "/", status: 200, seconds: 0 });
  metrics.problem("RATE_LIMITED");
  metrics.shed("requests");
  metrics.execution({ provider: "p", action: "a", status: "s", code: "c", seconds: 0 });
  metrics.exchange({ provider: "p", service: "api", method: "GET", outcome: "2xx", seconds: 0 });
  metrics.refresh("p", "ready");
  metrics.connectSession("completed");
  metrics.swept({ failed: 1, unknown: 1 });
  metrics.alteredRow("credentials");
  metrics.backgroundFailure("lease");
  const text = await registry.text();
  const labelsOf = (name: string): string[] =>
    [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\}`, "gm"))].flatMap(
      ([, labels = ""]) => labels.match(/\w+(?==")/g) ?? [],
    );
  const outside = new Set(["job", "instance"]);
  for (const { targets } of dashboard.panels) {
    for (const { expr } of targets) {
      const [, by = ""] = /by \(([^)]*)\)/.exec(expr) ?? [];
      const wanted = [...by.split(/,\s*/), ...(expr.match(/\w+(?==~?")/g) ?? [])].filter((label) => label !== "");
      const isAboutRows = namesIn(expr).some((name) => labelsOf(name).length > 0);
      if (!isAboutRows) continue;
      const known = new Set(namesIn(expr).flatMap(labelsOf));
      for (const label of wanted) assert.ok(known.has(label) || outside.has(label), `${label} of ${expr}`);
    }
  }
});

test("the guide lists exactly our metrics and alerts", () => {
  const families = exposed()
    .names()
    .filter((name) => name.startsWith("svc_") && !/_(?:bucket|sum|count)$/.test(name));
  const documented = [...guide.matchAll(/^\| `(svc_[a-z_]+)`/gm)].map(([, name = ""]) => name);
  assert.deepEqual(documented.toSorted(), families.toSorted());
  const alerts = [...guide.matchAll(/^\| `(Svc[A-Za-z]+)`/gm)].map(([, name = ""]) => name);
  assert.deepEqual(alerts.toSorted(), rules.map(({ alert }) => alert).toSorted());
});

test("panels don't overlap, and every alert has a duration", () => {
  const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  assert.equal(new Set(places).size, places.length);
  for (const rule of rules) assert.match(rule.for, /^\d+[ms]$/, rule.alert);
});

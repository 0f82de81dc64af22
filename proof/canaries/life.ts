/** One server's life: started with new secrets, taken through every flow, and crashed. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  makeClient,
  Fixture,
  startServer,
  until,
  type Connected,
  type RunningServer,
  type ServerHome,
} from "../../conformance/harness/index.ts";
import { OAuthFixture, type SimulatedGithub } from "../../conformance/harness/oauth/fixture.ts";
import type { CrashOrder, CrashWay } from "./crash-gate.ts";
import type { EchoingProvider } from "./echoing-provider.ts";
import { goOAuthFlow, plantThoseOf } from "./oauth-flow.ts";
import { locationsOfRun, locationsOfServer, locationsStored, type Location } from "./locations.ts";
import { runCli, runOperator } from "./programs.ts";
import { importTokens } from "./import-flow.ts";
import { SecretsFlow, type FlowContext } from "./secrets-flow.ts";
import { crashWayOf, orderFileIn, settingsOf, type SettingsContext } from "./settings.ts";
import { asciiSecret } from "./shapes.ts";
import { sendStraySecrets } from "./stray-secrets.ts";
import { WebhookFlow } from "./webhook-flow.ts";

/** The shared context of all lives on an engine. */
export interface LifeContext extends SettingsContext {
  readonly doppler: DopplerSimulator;
  readonly relay: EchoingProvider;
  readonly github: SimulatedGithub;
}

/** A running server. */
export interface Life {
  readonly server: RunningServer;
  readonly fixture: Fixture;
  readonly oauth: OAuthFixture;
  /** A connection to the secrets provider that still works. */
  readonly connected: Connected;
  readonly webhooks: WebhookFlow;
  /** Sends an order to the server's process. */
  order(order: CrashOrder): void;
}

/**
 * Runs the n-th life.
 * @param visit called before the crash; returns more locations to search.
 * @returns everything to search, from before and after the crash.
 */
export async function live(
  context: LifeContext,
  n: number,
  visit?: (life: Life) => Promise<Location[]>,
): Promise<Location[]> {
  const { registry, random, home, receiver } = context;
  const startedAtMs = Date.now();
  const env = await settingsOf(context, n);
  const locations = n % 4 === 3 ? await refuseToStart(context, env) : [];
  const at = { engine: context.engine, home, env, sandboxProvider: context.relay.url };
  const server = await startServer({ ...at, sandboxProviders: { github: context.github.origin.url } });
  try {
    const client = await makeClient(server, { allowActions: ["doppler/*", "github/*"], flags: ["--allow-import"] });
    registry.plant("service key", client.key.slice("svc_live_".length + 10));
    const fixture = new Fixture({ engine: context.engine, provider: context.doppler, server, client }, env);
    const flowContext: FlowContext = { fixture, relay: context.relay, registry, random, n };
    const webhooks = await WebhookFlow.begin(flowContext, receiver);
    context.relay.say(plantMessage(context, n));
    const flow = new SecretsFlow(flowContext);
    const connected = await flow.connect();
    await flow.execute(connected);
    await importTokens(flowContext, connected, flow.tokens);
    await sendStraySecrets(flowContext, connected, flow.tokens[0] ?? "");
    const oauth = new OAuthFixture({ engine: context.engine, github: context.github, server, client });
    const clientSecret = context.apps[n]?.clientSecret ?? "";
    const browsers = await goOAuthFlow(oauth, registry, { clientSecret, isShort: n % 5 !== 0 });
    plantThoseOf(oauth, registry);
    locations.push(...(await webhooks.go(connected)));
    const subject = { flow, connected, webhooks };
    const runs = [...(await runCli(flowContext, subject, context.folder)), ...(await runOperator(flowContext))];
    const order = (what: CrashOrder): void => {
      writeFileSync(orderFileIn(context.folder), JSON.stringify(what));
      process.kill(server.pid, "SIGHUP");
    };
    if (visit !== undefined) locations.push(...(await visit({ server, fixture, oauth, connected, webhooks, order })));
    process.kill(server.pid, "SIGUSR2");
    await flow.condemn(connected);
    await until(60_000, "traces come", () => (receiver.hasGot("trace", context.tracesName) ? true : null));
    locations.push(await scraped(env), ...receiver.take());
    locations.push(
      ...(await locationsStored(home, startedAtMs)),
      ...runs.flatMap((run) => locationsOfRun(run, registry)),
    );
    await crash(
      server,
      crashWayOf(n),
      order,
      [...registry.canaries.slice(-40), ...registry.canaries.slice(0, 5)].map(({ value }) => value),
    );
    const pages = browsers.flatMap((browser) => browser.pages);
    locations.push(...locationsOfServer(server, pages, registry), ...receiver.take());
  } finally {
    await server.kill9();
  }
  // Core files contain the entire memory; SECURITY.md excludes them.
  for (const name of ["core", `core.${server.pid}`]) rmSync(join(home.folder, name), { force: true });
  moveLogIntoDatabase(home);
  locations.push(...(await locationsStored(home, startedAtMs)));
  return locations;
}

/** Plants a message from the provider, which no caller may see. @returns it. */
function plantMessage({ registry, random }: LifeContext, n: number): string {
  const message = `The provider says: ${asciiSecret(n + 6, random)}`;
  registry.plant("provider message", message.slice("The provider says: ".length));
  return message;
}

async function scraped({ SVC_METRICS_LISTEN: at = "" }: Readonly<Record<string, string>>): Promise<Location> {
  const response = await fetch(`http://${at}/metrics`);
  const bytes = await response.text();
  assert.equal(response.status, 200, bytes);
  return { kind: "metrics", where: "a scrape", bytes, allowed: [] };
}

/** Moves SQLite's log, which was searched, into the file, so that its pages are searched too. */
function moveLogIntoDatabase({ databaseUrl: url }: ServerHome): void {
  if (!url.startsWith("sqlite:")) return;
  const database = new DatabaseSync(url.slice("sqlite:".length));
  database.exec("pragma wal_checkpoint(passive)");
  database.close();
}

/** Waits until the process has exited on its own. */
async function crash(
  server: RunningServer,
  way: CrashWay | "kill",
  order: (order: CrashOrder) => void,
  texts: readonly string[],
): Promise<void> {
  if (way === "kill") return;
  order({ way, texts });
  await until(60_000, `the server ends by "${way}"`, () => {
    try {
      process.kill(server.pid, 0);
      return null;
    } catch {
      return true;
    }
  });
}

/** Starts that must fail: a wrong root key, a malformed keyring, a database that refuses. */
async function refuseToStart(context: LifeContext, env: Readonly<Record<string, string>>): Promise<Location[]> {
  const [first = "", ...more] = context.registry.canaries
    .filter(({ name }) => name.startsWith("vault root key"))
    .map(({ value }) => value);
  const { SVC_VAULT_KEY_FILE: _file, SVC_VAULT_KEYS: _keys, ...others } = env;
  const faulty: Record<string, string>[] = [
    { SVC_VAULT_KEYS: `${more.at(-1) ?? ""}:${first}` },
    { SVC_VAULT_KEYS: `life-0:${first}%` },
    { SVC_VAULT_KEYS: `another:${first.split("").reverse().join("")}` },
  ];
  const { SVC_DATABASE_URL: url = "", OTEL_EXPORTER_OTLP_HEADERS_FILE: headersFile } = env;
  if (headersFile !== undefined) {
    // A key without its name, and a secret given both in a file and in a variable.
    const bare = join(context.folder, "bare-headers");
    writeFileSync(bare, readFileSync(headersFile, "utf8").replace("authorization=", ""));
    const both = readFileSync(headersFile, "utf8").trim();
    faulty.push({ ...env, OTEL_EXPORTER_OTLP_HEADERS_FILE: bare }, { ...env, OTEL_EXPORTER_OTLP_HEADERS: both });
  }
  if (url !== "") {
    faulty.push(
      { ...env, SVC_DATABASE_URL: url.replace("@", "%25@") },
      { ...env, SVC_DATABASE_URL: url.replace(/:\d+\//, ":1/") },
    );
  }
  const locations: Location[] = [];
  for (const wrong of faulty) {
    const at = { engine: context.engine, home: context.home, env: { ...others, ...wrong } };
    const error = await startServer(at).then(
      async (server) => {
        await server.kill9();
        return null;
      },
      (reason: unknown) => (reason instanceof Error ? reason.message : ""),
    );
    assert.match(
      error ?? "",
      /^svc-server: (?!The command failed)/m,
      `the server starts with ${Object.keys(wrong).join()} that are wrong`,
    );
    locations.push({ kind: "standard error", where: "a start that was refused", bytes: error ?? "", allowed: [] });
  }
  return locations;
}

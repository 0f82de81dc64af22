/** Runs svc and svc-server with secrets: from files, from standard input, mistyped, misplaced. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  devConfig,
  runProgram,
  testOrigin,
  testReturnUrl,
  type Connected,
  type Ran,
} from "../../conformance/harness/index.ts";
import type { FlowContext, SecretsFlow } from "./secrets-flow.ts";
import { plainSecret } from "./shapes.ts";
import type { ToldRun } from "./locations.ts";
import { plantSigningSecret, type WebhookFlow } from "./webhook-flow.ts";

/** The source of the runs' secrets. */
export interface Subject {
  readonly flow: SecretsFlow;
  readonly connected: Connected;
  readonly webhooks: WebhookFlow;
}

/** One run of svc. */
interface CliRun {
  readonly what: string;
  readonly args: readonly string[];
  readonly stdin?: string;
  /** A key other than the client's. */
  readonly token?: string;
  /** Allows output that the run exists to print. */
  readonly told?: (ran: Ran) => void;
}

/**
 * Runs some svc commands; each life has different ones.
 * @param folder for input files; it isn't searched.
 */
export async function runCli(context: FlowContext, subject: Subject, folder: string): Promise<ToldRun[]> {
  const { connected } = subject;
  const runs = [...cliRuns(context, subject, folder), ...webhookRuns(context, subject.webhooks)];
  const chosen = runs.filter((_run, index) => index % 5 === context.n % 5);
  const told: ToldRun[] = [];
  for (const { what, args, stdin = "", token = connected.caller.key, told: tell } of chosen) {
    const { url } = context.fixture.server;
    const env = { SVC_API_URL: url, SVC_DOCS_URL: url, SVC_TENANT_ID: connected.tenantId, SVC_TOKEN: token };
    const ran = await runProgram("svc", args, { cwd: folder, env, stdin });
    tell?.(ran);
    told.push({ program: "svc", what, ran });
  }
  return told;
}

function cliRuns({ registry, n }: FlowContext, { flow, connected }: Subject, folder: string): readonly CliRun[] {
  const { value } = flow.written;
  const [token = ""] = flow.tokens;
  const at = ["--connection", connected.id];
  const input = { ...devConfig, name: "CANARY_CLI", value };
  const file = join(folder, `input-${n}.json`);
  writeFileSync(file, JSON.stringify({ ...input, extra: value }));
  const execute = (action: string, given: string): string[] => ["actions", "execute", action, ...at, "--input", given];
  const keyOf = (name: string): string[] => ["--idempotency-key", `${name}-${n}`];
  const plantToken = (ran: Ran): void => {
    const made = /"token": ?"([^"]+)"/.exec(ran.stdout)?.[1];
    if (made !== undefined) registry.allow(ran, registry.plant("Connect token", made));
  };
  const session = [
    "--provider",
    "doppler",
    "--origin",
    testOrigin,
    "--return-url",
    testReturnUrl,
    "--action",
    "secrets.get",
  ];
  return [
    {
      what: "set from standard input",
      args: [...execute("secrets.set", "-"), "--format", "json", ...keyOf("cli")],
      stdin: JSON.stringify(input),
    },
    { what: "set from a file, with an unknown field", args: execute("secrets.set", `@${file}`) },
    {
      what: "get, which tells the value",
      args: [...execute("secrets.get", JSON.stringify({ ...devConfig, name: "CANARY_HELD" })), "--format", "json"],
      told: (ran) => registry.allow(ran, flow.held.name),
    },
    {
      what: "create a session",
      args: ["connect-sessions", "create", ...session, "--format", "json"],
      told: plantToken,
    },
    {
      what: "import from standard input",
      args: ["connections", "import", "--provider", "doppler", "--action", "secrets.get", "--credential", "-"],
      stdin: JSON.stringify({ access_token: token, [value]: token }),
    },
    { what: "a key that is none", args: ["auth", "status"], token },
    {
      what: "set again, another value",
      args: [...execute("secrets.set", "-"), ...keyOf("first")],
      stdin: JSON.stringify({ ...input, value: `${value}!` }),
    },
    { what: "the key in an argument", args: ["tenants", "get", connected.caller.key, "--format", "json"] },
    { what: "broken input", args: execute("secrets.set", "-"), stdin: JSON.stringify(input).slice(0, -2) },
    {
      what: "validate what is wrong",
      args: ["actions", "validate", "secrets.set", ...at, "--input", "-", "--format", "json"],
      stdin: JSON.stringify({ ...input, name: value }),
    },
    { what: "executions", args: ["executions", "list", "--format", "json"] },
    { what: "test", args: ["connections", "test", connected.id, "--format", "json"] },
    {
      what: "doctor with another key",
      args: ["doctor", "--origin", testOrigin, "--return-url", testReturnUrl],
      token: `${connected.caller.key}x`,
    },
  ];
}

function webhookRuns({ registry, random }: FlowContext, { receiver, id, eventId }: WebhookFlow): readonly CliRun[] {
  const json = ["--format", "json"];
  const told = (ran: Ran): void => {
    const secret = /whsec_[A-Za-z0-9+/]{43}=/.exec(ran.stdout)?.[0];
    if (secret !== undefined) registry.allow(ran, plantSigningSecret(registry, receiver, secret));
  };
  const stray = plainSecret(random);
  registry.plant("webhook URL", stray);
  const create = ["webhooks", "create", "--event-type", "connection.created", "--url"];
  return [
    { what: "make an endpoint", args: [...create, `${receiver.url}/`, ...json], told },
    { what: "make one that is refused", args: [...create, `http://u:${stray}@127.0.0.1/`] },
    { what: "rotate a signing secret", args: ["webhooks", "rotate-secret", id], told },
    { what: "deliveries", args: ["webhooks", "deliveries", id, ...json] },
    { what: "send again", args: ["webhooks", "redeliver", id, eventId] },
    { what: "endpoints", args: ["webhooks", "list"] },
  ];
}

const operatorCommands = [
  ["vault", "status", "--format", "json"],
  ["audit", "export", "--format", "json"],
  ["doctor", "--format", "json"],
  ["service-clients", "list", "--format", "json"],
  ["audit", "verify"],
  ["webhooks", "list", "--format", "json"],
] as const;

/** Runs operator commands next to a server: a vault rotation and one more. */
export async function runOperator({ fixture, n, registry }: FlowContext): Promise<ToldRun[]> {
  const told: ToldRun[] = [];
  const client = ["service-clients", "rotate-key", fixture.client.id, "--format", "json"];
  const operator = ["operator-tokens", "create", "--name", `operator-${n}`, "--format", "json"];
  const extra = operatorCommands[n % operatorCommands.length] ?? operatorCommands[0];
  for (const args of [["vault", "rotate", "--format", "json"], extra, ...(n % 4 === 0 ? [client, operator] : [])]) {
    const ran = await fixture.server.operate(args);
    if (args === client) {
      const key = /svc_live_[0-9A-Za-z]{48}/.exec(ran.stdout)?.[0] ?? "";
      registry.allow(ran, registry.plant("service key", key.slice("svc_live_".length + 10)));
    }
    if (args === operator) {
      const token = /sop_[0-9A-Za-z]{59}/.exec(ran.stdout)?.[0] ?? "";
      registry.allow(ran, registry.plant("service key", token.slice("sop_".length + 10)));
    }
    told.push({ program: "svc-server", what: args.join(" "), ran });
  }
  return told;
}

/** The steps of "Try it offline" in docs/events-in.md, as their reader takes them. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe } from "node:test";
import type { CreatedConnectSession, EventList, Tenant } from "@svc/contract";
import {
  Caller,
  operateJson,
  runProgram,
  spawnProgram,
  startServer,
  testOrigin,
  testReturnUrl,
  until,
  untilSettled,
  verifies,
  type RunningServer,
} from "../../harness/index.ts";
import { Journey, type OpenedSession } from "../../harness/oauth/journey.ts";
import { receiver, verified } from "../webhook-receiver.ts";

/** The variables of the page. */
const variables = {
  SVC_OAUTH_GITHUB_CLIENT_ID: "simulated-github-app",
  SVC_OAUTH_GITHUB_CLIENT_SECRET: "the-simulated-github-app-has-no-secrets",
  SVC_OAUTH_GITHUB_EVENTS_SECRET: "a-secret-for-events",
};

type Emitted = { readonly providerEventId: string };

describe("events of a sandbox", () => {
  verifies("provider-events.offline", "arrive at a developer's program with the documented commands", async () => {
    const startedMs = performance.now();
    const server = await startServer({ engine: "sqlite", env: variables });
    const program = await receiver();
    try {
      const key = await createClient(server);
      const svc = cliOf(server, key);
      const { id } = await svc<Tenant>("tenants", "create", "--external-id", "acme", "--display-name", "Acme Inc.");
      const asked = ["--provider", "github", "--action", "issues.get", "--event", "push"];
      const urls = ["--origin", testOrigin, "--return-url", testReturnUrl];
      const session = await svc<CreatedConnectSession>(
        "connect-sessions",
        "create",
        "--tenant",
        "acme",
        ...asked,
        ...urls,
      );
      const caller = new Caller(server.http, key);
      await agree(caller, session);
      const listening = await listen(server, key, program.url);
      try {
        const emitted = await operateJson<Emitted>(server, ["sandbox", "emit", "github", "push"]);
        await program.count(1);
        const seconds = (performance.now() - startedMs) / 1000;
        console.log(`${seconds.toFixed(1)} s from the start of the sandbox to the event`);
        const [got] = program.received;
        assert.ok(got !== undefined);
        const event = verified(listening.secret(), got);
        const { providerEventId } = emitted;
        assert.deepEqual([event.type, event.data["providerEventId"]], ["provider.github.push", providerEventId]);
        await operateJson(server, ["sandbox", "emit", "github", "push", "--id", providerEventId]);
        const { events } = (await caller.get("/v1/events?type=provider.github.push")).json as EventList;
        const logged = events.map(({ tenant_id, data }) => [tenant_id, data["providerEventId"]]);
        assert.deepEqual(logged, [[id, providerEventId]]);
      } finally {
        await listening.stop();
      }
    } finally {
      program.close();
      await server.dispose();
    }
  });
});

async function createClient(server: RunningServer): Promise<string> {
  const urls = ["--allowed-origin", testOrigin, "--return-url", testReturnUrl];
  const args = ["service-clients", "create", "--name", "backend", "--app-name", "Harbor Tools", ...urls];
  return (await operateJson<{ key: string }>(server, [...args, "--allow-action", "github/*"])).key;
}

/** The `svc` command with a key. It must succeed. */
function cliOf(server: RunningServer, key: string): <Shape>(...args: readonly string[]) => Promise<Shape> {
  return async <Shape>(...args: readonly string[]) => {
    const ran = await runProgram("svc", [...args, "--format", "json"], placeOf(server, key));
    assert.equal(ran.exitCode, 0, ran.stderr);
    return JSON.parse(ran.stdout) as Shape;
  };
}

function placeOf(server: RunningServer, key: string) {
  const { folder } = server.home;
  return { cwd: folder, env: { SVC_API_URL: server.url, SVC_TOKEN: key, XDG_CONFIG_HOME: folder } };
}

/** Opens the session's link and agrees as `octocat`, as the page does in a browser. */
async function agree(caller: Caller, created: CreatedConnectSession): Promise<void> {
  const token = new URL(created.connectLink ?? "").hash.slice(1);
  const session: OpenedSession = { ...created, token: created.token ?? token };
  const journey = new Journey({ caller, session });
  await journey.agreeAtSimulator({ login: "octocat" });
  const { status } = await untilSettled(caller, created.tenant_id, created.id);
  assert.equal(status, "completed");
}

/** Starts `svc webhooks listen`, and waits until it follows the log. */
async function listen(server: RunningServer, key: string, url: string) {
  const child = spawnProgram("svc", ["webhooks", "listen", "--forward-to", url], placeOf(server, key));
  const ended = once(child, "close");
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => (printed += String(bytes)));
  await until(60_000, "it follows the log", () => (printed.includes("Press Ctrl-C to stop") ? true : null));
  return {
    secret: () => /whsec_\S+/.exec(printed)?.[0] ?? "",
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** `svc-server sandbox emit` sends a signed event to the server of a sandbox, and says what is missing. */
import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { deliveryOf, isVerified } from "@svc/provider-kit/testing";
import { registeredProviders } from "../../../src/app/providers.ts";
import { emitEvent, type EmitDeps } from "../../../src/app/sandbox-events.ts";
import type { EventReceiver } from "../../../src/domain/provider-events/port.ts";
import { OperatorFailure, UsageFailure } from "../../../src/entry/cli/io.ts";
import { systemPlatform } from "../../../src/platform.ts";

const secret = "canary-of-a-signing-secret";
const receivers: readonly EventReceiver[] = [
  { connectionId: "con_new", appId: "app 1", account: "1" },
  { connectionId: "con_old", appId: "app 1", account: "2" },
];
const arrived: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    arrived.push({ url: request.url ?? "", headers: request.headers, body });
    response.writeHead(status).end();
  });
});
before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => server.close());

type Options = { sandbox?: boolean; receivers?: readonly EventReceiver[]; secrets?: readonly string[]; port?: number };

function depsOf(options: Options = {}): EmitDeps {
  const { sandbox = true, secrets: eventSecrets = [secret], port = (server.address() as AddressInfo).port } = options;
  const listen = { host: "0.0.0.0", port };
  const oauthApps = new Map([["github", { clientId: "app 1", clientSecret: "x", eventSecrets }]]);
  const found = options.receivers ?? receivers;
  const store = {
    providerEvents: {
      receivers: (provider: string, type: string) =>
        Promise.resolve(provider === "github" && type === "push" ? [...found] : []),
    },
    eventSecrets: { list: () => Promise.resolve([]) },
  };
  const resources = { vault: { sandbox, oauthAppSecrets: {} }, platform: systemPlatform, store };
  return { config: { listen, oauthApps }, resources, providers: registeredProviders } as unknown as EmitDeps;
}

const push = { provider: "github", type: "push" };

test("sends an event that the provider's declaration verifies and reads, to the newest connection's account", async () => {
  const sent = await emitEvent(depsOf(), push);
  const { url = "", headers = {}, body = "" } = arrived.pop() ?? {};
  assert.equal(url, "/in/v1/github/app%201");
  const events = registeredProviders.find(({ provider }) => provider.slug === "github")?.provider.events;
  assert.ok(events);
  const delivery = deliveryOf(headers as Record<string, string>, body);
  assert.ok(isVerified(events.verification, delivery, secret, Date.now()));
  const { id, account, type } = events.read(delivery) ?? {};
  assert.deepEqual([id, account, type], [sent.providerEventId, "1", "push"]);
  assert.deepEqual(sent, { ...sent, type: "push", connection_id: "con_new", account: "1", httpStatus: 200 });
  assert.doesNotMatch(JSON.stringify([sent, headers, body]), new RegExp(secret));
});

test("sends to the given connection's account, with the given id", async () => {
  const sent = await emitEvent(depsOf(), { ...push, connection: "con_old", id: "again" });
  assert.deepEqual([sent.account, sent.providerEventId], ["2", "again"]);
  assert.equal(arrived.pop()?.headers["x-github-delivery"], "again");
});

const missing: Readonly<Record<string, [Options, object, RegExp]>> = {
  "a sandbox": [{ sandbox: false }, push, /^Only a sandbox/],
  "a connection that asked for it": [{ receivers: [] }, push, /^No connection gets push from github: connect one/],
  "the connection": [{}, { ...push, connection: "con_x" }, /^The connection con_x doesn't get push/],
  "the app's secret": [
    { secrets: [] },
    push,
    /^The app app 1 of github has no secret for events\. Set SVC_OAUTH_GITHUB/,
  ],
  "a server": [{ port: 9 }, push, /^No server answers at http:\/\/127\.0\.0\.1:9\//],
};

for (const [what, [options, event, pattern]] of Object.entries(missing)) {
  test(`says that ${what} is missing, and sends nothing`, async () => {
    const wanted = event as typeof push;
    await assert.rejects(emitEvent(depsOf(options), wanted), (error: unknown) => {
      return error instanceof OperatorFailure && pattern.test(error.message);
    });
    assert.deepEqual(arrived, []);
  });
}

test("names the providers that have events, and a provider's types", async () => {
  const failure = (pattern: RegExp) => (error: unknown) => error instanceof UsageFailure && pattern.test(error.message);
  await assert.rejects(
    emitEvent(depsOf(), { ...push, provider: "doppler" }),
    failure(/^doppler has no events\. .*github/),
  );
  await assert.rejects(emitEvent(depsOf(), { ...push, type: "stars" }), failure(/^github has no event stars\. .*push/));
});

test("says why the server may have refused it", async () => {
  status = 401;
  await assert.rejects(
    emitEvent(depsOf(), push),
    /^OperatorFailure: The server answered 401\. The server has another secret/,
  );
  status = 200;
});

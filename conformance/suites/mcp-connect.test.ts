/** People connect to MCP servers on svc's pages: with a token of theirs, and with the server's authorization server. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import type { Connection, ExecutedAction, SubmittedCredential } from "@svc/contract";
import {
  startAuthorizationStandIn,
  startStandIn,
  type AuthorizationStandIn,
  type AuthorizationStandInOptions,
  type StandIn,
  type StandInOptions,
} from "@svc/mcp-provider/simulator";
import {
  Frontend,
  makeClient,
  makeHome,
  oneEngine,
  openSession,
  operateJson,
  startServer,
  uniqueName,
  until,
  untilSettled,
  verifies,
  type Caller,
  type RunningServer,
  type ServerHome,
} from "../harness/index.ts";
import { Journey, returnedWith } from "../harness/oauth/journey.ts";
import { addServer, untilLoaded, type ReviewFile } from "./mcp-provider-fixture.ts";

const [read, write] = ["tools.getNote", "tools.setNote"];
const enabled = ["get_note", "set_note"];

for (const engine of oneEngine()) {
  describe(`connecting to MCP servers on ${engine}`, { concurrency: false }, () => {
    let home: ServerHome;
    let server: RunningServer;
    let caller: Caller;
    const closing: (() => Promise<void>)[] = [];

    before(async () => {
      home = await makeHome(engine);
      server = await startServer({ engine, home });
      const slugs = ["pasted", "document", "registered", "own", "mixed", "foreign"];
      // None of them is there yet.
      const allowActions = slugs.map((slug) => `${slug}/*`);
      ({ caller } = await makeClient(server, { allowActions, flags: ["--force"] }));
    });
    after(async () => {
      await server.kill9();
      for (const close of closing) await close();
      await home.remove();
    });

    const tenant = async (): Promise<string> => {
      const fields = { externalId: uniqueName("t"), displayName: "Acme" };
      return ((await caller.post("/v1/tenants", fields, { idempotencyKey: uniqueName("t") })).json as { id: string })
        .id;
    };
    const opened = <Standing extends { close(): Promise<void> }>(one: Standing): Standing => {
      closing.push(() => one.close());
      return one;
    };
    /** Sets a note, and reads it. @returns the path of the connection. */
    const use = async (tenantId: string, id: string | null, text: string): Promise<string> => {
      const path = `/v1/tenants/${tenantId}/connections/${String(id)}`;
      const note = { id: text, text };
      const options = { idempotencyKey: uniqueName("k") };
      const written = await caller.post(`${path}/actions/${write}:execute`, { input: note }, options);
      assert.deepEqual((written.json as ExecutedAction).output, note, written.text);
      const found = await caller.post(`${path}/actions/${read}:execute`, { input: { id: text } });
      assert.deepEqual((found.json as ExecutedAction).output, note, found.text);
      return path;
    };
    type Pair = { standIn: StandIn; authorization: AuthorizationStandIn };
    /** An MCP server with an authorization server. */
    const pair = async (
      options: Omit<AuthorizationStandInOptions, "resource"> = {},
      more: StandInOptions = {},
    ): Promise<Pair> => {
      const url = { current: "" };
      const authorization = opened(await startAuthorizationStandIn({ ...options, resource: () => url.current }));
      const standIn = opened(await startStandIn({ authorization, ...more }));
      url.current = standIn.url;
      return { standIn, authorization };
    };
    const add = async (slug: string, { standIn, authorization }: Pair, edit?: (review: ReviewFile) => ReviewFile) => {
      const token = authorization.issueTo("operator");
      await addServer(
        { server, home },
        { slug, url: standIn.url, token, enabled, ...(edit === undefined ? {} : { edit }) },
      );
    };
    const authOf = (slug: string) =>
      (JSON.parse(readFileSync(join(home.folder, `${slug}.json`), "utf8")) as ReviewFile).auth;
    const journey = async (slug: string): Promise<Journey> => {
      const fields = { provider: slug, authKind: "oauth2_authorization_code", requestedActions: [read, write] };
      const session = await openSession(caller, await tenant(), fields);
      return new Journey({ caller, session });
    };
    /** Agrees on svc's page and at the authorization server. @returns the callback, not visited yet. */
    const agree = async (going: Journey): Promise<URL> => {
      const page = await going.browser.get(await going.toProvider());
      assert.equal(page.status, 302, page.text);
      assert.ok(page.location !== null);
      return page.location;
    };

    const offers = async (slug: string): Promise<void> => {
      const tenantId = await tenant();
      await until(5000, "the provider has its app", async () => {
        const { providers } = (await caller.get(`/v1/tenants/${tenantId}/providers`)).json as {
          providers: { slug: string }[];
        };
        return providers.some((one) => one.slug === slug) ? true : null;
      });
    };
    /** The answer to a callback that svc must refuse, before any code reaches a token endpoint. */
    const refuses = async (going: Journey, callback: URL, { authorization }: Pair): Promise<void> => {
      const before = authorization.tokenRequests.length;
      const landed = await going.land(callback);
      assert.equal(landed.location, null, "stays on svc's page");
      assert.equal(authorization.tokenRequests.length, before, "the code reached no token endpoint");
      assert.equal((await going.state()).connection_id, null);
    };

    verifies(
      "mcp-providers.connect",
      "connects two tenants on the Connect page, each with a token of its own",
      async () => {
        const standIn = opened(await startStandIn({ tokens: ["token-of-ada", "token-of-bob"] }));
        await addServer({ server, home }, { slug: "pasted", url: standIn.url, token: "token-of-ada", enabled });
        await untilLoaded(server.url, "pasted", [read, write]);
        for (const [who, token] of [
          ["Ada", "token-of-ada"],
          ["Bob", "token-of-bob"],
        ] as const) {
          const tenantId = await tenant();
          const session = await openSession(caller, tenantId, { provider: "pasted", requestedActions: [read, write] });
          const frontend = new Frontend(caller.http);
          const secret = await frontend.open(session.token);
          const submit = (access_token: string) =>
            frontend.send("POST", "/connect/v1/credential", { access_token, label: who }, secret);
          assert.notEqual((await submit("another-token")).status, 200);
          const submitted = await submit(token);
          assert.equal((submitted.json as SubmittedCredential).status, "completed", submitted.text);
          const { connection_id: id } = await untilSettled(caller, tenantId, session.id);
          const path = await use(tenantId, id, who);
          assert.equal(((await caller.get(path)).json as Connection).account.name, who);
        }
        const [ada, bob] = standIn.calls.filter(({ tool }) => tool === "set_note");
        assert.deepEqual([ada?.authorization, bob?.authorization], ["Bearer token-of-ada", "Bearer token-of-bob"]);
      },
    );

    verifies("mcp-providers.connect", "connects with the client document, and needs no app", async () => {
      const both = await pair({ acceptsDocuments: true });
      await add("document", both);
      assert.equal(authOf("document").app, "document");
      await untilLoaded(server.url, "document", [read, write]);
      const clientId = `${server.url}/connect/oauth/document/client.json`;
      const document = (await (await fetch(clientId)).json()) as Record<string, unknown>;
      assert.deepEqual(document, {
        client_id: clientId,
        client_uri: server.url,
        client_name: "svc",
        redirect_uris: [`${server.url}/connect/oauth/document/callback`],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      });
      assert.equal((await fetch(`${server.url}/connect/oauth/github/client.json`)).status, 404);
      const set = await server.operate(["oauth-apps", "set", "document", "--client-id", "a"], "secret");
      assert.match(set.stderr, /document uses no OAuth app/);
      await connectBoth("document", both);
      assert.equal(both.authorization.authorizations[0]?.get("client_id"), clientId);
    });

    /** Two people connect their tenants; then their tokens end, and are refreshed. */
    const connectBoth = async (slug: string, { authorization, standIn }: Pair): Promise<void> => {
      const connected: { tenantId: string; id: string | null }[] = [];
      for (const who of ["ada", "bob"]) {
        authorization.signedIn = who;
        const going = await journey(slug);
        const landed = await going.land(await agree(going));
        assert.equal(returnedWith(landed, going.session.returnUrl)["status"], "completed");
        const { connection_id: id } = await going.state();
        await use(going.session.tenant_id, id, who);
        connected.push({ tenantId: going.session.tenant_id, id });
      }
      for (const query of [...authorization.authorizations, ...authorization.tokenRequests]) {
        assert.equal(query.get("resource"), standIn.url);
      }
      const usersOf = () =>
        standIn.calls
          .filter(({ tool }) => tool === "set_note")
          .map((call) => call.authorization.replace("Bearer ", ""));
      assert.deepEqual(usersOf().map(authorization.userOf), ["ada", "bob"]);
      const first = usersOf();
      authorization.expireTokens();
      for (const [at, { tenantId, id }] of connected.entries()) {
        // The server refuses the token, so this read refreshes it.
        const path = `/v1/tenants/${tenantId}/connections/${String(id)}`;
        await caller.post(`${path}/actions/${read}:execute`, { input: { id: ["ada", "bob"][at] } });
        await use(tenantId, id, `${["ada", "bob"][at]} again`);
      }
      assert.deepEqual(usersOf().slice(-2).map(authorization.userOf), ["ada", "bob"]);
      assert.equal(new Set([...first, ...usersOf().slice(-2)]).size, 4, "each has a new token");
    };

    verifies("mcp-providers.connect", "registers an app once, whose secret is sealed and never shown", async () => {
      const both = await pair();
      await add("registered", both);
      assert.equal(authOf("registered").app, "registered");
      await untilLoaded(server.url, "registered", [read, write]);
      const before = await server.operate(["providers", "apply", join(home.folder, "registered.json")]);
      assert.match(before.stderr, /svc-server oauth-apps register registered/);
      const made = await server.operate(["oauth-apps", "register", "registered", "--name", "Acme"]);
      assert.equal(made.exitCode, 0, made.stderr);
      const [[clientId, secret] = ["", ""]] = both.authorization.registered;
      assert.ok(secret.length > 20);
      const again = await server.operate(["oauth-apps", "register", "registered"]);
      assert.match(again.stderr, /has an app, and its connections belong to it/);
      assert.equal(both.authorization.registered.size, 1);
      const { oauthApps } = await operateJson<{ oauthApps: { provider: string; clientId: string }[] }>(server, [
        "oauth-apps",
        "list",
      ]);
      assert.equal(oauthApps.find(({ provider }) => provider === "registered")?.clientId, clientId);
      await offers("registered");
      await connectBoth("registered", both);
      const shown = [made, again, await server.operate(["audit", "export", "--format", "json"])];
      const texts = [...shown.flatMap(({ stdout, stderr }) => [stdout, stderr]), server.log()];
      for (const text of texts) {
        for (const value of both.authorization.issued) assert.ok(!text.includes(value), "a secret is shown");
      }
    });

    verifies("mcp-providers.connect", "connects with the operator's own app, and refreshes its tokens", async () => {
      const both = await pair({ acceptsDocuments: true });
      await add("own", both, (review) => {
        const clientAuthentication = "client_secret_basic";
        return { ...review, auth: { ...review.auth, app: "own", clientAuthentication } };
      });
      await untilLoaded(server.url, "own", [read, write]);
      const applied = await server.operate(["providers", "apply", join(home.folder, "own.json")]);
      assert.match(applied.stderr, /register one at http:\/\/127\.0\.0\.1:\d+, and run svc-server oauth-apps set own/);
      // The operator registers the app at the server, as on its page for developers.
      const app = await fetch(`${both.authorization.issuer}/register`, {
        method: "POST",
        body: JSON.stringify({
          redirect_uris: [`${server.url}/connect/oauth/own/callback`],
          token_endpoint_auth_method: "client_secret_basic",
        }),
      });
      const { client_id: clientId, client_secret: secret } = (await app.json()) as Record<string, string>;
      const set = await server.operate(["oauth-apps", "set", "own", "--client-id", clientId ?? ""], secret);
      assert.equal(set.exitCode, 0, set.stderr);
      await offers("own");
      await connectBoth("own", both);
      assert.deepEqual(
        new Set(both.authorization.authorizations.map((one) => one.get("client_id"))),
        new Set([clientId]),
      );
      const grants = both.authorization.tokenRequests.map((one) => one.get("grant_type"));
      assert.deepEqual([...new Set(grants)], ["authorization_code", "refresh_token"]);
      const texts = [set.stdout, set.stderr, server.log()];
      for (const text of texts) assert.ok(!text.includes(secret ?? "-"), "the secret is shown");

      // Attacks with real codes of this server: without an issuer, with two, and at another provider's callback.
      const changes: readonly (readonly [name: string, change: (callback: URL) => void])[] = [
        ["no issuer", ({ searchParams }) => searchParams.delete("iss")],
        ["two issuers", ({ searchParams }) => searchParams.append("iss", "https://thief.example")],
        ["another issuer", ({ searchParams }) => searchParams.set("iss", "https://thief.example")],
        ["another provider", (callback) => (callback.pathname = "/connect/oauth/document/callback")],
      ];
      for (const [, change] of changes) {
        const going = await journey("own");
        const callback = await agree(going);
        change(callback);
        await refuses(going, callback, both);
      }
      // A code is sent to the token endpoint once, however often the callback is visited.
      const going = await journey("own");
      const callback = await agree(going);
      await going.land(callback);
      const asked = both.authorization.tokenRequests.length;
      await going.land(callback);
      assert.equal(both.authorization.tokenRequests.length, asked, "the code is used once");
    });

    verifies("mcp-providers.connect", "sends a server no token that was issued for another one", async () => {
      const both = await pair({ acceptsDocuments: true, audience: "https://api.honest.example" });
      await add("foreign", both);
      await untilLoaded(server.url, "foreign", [read, write]);
      const before = both.standIn.methods.length;
      const going = await journey("foreign");
      await going.land(await agree(going));
      assert.equal(both.authorization.tokenRequests.length, 1);
      assert.equal(both.standIn.methods.length, before, "the token reached no MCP server");
      assert.equal((await going.state()).connection_id, null);
    });

    verifies("mcp-providers.connect", "takes no response that another issuer signs with its name", async () => {
      const both = await pair({ acceptsDocuments: true, namedIssuer: "http://127.0.0.1:9" });
      await add("mixed", both);
      await untilLoaded(server.url, "mixed", [read, write]);
      const going = await journey("mixed");
      const landed = await going.land(await agree(going));
      assert.equal(landed.location, null, "stays on svc's page");
      assert.deepEqual(both.authorization.tokenRequests, [], "the code reached no token endpoint");
      assert.equal((await going.state()).connection_id, null);
    });
  });
}

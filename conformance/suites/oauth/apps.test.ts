/** OAuth apps that an operator sets while the server runs, at an authorization server that has two of them. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import type { TenantProviderList } from "@svc/contract";
import {
  assertProblem,
  oneEngine,
  operateJson,
  sessionBody,
  startServer,
  uniqueName,
  until,
  verifies,
  type Connected,
  type RunningServer,
  type TestClient,
} from "../../harness/index.ts";
import {
  app as first,
  makeOAuthClient,
  OAuthFixture,
  repository,
  startSimulatedGithub,
  type SimulatedGithub,
} from "../../harness/oauth/fixture.ts";

const second = { ...first, clientId: "svc-white-label", clientSecret: "white-label-client-secret-b3RoZXI" };

for (const engine of oneEngine()) {
  describe(`OAuth apps as data on ${engine}`, { concurrency: false }, () => {
    let github: SimulatedGithub;
    let server: RunningServer;
    let oauth: OAuthFixture;
    let acme: TestClient;
    let other: TestClient;
    before(async () => {
      github = await startSimulatedGithub([first, second]);
      const env = { SVC_RATE_LIMIT_RPS: "0" };
      server = await startServer({ engine, env, sandboxProviders: { github: github.origin.url } });
      [acme, other] = [await makeOAuthClient(server), await makeOAuthClient(server)];
      oauth = new OAuthFixture({ engine, github, server, client: acme });
    });
    after(async () => {
      await server.dispose();
      await github.close();
    });

    const set = async (app: typeof first, ...more: string[]) => {
      const args = ["oauth-apps", "set", "github", "--client-id", app.clientId, ...more];
      return await operateJson<object>(server, args, `${app.clientSecret}\n`);
    };
    const soon = async (holds: () => Promise<boolean>) =>
      await until(10_000, "the change has its effect", async () => ((await holds()) ? true : null));
    const lists = async ({ caller }: TestClient): Promise<boolean> => {
      const tenantId = await oauth.tenant(caller);
      const { providers } = (await caller.get(`/v1/tenants/${tenantId}/providers`)).json as TenantProviderList;
      return providers.some(({ slug }) => slug === "github");
    };
    const runs = async (connected: Connected) =>
      await connected.run("issues.list", repository, { idempotencyKey: uniqueName("k") });
    /** The client id in the address to which a new session's user is sent. */
    const askedWith = async (client: TestClient): Promise<string | null> => {
      const journey = await oauth.journey({ caller: client.caller });
      return (await journey.toProvider()).searchParams.get("client_id");
    };

    verifies(
      "oauth.apps",
      "makes a provider available without a restart, with a name on the consent page",
      async () => {
        assert.equal(await lists(acme), false);
        const tenantId = await oauth.tenant(acme.caller);
        const body = sessionBody({
          provider: "github",
          authKind: "oauth2_authorization_code",
          requestedActions: ["issues.list"],
        });
        const refused = await acme.caller.post(`/v1/tenants/${tenantId}/connect-sessions`, body, {
          idempotencyKey: "a",
        });
        assertProblem(refused, "PROVIDER_NOT_AVAILABLE");
        await set(first, "--name", "Acme <Integrations>");
        await soon(() => lists(acme));
        const journey = await oauth.journey({ caller: acme.caller });
        const page = await journey.openPage();
        assert.match(page.text, /about the app .*Acme &lt;Integrations&gt;/);
        const connected = await oauth.connected({ caller: acme.caller });
        assert.equal((await runs(connected)).execution.status, "succeeded");
      },
    );

    verifies("oauth.apps", "gives a service client its own app, and doesn't change the others'", async () => {
      await set(second, "--service-client", other.id);
      await soon(async () => (await askedWith(other)) === second.clientId);
      assert.equal(await askedWith(acme), first.clientId);
      const connected = await oauth.connected({ caller: other.caller });
      await github.origin.authorization.expireAccessTokens();
      assert.equal((await runs(connected)).execution.status, "succeeded");
    });

    verifies("oauth.apps", "finishes a session with the app that began it", async () => {
      const journey = await oauth.journey({ caller: other.caller });
      const callback = await journey.toCallback({ login: "octocat" });
      await operateJson(server, ["oauth-apps", "remove", "github", "--service-client", other.id]);
      await soon(async () => (await askedWith(other)) === first.clientId);
      await journey.land(callback);
      // Its app is gone, and the code isn't sent to another one.
      assert.equal((await journey.state()).connection_id, null);
      await set(second, "--service-client", other.id);
      await soon(async () => (await askedWith(other)) === second.clientId);
    });

    verifies(
      "oauth.apps",
      "sends no token to another app, and needs a reconnect once its own was replaced",
      async () => {
        const { authorization } = github.origin;
        const connected = await oauth.connected({ caller: acme.caller });
        await operateJson(server, ["oauth-apps", "remove", "github"]);
        await soon(async () => !(await lists(acme)));
        await authorization.expireAccessTokens();
        const before = authorization.refreshes.length;
        const testIt = async () =>
          await connected.caller.post(`${connected.path}:test`, {}, { idempotencyKey: uniqueName("t") });
        assertProblem(await testIt(), "PROVIDER_UNREACHABLE");
        const statusOf = async () => ((await connected.caller.get(connected.path)).json as { status: string }).status;
        assert.equal(await statusOf(), "active", "a missing app condemns no connection");
        await set(second);
        await soon(() => lists(acme));
        // The last refresh failed a moment ago, so the next one waits.
        await soon(async () => {
          await testIt();
          return (await statusOf()) === "needs_reconnect";
        });
        assert.equal(authorization.refreshes.length, before, "nothing was sent");
        await set(first);
        await soon(async () => (await askedWith(acme)) === first.clientId);
      },
    );

    verifies("oauth.apps", "shows no secret, and refuses invalid apps", async () => {
      const listed = await server.operate(["oauth-apps", "list"]);
      assert.match(listed.stdout, new RegExp(`github +${other.id} +${second.clientId}`));
      const events = await server.operate(["audit", "export", "--format", "json"]);
      assert.match(events.stdout, /oauth_app\.set/);
      const files = readdirSync(server.home.folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(server.home.folder, name))
        .filter((path) => statSync(path).isFile());
      const shown = [listed, events].map(({ stdout, stderr }) => stdout + stderr).concat(server.log());
      const texts = [...shown, ...files.map((path) => readFileSync(path, "latin1"))];
      for (const { clientSecret } of [first, second]) {
        assert.deepEqual(texts.filter((text) => text.includes(clientSecret)).length, 0);
      }
      for (const [args, stdin, words] of [
        [["nothing", "--client-id", "x"], "s", /There is no provider nothing\. These do: .*github/],
        [["doppler", "--client-id", "x"], "s", /doppler uses no OAuth app/],
        [["github", "--client-id", "x y"], "s", /--client-id must be visible ASCII/],
        [["github", "--client-id", "x"], "", /client secret must be/],
        [["github", "--client-id", "x", "--service-client", "none"], "s", /service client/i],
      ] as const) {
        const ran = await server.operate(["oauth-apps", "set", ...args], stdin);
        assert.notEqual(ran.exitCode, 0);
        assert.match(ran.stderr, words);
      }
      const absent = await server.operate(["oauth-apps", "remove", "slack"]);
      assert.match(absent.stderr, /There is no such app/);
    });
  });
}

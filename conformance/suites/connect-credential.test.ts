/** Submitted credentials: refused before any call, rejected, unverified, or connected. */
import assert from "node:assert/strict";
import type { ConnectionList, ConnectSession, SubmittedCredential } from "@svc/contract";
import type { FaultRule } from "@svc/simulator";
import {
  assertProblem,
  Frontend,
  makeClient,
  openSession,
  devConfig,
  suite,
  uniqueName,
  until,
  untilSettled,
  verifies,
  type HttpResponse,
  type Caller,
  type Fixture,
} from "../harness/index.ts";

/** An exchanged session, ready for a credential. */
interface Opened {
  readonly caller: Caller;
  readonly tenantId: string;
  readonly id: string;
  submit(credential: string): Promise<HttpResponse>;
  session(): Promise<ConnectSession>;
  connections(): Promise<ConnectionList["connections"]>;
}

async function open(fixture: Fixture, caller = fixture.caller, fields: Record<string, unknown> = {}): Promise<Opened> {
  const tenantId = await fixture.tenant(caller);
  const { id, token } = await openSession(caller, tenantId, fields);
  const frontend = new Frontend(caller.http);
  const secret = await frontend.open(token);
  return {
    caller,
    tenantId,
    id,
    submit: (credential) => frontend.submit(secret, credential),
    session: async () => (await caller.get(`/v1/tenants/${tenantId}/connect-sessions/${id}`)).json as ConnectSession,
    connections: async () =>
      ((await caller.get(`/v1/tenants/${tenantId}/connections`)).json as ConnectionList).connections,
  };
}

suite(
  "Connect credential",
  (fixture) => {
    const calls = (): number => fixture().provider.ledger.requests.length;
    const submitBody = async (body: unknown): Promise<HttpResponse> => {
      const { token } = await openSession(fixture().caller, await fixture().tenant());
      const frontend = new Frontend(fixture().server.http);
      return frontend.send("POST", "/connect/v1/credential", body, await frontend.open(token));
    };

    verifies("connect.kinds", "refuses each kind by name, without a call", async () => {
      const { provider } = fixture();
      const opened = await open(fixture());
      const kinds = {
        personal: /personal/i,
        cli: /\bCLI\b/i,
        scim: /SCIM/i,
        audit: /audit/i,
        identity: /identity/i,
      } as const;
      const before = calls();
      for (const [name, pattern] of Object.entries(kinds) as [keyof typeof kinds, RegExp][]) {
        const response = await opened.submit(provider.tokens[name]);
        const problem = assertProblem(response, "CREDENTIAL_INVALID");
        const said = `${problem.detail} ${(problem.errors ?? []).map(({ message }) => message).join(" ")}`;
        assert.match(said, pattern, `${name} is not named: ${said}`);
        assert.ok(!response.text.includes(provider.tokens[name]), "the response holds the credential");
      }
      assert.equal(calls(), before, "the provider was called");
      assert.equal((await opened.session()).status, "opened", "a refused form counts as a rejection");
      assert.deepEqual(await opened.connections(), []);
    });

    verifies("connect.credential-form", "refuses a malformed token without a call", async () => {
      const { tokens } = fixture().provider;
      const opened = await open(fixture());
      const before = calls();
      const wrong = [
        "",
        " ",
        "nonsense",
        "dp.st.",
        "dp.sa.",
        "DP.ST.abcdefghijklmnopqrstuvwxyz",
        "dp.xx.abcdefghijklmnopqrstuvwxyz",
        "dpst.abcdefghijklmnopqrstuvwxyz",
        ` ${tokens.serviceAccount}`,
        `${tokens.serviceAccount} `,
        `${tokens.serviceAccount}\n`,
        `${tokens.serviceAccount}\r\nx-evil: 1`,
        `Bearer ${tokens.serviceAccount}`,
        `${tokens.serviceAccount.slice(0, 20)} ${tokens.serviceAccount.slice(20)}`,
        `dp.sa.${"a".repeat(10_000)}`,
        "dp.sa.äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü",
      ];
      for (const credential of wrong) {
        const response = await opened.submit(credential);
        assert.equal(response.status, 422, `${credential.slice(0, 30)}: ${response.text}`);
        assertProblem(response, "CREDENTIAL_INVALID");
      }
      for (const body of [{}, { access_token: 1 }, { access_token: null }, { token: "x" }]) {
        assertProblem(await submitBody(body), "CREDENTIAL_INVALID");
      }
      const extra = { access_token: tokens.serviceAccount, host: "https://evil.example" };
      assertProblem(await submitBody(extra), "CREDENTIAL_INVALID");
      for (const body of [[], "text", null]) assertProblem(await submitBody(body), "INVALID_REQUEST");
      assert.equal(calls(), before);
    });

    verifies("connect.verified", "verifies both accepted kinds with only GET /v3/me", async () => {
      const { provider } = fixture();
      for (const name of ["serviceAccount", "serviceReadWrite", "serviceReadOnly"] as const) {
        const opened = await open(fixture());
        const before = calls();
        const response = await opened.submit(provider.tokens[name]);
        assert.equal(response.status, 200, response.text);
        const asked = provider.ledger.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
        assert.deepEqual(asked, ["GET /v3/me"]);
        const [connection] = await opened.connections();
        assert.equal(connection?.status, "active");
        assert.equal(connection?.account.name, "Harbor Works");
        const session = await untilSettled(opened.caller, opened.tenantId, opened.id);
        assert.deepEqual([session.status, session.connection_id], ["completed", connection?.id]);
      }
    });

    verifies("connect.rejected", "fails the session after five rejections, and stores nothing", async () => {
      const { provider } = fixture();
      for (const authFailureStatus of [401, 400] as const) {
        provider.world.set({ authFailureStatus });
        const opened = await open(fixture());
        for (let count = 1; count <= 5; count++) {
          const response = await opened.submit(count % 2 === 0 ? provider.tokens.revoked : provider.tokens.expired);
          assertProblem(response, "CREDENTIAL_REJECTED");
          assert.equal((await opened.session()).status, count < 5 ? "opened" : "failed", `after ${count}`);
        }
        provider.world.set({ authFailureStatus: 401 });
        assert.equal((await opened.session()).error?.code, "CREDENTIAL_REJECTED");
        const before = calls();
        const late = await opened.submit(provider.tokens.serviceAccount);
        assert.ok([401, 409].includes(late.status), late.text);
        assert.equal(calls(), before, "a failed session called the provider");
        assert.deepEqual(await opened.connections(), []);
      }
    });

    verifies("connect.rejected", "completes with a valid credential after four rejections", async () => {
      const { provider } = fixture();
      const opened = await open(fixture());
      for (let count = 0; count < 4; count++) {
        assertProblem(await opened.submit(provider.tokens.revoked), "CREDENTIAL_REJECTED");
      }
      assert.equal((await opened.submit(provider.tokens.serviceAccount)).status, 200);
    });

    verifies(
      "connect.unverified",
      "answers 502 after 5xx, 429, resets, hangs and nonsense; stores and counts nothing",
      async () => {
        const { provider } = fixture();
        const opened = await open(fixture());
        const faults: readonly FaultRule["fault"][] = [
          { kind: "html_502" },
          { kind: "status", status: 500, effect: false },
          { kind: "status", status: 503, effect: false },
          { kind: "status", status: 429, headers: { "retry-after": "1" }, effect: false },
          { kind: "reset_before_effect" },
          { kind: "close_before_response" },
          { kind: "truncate" },
          { kind: "malformed_json" },
          { kind: "redirect", status: 302, location: "https://evil.example/v3/me" },
          { kind: "hang_before_effect" },
        ];
        for (const fault of faults) {
          provider.faults.add({ match: { path: "/v3/me" }, times: "always", fault });
          const response = await opened.submit(provider.tokens.serviceAccount);
          provider.faults.clear();
          assert.equal(response.status, 502, `${fault.kind}: ${response.text}`);
          assert.equal(assertProblem(response, "CREDENTIAL_UNVERIFIED").retryable, true);
          assert.equal((await opened.session()).status, "opened", fault.kind);
          assert.deepEqual(await opened.connections(), []);
        }
        assert.equal(
          (await opened.submit(provider.tokens.serviceAccount)).status,
          200,
          "ten of these failed the session",
        );
      },
    );

    verifies("connect.repeat", "repeats the response without another call or connection", async () => {
      const { provider } = fixture();
      const opened = await open(fixture());
      const first = (await opened.submit(provider.tokens.serviceAccount)).json as SubmittedCredential;
      const before = calls();
      for (const token of [provider.tokens.serviceAccount, provider.tokens.serviceAccountRotated]) {
        const again = await opened.submit(token);
        assert.deepEqual([again.status, again.json], [200, first]);
      }
      assert.equal(calls(), before);
      assert.equal((await opened.connections()).length, 1);
    });

    verifies("connect.race", "gives twenty concurrent submissions one connection and one response", async () => {
      const { provider } = fixture();
      const opened = await open(fixture());
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => opened.submit(provider.tokens.serviceAccount)),
      );
      const ids = new Set<string>();
      for (const response of responses) {
        if (response.status !== 200) assertProblem(response, "CONNECT_SESSION_NOT_OPEN");
        else ids.add(JSON.stringify(response.json));
      }
      assert.equal(ids.size, 1);
      assert.equal((await opened.connections()).length, 1);
    });

    verifies("connect.granted", "grants only the requested actions", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected({ requestedActions: ["secrets.get", "secrets.names.list"] });
      const before = calls();
      const options = { idempotencyKey: uniqueName("granted") };
      assertProblem(await connected.set("NOT_GRANTED", uniqueName("granted")), "ACTION_NOT_GRANTED");
      const gone = { ...devConfig, name: "STRIPE_KEY" };
      assertProblem(await connected.execute("secrets.delete", gone, options), "ACTION_NOT_GRANTED");
      assertProblem(await connected.execute("projects.list", {}), "ACTION_NOT_GRANTED");
      assert.equal(calls(), before);
      assert.equal((await connected.execute("secrets.get", gone)).status, 200);
      assert.equal(provider.world.readSecret(devConfig, "NOT_GRANTED"), undefined);
    });

    verifies("connect.policy-again", "refuses completion if the policy has meanwhile been restricted", async () => {
      const { provider, server } = fixture();
      const client = await makeClient(server);
      const opened = await open(fixture(), client.caller);
      const narrow = ["service-clients", "update", client.id, "--allow-action", "doppler/secrets.get"];
      assert.equal((await server.operate(narrow)).exitCode, 0);
      await until(2000, "the narrower policy is in effect", async () => {
        const path = `/v1/tenants/${opened.tenantId}/providers/doppler/actions/secrets.set`;
        return (await client.caller.get(path)).status === 404 ? true : null;
      });
      const response = await opened.submit(provider.tokens.serviceAccount);
      assert.ok(response.status >= 400, response.text);
      assert.deepEqual(await opened.connections(), []);
    });

    verifies("connect.policy-again", "ends the session if its tenant has meanwhile been deleted", async () => {
      const { provider, caller } = fixture();
      const opened = await open(fixture());
      assert.equal((await caller.delete(`/v1/tenants/${opened.tenantId}`)).status, 204);
      const before = calls();
      const response = await opened.submit(provider.tokens.serviceAccount);
      assert.ok(response.status >= 400, response.text);
      assert.equal(calls(), before);
    });
  },
  { env: { SVC_CALL_TIMEOUT_MS: "5000" } },
);

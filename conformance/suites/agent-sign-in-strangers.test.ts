/** What strangers can do to a server with agent sign-in: nothing that lasts. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { AgentAuthorization } from "@svc/contract";
import { assertProblem, makeClient, suite, uniqueName, verifies, type TestClient } from "../harness/index.ts";
import {
  approve,
  Browser,
  registering,
  SignIn,
  signInPage,
  startHost,
  type PublishingHost,
} from "./agent-sign-in-fixture.ts";
import { begin, makeAskingWithPage, PersonBrowser } from "./approval-page-fixture.ts";
import { everyRow } from "./isolation-fixture.ts";
import { endpointOf } from "./mcp-client.ts";
import { proposalOf } from "./proposal-fixture.ts";

suite(
  "strangers at an agent's sign-in",
  (fixture) => {
    let host: PublishingHost;
    let app: TestClient;
    before(async () => {
      host = await startHost();
      app = await makeClient(fixture().server, { flags: ["--agent-sign-in-url", signInPage] });
    });
    after(() => host.close());

    const signInTo = (tenantId: string): SignIn => {
      const { url } = fixture().server;
      return new SignIn({ url, clientId: host.clientId, resource: endpointOf({ url, tenantId }) });
    };

    verifies(
      "sign-in.strangers",
      "stores nothing before the app has decided, however many sign-ins are started",
      async () => {
        const tenantId = await fixture().tenant(app.caller);
        const { connected } = await makeAskingWithPage(fixture());
        const proposal = proposalOf(await connected.set("LOOKED_AT", uniqueName("k")));
        const stored = await everyRow(fixture().server.home);
        const signIn = signInTo(tenantId);
        const ids = await Promise.all(Array.from({ length: 50 }, () => signIn.begin()));
        const looks = await Promise.all(Array.from({ length: 50 }, () => begin(new PersonBrowser(), proposal)));
        assert.equal(new Set([...ids, ...looks]).size, 100);
        const [id = "", ...others] = ids;
        const path = `/v1/agent-authorizations/${id}`;
        // The app's look isn't a decision either.
        const shown = (await app.caller.get(path)).json as AgentAuthorization;
        assert.deepEqual([shown.id, shown.status], [id, "pending"]);
        const [rowId = ""] = id.split(".");
        assertProblem(await app.caller.get(`/v1/agent-authorizations/${rowId}`), "AGENT_AUTHORIZATION_NOT_FOUND");
        assert.deepEqual(await everyRow(fixture().server.home), stored);
        // One decision is one row, which its short id finds.
        await approve(app.caller, id, { tenant_id: tenantId, subject: "user-318", actions: ["doppler/*"] });
        const { agent_authorizations: rows = [] } = await everyRow(fixture().server.home);
        assert.equal(rows.length - (stored["agent_authorizations"]?.length ?? 0), 1);
        const found = (await app.caller.get(`/v1/agent-authorizations/${rowId}`)).json as AgentAuthorization;
        assert.deepEqual([found.id, found.status, found.host?.name], [rowId, "approved", "Example Chat"]);
        assertProblem(await app.caller.post(`${path}:deny`), "AGENT_AUTHORIZATION_NOT_PENDING");
        // No text that svc didn't seal, and none for another sign-in, is decided.
        const [other = "", third = ""] = others;
        for (const wrong of [
          other.slice(0, -1),
          `${other}A`,
          `${third.slice(0, 30)}.${other.slice(31)}`,
          `${other.slice(0, 30)}.${id.slice(31)}`,
        ]) {
          assertProblem(
            await app.caller.post(`/v1/agent-authorizations/${wrong}:deny`),
            "AGENT_AUTHORIZATION_NOT_FOUND",
          );
        }
      },
    );

    verifies(
      "sign-in.strangers",
      "accepts the longest state, and neither a longer one nor control characters",
      async () => {
        const tenantId = await fixture().tenant(app.caller);
        const signIn = signInTo(tenantId);
        const state = "s".repeat(2048);
        const id = await signIn.begin({ state });
        const decided = await approve(app.caller, id, { tenant_id: tenantId, subject: "user-318", actions: [] });
        assert.equal((await signIn.finish(decided)).get("state"), state);
        for (const wrong of [`${state}s`, "a\u0000b", "a\nb"]) {
          const { location } = await new Browser().open(signIn.authorizeUrl({ state: wrong }));
          assert.equal(new URL(location ?? "").searchParams.get("error"), "invalid_request");
        }
      },
    );
  },
  { env: { SVC_RATE_LIMIT_RPS: "0", ...registering } },
);

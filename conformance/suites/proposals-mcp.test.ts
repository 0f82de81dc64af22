/** An agent's calls that need approval, through the official MCP client: results, and who sees their result. */
import assert from "node:assert/strict";
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import type { Execution, Proposal, ServiceClient } from "@svc/contract";
import { assertProblem, operateJson, until, verifies, type Caller } from "../harness/index.ts";
import { oauthSuite, repository, type OAuthFixture } from "../harness/oauth/fixture.ts";
import { registerHost, registering, SignIn, signInPage } from "./agent-sign-in-fixture.ts";
import { formOf, review } from "./approval-page-fixture.ts";
import { endpointOf, openClient, problemOf } from "./mcp-client.ts";
import { approve, decide, executed, makeAsking, placeOf, type Asking } from "./proposal-fixture.ts";
import { make } from "./token-fixture.ts";

const asksForAll = [{ decision: "ask" }] as const;

oauthSuite(
  "agents' calls that need approval",
  (fixture) => {
    const asking = (rules: Parameters<typeof makeAsking>[1] = asksForAll): Promise<Asking> =>
      makeAsking(fixture(), rules, "issues.create");
    const opened = async (
      { connected }: Asking,
      by: Caller,
      options: Parameters<typeof openClient>[1] = {},
    ): Promise<Client> => {
      const { token } = await make(by, connected.tenantId, { agent: "triage-bot" });
      return await openClient({ url: fixture().server.url, tenantId: connected.tenantId, key: token.token }, options);
    };
    /** Lets people decide on svc's page. */
    const showPage = async ({ connected, clientId }: Asking): Promise<void> => {
      await operateJson(fixture().server, ["service-clients", "update", clientId, "--agent-sign-in-url", signInPage]);
      await until(5000, "the page is set", async () => {
        const profile = (await connected.caller.get("/v1/service-client")).json as ServiceClient;
        return profile.agentSignInUrl === signInPage ? true : null;
      });
    };
    const create = (title: string) => ({ name: "github_issues_create", arguments: { ...repository, title } });
    const structured = ({ structuredContent }: CallToolResult) =>
      structuredContent as Readonly<Record<string, unknown>>;
    const getProposal = (client: Client, proposal_id: unknown): Promise<CallToolResult> =>
      client.callTool({ name: "get_proposal", arguments: { proposal_id } });
    const byRest = async ({ connected }: Asking, id: unknown): Promise<Proposal> =>
      (await connected.caller.get(`/v1/tenants/${connected.tenantId}/proposals/${String(id)}`)).json as Proposal;
    const ended = (client: Client, id: unknown) =>
      until(10_000, "the proposal ends", async () => {
        const now = structured(await getProposal(client, id));
        return ["pending", "approved"].includes(String(now["status"])) ? null : now;
      });

    for (const modern of [false, true]) {
      const which = modern ? "newest" : "older";
      verifies("approval.mcp", `is a result that the official client accepts, in the ${which} protocol`, async () => {
        const asker = await asking();
        const { connected, decider } = asker;
        // If there is a page to decide on, the result names it.
        if (modern) await showPage(asker);
        const client = await opened(asker, connected.caller, { modern });
        // The client checks each result against the listed schema.
        const { tools } = await client.listTools();
        const named = tools.map(({ name }) => name);
        assert.ok(named.includes("get_proposal"), named.join());
        const anyOf = (name: string) => tools.find((tool) => tool.name === name)?.outputSchema?.["anyOf"];
        const pending = { required: ["status", "proposal_id"] };
        assert.ok((anyOf("github_issues_create") as object[]).some((one) => contains(one, pending)));
        assert.equal(anyOf("github_issues_list"), undefined);

        const before = changesOf(fixture());
        const result = await client.callTool(create(`Waits in the ${which} protocol`));
        assert.equal(result.isError, undefined, JSON.stringify(result));
        const { proposal_id: id, ...rest } = structured(result);
        const { approvalUrl } = await byRest(asker, id);
        assert.equal(approvalUrl === null, !modern);
        assert.deepEqual(rest, { status: "pending_approval", ...(approvalUrl === null ? {} : { approvalUrl }) });
        assert.match(JSON.stringify(result.content), /do not repeat it/);
        assert.equal(changesOf(fixture()), before);
        const shown = structured(await getProposal(client, id));
        assert.deepEqual(
          [shown["proposal_id"], shown["status"], shown["execution_id"], shown["connection_id"]],
          [id, "pending", null, connected.id],
        );

        await approve(decider, await byRest(asker, id));
        const accepted = await ended(client, id);
        assert.equal(accepted["status"], "accepted");
        const ask = { name: "get_execution", arguments: { execution_id: accepted["execution_id"] } };
        const execution = await until(10_000, "the execution ends", async () => {
          const now = structured(await client.callTool(ask));
          return ["accepted", "dispatched"].includes(String(now["status"])) ? null : now;
        });
        assert.equal(execution["status"], "succeeded");
        assert.equal(changesOf(fixture()), before + 1);
        await client.close();
      });

      verifies(
        "approval.elicitation",
        `opens the page on which its user approves, in the ${which} protocol`,
        async () => {
          const asker = await asking();
          await showPage(asker);
          const { connected, decider } = asker;
          const before = changesOf(fixture());
          const { promise: made, resolve: isMade } = Promise.withResolvers<Execution>();
          let urls = 0;
          const openUrl = async ({ url }: { readonly url: string }): Promise<void> => {
            urls += 1;
            const proposal = await byRest(asker, url.slice(url.lastIndexOf("/") + 1));
            const { browser, page, url: place } = await review(decider, { ...proposal, approvalUrl: url });
            assert.equal((await browser.open(place, formOf(page, "approve"))).status, 303);
            isMade(await executed(connected.caller, proposal));
          };
          const client = await opened(asker, connected.caller, { modern, openUrl });
          await client.listTools();
          const result = await client.callTool(create(`Approved in the ${which} protocol`));
          const execution = await made;
          assert.deepEqual([urls, execution.status, changesOf(fixture())], [1, "succeeded", before + 1]);
          // With the newest protocol, the client asks again once its user is back, and gets the outcome itself.
          if (modern) assert.equal(result._meta?.["execution_id"], execution.id, JSON.stringify(result));
          else {
            assert.equal(structured(result)["status"], "pending_approval");
            const shown = structured(await getProposal(client, structured(result)["proposal_id"]));
            assert.deepEqual([shown["status"], shown["execution_id"]], ["accepted", execution.id]);
          }
          await client.close();
        },
      );
    }

    verifies("approval.mcp", "says that a call was denied, and that nothing was sent", async () => {
      const asker = await asking();
      const client = await opened(asker, asker.connected.caller);
      const before = changesOf(fixture());
      const call = { ...create("Denied"), _meta: { idempotencyKey: "denied-1" } };
      const { proposal_id: id } = structured(await client.callTool(call));
      const denial = { reason: "canary: not for agents" };
      assert.equal((await decide(asker.decider, await byRest(asker, id), "deny", denial)).status, 200);
      const shown = await ended(client, id);
      assert.deepEqual([shown["status"], shown["execution_id"]], ["denied", null]);
      // Who decided, and why, is only for people.
      assert.doesNotMatch(JSON.stringify(shown), /canary|maria/);
      const again = await client.callTool(call);
      assert.deepEqual([again.isError, structured(again)], [undefined, { status: "denied", proposal_id: id }]);
      assert.equal(changesOf(fixture()), before);
      await client.close();
    });

    verifies("approval.mcp", "shows as missing what another grant or REST proposed", async () => {
      const asker = await asking();
      const { connected } = asker;
      const client = await opened(asker, connected.caller);
      const { proposal_id: id } = structured(await client.callTool(create("Private")));
      const other = await opened(asker, connected.caller);
      assert.equal(problemOf(await getProposal(other, id)).code, "PROPOSAL_NOT_FOUND");
      assert.equal(structured(await getProposal(client, id))["status"], "pending");
      const rest = await connected.execute("issues.create", create("Over REST").arguments, {
        idempotencyKey: "rest-1",
      });
      const { proposal } = rest.json as { proposal: Proposal };
      assert.equal(problemOf(await getProposal(client, proposal.id)).code, "PROPOSAL_NOT_FOUND");
      assert.equal(problemOf(await getProposal(client, "prp_none")).code, "INPUT_INVALID");
      await client.close();
      await other.close();
    });

    verifies("approval.mcp", "shows a host its proposals and executions after a token refresh", async () => {
      const asker = await asking();
      await showPage(asker);
      const { url } = fixture().server;
      const { caller, tenantId } = asker.connected;
      const signIn = new SignIn({ url, clientId: await registerHost(url), resource: endpointOf({ url, tenantId }) });
      const allowed = { tenant_id: tenantId, subject: "user-318", actions: ["github/*"], maxEffect: "write" as const };
      const first = await signIn.tokens(caller, allowed);
      const client = await openClient({ url, tenantId, key: first.access_token });
      const { proposal_id: id } = structured(await client.callTool(create("Signed in")));
      const { body } = await signIn.refresh(first.refresh_token);
      const later = await openClient({ url, tenantId, key: body.access_token ?? "" });
      assert.equal(structured(await getProposal(later, id))["status"], "pending");
      await approve(asker.decider, await byRest(asker, id));
      const { execution_id } = await ended(later, id);
      const shown = structured(await later.callTool({ name: "get_execution", arguments: { execution_id } }));
      assert.equal(shown["execution_id"], execution_id);
      // Another sign-in of the same user is another grant.
      const again = await signIn.tokens(caller, allowed);
      const other = await openClient({ url, tenantId, key: again.access_token });
      assert.equal(problemOf(await getProposal(other, id)).code, "PROPOSAL_NOT_FOUND");
      for (const each of [client, later, other]) await each.close();
    });

    verifies(
      "approval.mcp",
      "never decides through MCP, and offers no tool without a policy that requires approval",
      async () => {
        const asker = await asking();
        const { token, caller } = await make(asker.connected.caller, asker.connected.tenantId, { audience: ["mcp"] });
        const endpoint = { url: fixture().server.url, tenantId: asker.connected.tenantId, key: token.token };
        const client = await openClient(endpoint);
        const { proposal_id: id } = structured(await client.callTool(create("Self-approved")));
        const proposal = await byRest(asker, id);
        assertProblem(await caller.post(`${placeOf(proposal)}:decide`, { decision: "approve" }), "UNAUTHENTICATED");
        assert.equal((await byRest(asker, id)).status, "pending");
        const free = await asking([]);
        const tools = (await (await opened(free, free.connected.caller)).listTools()).tools;
        assert.ok(tools.length > 0 && !tools.some(({ name }) => name === "get_proposal"));
        await client.close();
      },
    );
  },
  { env: registering },
);

function contains(value: object, part: Readonly<Record<string, unknown>>): boolean {
  const has = value as Readonly<Record<string, unknown>>;
  return Object.entries(part).every(([name, expected]) => JSON.stringify(has[name]) === JSON.stringify(expected));
}

/** The number of changing requests that have reached the simulated API. */
function changesOf({ github }: OAuthFixture): number {
  return github.api.ledger.requests.filter(({ method }) => method !== "GET").length;
}

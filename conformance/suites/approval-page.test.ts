/** The page on which a person decides, from outside; and attacks on it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before } from "node:test";
import type { AuditEventList, DecidedAgentAuthorization, Proposal } from "@svc/contract";
import {
  assertProblem,
  Caller,
  operateJson,
  suite,
  uniqueName,
  until,
  verifies,
  type HttpResponse,
} from "../harness/index.ts";
import { ProviderLedger } from "../harness/ledger.ts";
import { begin, formOf, makeAskingWithPage, PersonBrowser, review, stateOf, vouch } from "./approval-page-fixture.ts";
import { decide, makeAsking, placeOf, proposalOf, reached, secret, type Asking } from "./proposal-fixture.ts";
import { make } from "./token-fixture.ts";

/** The length of an authorization's id, with which the sealed text for the app begins. */
const idLength = "aau_".length + 26;

/** The public id of a caller's service key. */
const keyIdOf = ({ key }: Caller): string => key.slice("svc_live_".length, "svc_live_".length + 10);

suite("the approval page", (fixture) => {
  let asking: Asking;
  before(async () => {
    asking = await makeAskingWithPage(fixture());
  });

  verifies("approval.page", "shows what would be done, accepts one decision, and shows its result", async () => {
    const { connected, decider } = asking;
    const { caller } = await make(connected.caller, connected.tenantId, { subject: "user-7", agent: "Release bot" });
    const ledger = new ProviderLedger(fixture().provider);
    const proposal = proposalOf(await connected.by(caller).set("PAGE_KEY", uniqueName("k")));
    const { browser, page, url } = await review(decider, proposal);
    assert.deepEqual([page.status, stateOf(page)], [200, "pending"]);
    for (const text of [
      "secrets.set",
      "Doppler",
      "PAGE_KEY doesn&#39;t exist in dev of harbor-api and would be created.",
      "Release bot",
      "user-7",
      "user-8",
      proposal.preview === null ? "-" : "harbor-api",
    ]) {
      assert.ok(page.html.includes(text), text);
    }
    assert.ok(!page.html.includes("canary-value-of-PAGE_KEY"));
    const response = await browser.open(url, { ...formOf(page, "approve"), reason: "Asked for\r\nby support" });
    assert.deepEqual([response.status, response.location], [303, url]);
    await reached(connected.caller, proposal, "accepted");
    const done = await until(10_000, "the page shows the outcome", async () => {
      const now = await browser.open(url);
      return stateOf(now) === "succeeded" ? now : null;
    });
    assert.ok(done.html.includes("Approved by <bdi>user-8</bdi>"));
    assert.ok(!done.html.includes("<form"));
    assert.equal(ledger.changes.length, 1);
    const { decision } = (await connected.caller.get(placeOf(proposal))).json as Proposal;
    const keyId = keyIdOf(decider);
    const { clientId } = asking;
    assert.match(
      decision?.decidedBy ?? "",
      new RegExp(`^user-8, on the approval page, identified by .+ \\(${clientId}\\), key ${keyId}$`),
    );
    assert.equal(decision?.reason, "Asked for by support");
    const trail = (await connected.caller.get(`/v1/audit-events?subject=${proposal.id}`)).json as AuditEventList;
    const approval = trail.auditEvents.find(({ type }) => type === "proposal.approved");
    assert.deepEqual([approval?.actor, approval?.data["decidedBy"]], ["end_user", "user-8"]);
    assert.match(String(approval?.data["authorization"]), /^aau_/);
    assert.deepEqual(
      [approval?.data["identifiedBy"], approval?.data["proposedBy"]],
      [`key:${keyId}`, `key:${keyIdOf(connected.caller)}`],
    );
    // Sending the form again decides nothing, and the same decision isn't called late.
    const repeated = await browser.open(url, formOf(page, "approve"));
    assert.deepEqual([repeated.status, repeated.location], [303, url]);
    const again = await browser.open(url, formOf(page, "deny"));
    assert.deepEqual([again.status, stateOf(again)], [409, "succeeded"]);
    assert.equal(ledger.changes.length, 1);
  });

  verifies("approval.drawn", "shows what isn't drawn in the names and the input of a call", async () => {
    const { connected, decider } = asking;
    const hidden = "sh\u{e0110}op\u200d\u3164\u00ad";
    // It may not make the preview's reads, so the provider doesn't say that there is no such project.
    const rights = { agent: "Bot\u{e0150}", actions: ["doppler/secrets.set"] };
    const { caller } = await make(connected.caller, connected.tenantId, rights);
    const input = { ...secret("DRAWN"), project: hidden };
    const key = { idempotencyKey: uniqueName("k") };
    const proposal = proposalOf(await connected.by(caller).execute("secrets.set", input, key));
    const { page } = await review(decider, proposal);
    assert.ok(page.html.includes("sh[U+E0110]op[U+200D][U+3164][U+00AD]"), page.html);
    assert.ok(page.html.includes("Bot[U+E0150]"));
    assert.equal(/[\u{e0100}-\u{e01ef}]|\u200d|\u3164|\u00ad/u.test(page.html), false);
  });

  verifies("approval.page", "denies, and has no link if the app has no page", async () => {
    const { connected, decider } = asking;
    const ledger = new ProviderLedger(fixture().provider);
    const proposal = proposalOf(await connected.set("PAGE_DENIED", uniqueName("k")));
    assert.equal(proposal.approvalUrl, `${fixture().server.url}/approve/${proposal.id}`);
    const { browser, page, url } = await review(decider, proposal);
    assert.equal((await browser.open(url, formOf(page, "deny"))).status, 303);
    assert.equal(stateOf(await browser.open(url)), "denied");
    assert.equal((await reached(connected.caller, proposal, "denied")).decision?.reason, null);
    assert.deepEqual(ledger.changes, []);
    const without = await makeAsking(fixture());
    const hidden = proposalOf(await without.connected.set("NO_PAGE", uniqueName("k")));
    assert.equal(hidden.approvalUrl, null);
    const { status } = await new PersonBrowser().open(`${fixture().server.url}/approve/${hidden.id}`);
    assert.equal(status, 404);
  });

  verifies("approval.page", "allows any number of open pages in one browser", async () => {
    const { connected, decider } = asking;
    const browser = new PersonBrowser();
    const opened: Awaited<ReturnType<typeof review>>[] = [];
    for (let index = 0; index < 6; index += 1) {
      const proposal = proposalOf(await connected.set(`ONE_OF_MANY_${String(index)}`, uniqueName("k")));
      opened.push(await review(decider, proposal, { browser }));
    }
    for (const { url, page } of opened) assert.equal((await browser.open(url, formOf(page, "deny"))).status, 303);
  });

  verifies("approval.page", "lets the agent's own user approve unless the rule wants another person", async () => {
    const { connected, decider } = await makeAskingWithPage(fixture(), [{ decision: "ask", approver: "other" }]);
    const { caller } = await make(connected.caller, connected.tenantId, { subject: "user-7" });
    const proposal = proposalOf(await connected.by(caller).set("OWN_USER", uniqueName("k")));
    const own = await review(decider, proposal, { subject: "USER-7" });
    assert.ok(!own.page.html.includes('value="approve"') && own.page.html.includes('value="deny"'));
    const forged = await own.browser.open(own.url, formOf(own.page, "approve"));
    assert.deepEqual([forged.status, stateOf(forged)], [403, "approve_own"]);
    const other = await review(decider, proposal);
    assert.equal((await other.browser.open(other.url, formOf(other.page, "approve"))).status, 303);
    const { connected: free, decider: freeDecider } = asking;
    const { caller: agent } = await make(free.caller, free.tenantId, { subject: "user-7" });
    const allowed = proposalOf(await free.by(agent).set("OWN_ALLOWED", uniqueName("k")));
    const { browser, page, url } = await review(freeDecider, allowed, { subject: "user-7" });
    assert.equal((await browser.open(url, formOf(page, "approve"))).status, 303);
  });

  verifies(
    "approval.page-attacks",
    "gives a link's sender nothing: another browser ends the flow, audited",
    async () => {
      const { connected, decider } = asking;
      const proposal = proposalOf(await connected.set("SENT_LINK", uniqueName("k")));
      // The attacker begins, makes a signed-in victim's app identify the victim, and intercepts the return.
      const attacker = new PersonBrowser();
      const continueUrl = await vouch(decider, await begin(attacker, proposal), proposal);
      const victim = await new PersonBrowser().open(continueUrl);
      assert.deepEqual([victim.status, stateOf(victim), victim.location], [403, "approve_other_browser", ""]);
      assert.equal((await attacker.open(continueUrl)).status, 410, "it ended for the attacker too");
      const trail = (await connected.caller.get(`/v1/audit-events?tenant_id=${connected.tenantId}`))
        .json as AuditEventList;
      const refused = trail.auditEvents.find(({ type }) => type === "agent_authorization.refused");
      assert.equal(refused?.data["reason"], "another_browser");
      // A page's address doesn't work elsewhere, nor does its form.
      const { browser, page, url } = await review(decider, proposal);
      const elsewhere = new PersonBrowser();
      assert.equal(stateOf(await elsewhere.open(url)), "approve_other_browser");
      const sent = await elsewhere.open(url, formOf(page, "approve"));
      assert.deepEqual([sent.status, stateOf(sent)], [403, "approve_other_browser"]);
      browser.forget();
      assert.equal((await browser.open(url, formOf(page, "approve"))).status, 403);
      assert.equal(((await connected.caller.get(placeOf(proposal))).json as Proposal).status, "pending");
    },
  );

  verifies(
    "approval.page-attacks",
    "accepts no replayed, mixed or foreign secret, and no sign-in's address",
    async () => {
      const { connected, decider } = asking;
      const proposal = proposalOf(await connected.set("REPLAYED", uniqueName("k")));
      const other = proposalOf(await connected.set("REPLAYED_OTHER", uniqueName("k")));
      const browser = new PersonBrowser();
      const continueUrl = await vouch(decider, await begin(browser, proposal), proposal);
      const mixed = continueUrl.replace(proposal.id, other.id);
      assert.equal(stateOf(await browser.open(mixed)), "approve_used");
      const signIn = continueUrl.replace(`/approve/${proposal.id}/continue`, "/oauth/continue");
      assert.equal((await browser.open(signIn)).status, 410);
      const first = await browser.open(continueUrl);
      assert.equal(first.status, 303);
      const replayed = await browser.open(continueUrl);
      assert.deepEqual([replayed.status, stateOf(replayed)], [410, "approve_used"]);
      assert.ok(replayed.html.includes(`href="${proposal.approvalUrl}"`));
      // One page's address under another proposal.
      const moved = await browser.open(first.location.replace(proposal.id, other.id));
      assert.deepEqual([moved.status, stateOf(moved)], [404, "approve_unknown"]);
      const guessed = new PersonBrowser();
      const wrong = new URL(await vouch(decider, await begin(guessed, proposal), proposal));
      wrong.searchParams.set("secret", `aas_${"x".repeat(43)}`);
      assert.equal(stateOf(await guessed.open(wrong.href)), "approve_used");
      const begun = await begin(guessed, proposal);
      // Nothing is stored about a visit that the app hasn't decided yet.
      for (const id of [begun, begun.slice(0, idLength)]) {
        assert.equal(stateOf(await guessed.open(`${proposal.approvalUrl}/${id}`)), "approve_unknown");
      }
    },
  );

  verifies(
    "approval.page-attacks",
    "accepts a decision only from its own form, and only about what it showed",
    async () => {
      const { connected, decider } = asking;
      const proposal = proposalOf(await connected.set("FORGED_FORM", uniqueName("k")));
      const { browser, page, url } = await review(decider, proposal);
      const form = formOf(page, "approve");
      const { token = "", ...withoutToken } = form;
      const refused = async (
        expected: string,
        fields: Readonly<Record<string, string>>,
        headers: object = {},
      ): Promise<void> => {
        const response = await browser.open(url, fields, headers);
        assert.equal(stateOf(response), `approve_${expected}`, JSON.stringify([fields, headers]));
      };
      await refused("form", withoutToken);
      await refused("form", { ...form, token: `${token}x` });
      await refused("form", {
        ...form,
        token: formOf((await review(decider, proposal)).page, "approve")["token"] ?? "",
      });
      await refused("form", { ...form, decision: "approved" });
      const { read: _read, ...unread } = form;
      await refused("form", unread);
      await refused("form", { ...form, reason: "x".repeat(201) });
      await refused("form", form, { origin: "https://evil.example" });
      await refused("form", form, { "sec-fetch-site": "cross-site" });
      await refused("form", form, { "content-type": "text/plain" });
      await refused("changed", { ...form, digest: `${proposal.digest}x` });
      // A GET decides nothing, whatever it contains.
      const query = new URLSearchParams(form).toString();
      assert.equal(stateOf(await browser.open(`${url}?${query}`)), "pending");
      assert.equal((await browser.open(`${proposal.approvalUrl}?${query}`)).status, 303);
      assert.equal(((await connected.caller.get(placeOf(proposal))).json as Proposal).status, "pending");
      // It is never in a frame, never stored, and sends no other site its address.
      const { headers } = page;
      const policy = headers.get("content-security-policy") ?? "";
      assert.match(policy, /default-src 'none'.*form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/);
      assert.deepEqual(
        ["x-frame-options", "cache-control", "referrer-policy", "x-content-type-options"].map((name) =>
          headers.get(name),
        ),
        ["DENY", "no-store", "no-referrer", "nosniff"],
      );
      assert.equal(stateOf(await browser.open(url, null, { "sec-fetch-dest": "iframe" })), "framed");
      assert.equal(stateOf(await browser.open(url, form, { "sec-fetch-dest": "iframe" })), "framed");
      // Its own script may ask for the page again, but not decide.
      const own = { "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" };
      assert.equal(stateOf(await browser.open(url, null, own)), "pending");
      assert.equal(stateOf(await browser.open(url, form, own)), "framed");
      assert.equal(stateOf(await browser.open(url, null, { ...own, "sec-fetch-site": "cross-site" })), "framed");
      const [, script = ""] = /<script>([^]*)<\/script>/.exec(page.html) ?? [];
      const hash = createHash("sha256").update(script).digest("base64");
      assert.match(
        policy,
        new RegExp(`script-src 'sha256-${hash.replaceAll(/[+/]/g, String.raw`\$&`)}'; require-trusted`),
      );
      assert.equal(page.html.split("<script").length, 2);
      assert.doesNotMatch(policy, /connect-src|unsafe/);
    },
  );

  verifies("approval.page-attacks", "redirects a browser only to the app and to itself", async () => {
    const { connected, decider } = asking;
    const proposal = proposalOf(await connected.set("REDIRECTS", uniqueName("k")));
    const browser = new PersonBrowser();
    const evil = "https://evil.example/";
    for (const name of ["redirect_uri", "return_url", "next", "url", "continueUrl"]) {
      const { location } = await browser.open(`${proposal.approvalUrl}?${name}=${encodeURIComponent(evil)}`);
      assert.ok(location.startsWith("https://app.example.com/agents/sign-in?agent_authorization_id=aau_"), location);
    }
    const back = new URL(await vouch(decider, await begin(browser, proposal), proposal));
    back.searchParams.set("url", evil);
    const { location } = await browser.open(back.href);
    assert.ok(location.startsWith(`${fixture().server.url}/approve/${proposal.id}/aau_`), location);
    for (const path of ["prp_x", "..%2f..%2fevil", "prp_01k0000000e8r9m2p4s6t8w0y2", `${proposal.id}/x`]) {
      assert.equal((await browser.open(`${fixture().server.url}/approve/${path}`)).status, 404, path);
    }
  });

  verifies(
    "approval.page-attacks",
    "shows nothing to a foreign tenant's user, or to one whom the app refused",
    async () => {
      const { connected } = asking;
      const proposal = proposalOf(await connected.set("FOREIGN_USER", uniqueName("k")));
      const browser = new PersonBrowser();
      const id = await begin(browser, proposal);
      const path = `/v1/agent-authorizations/${id}`;
      const elsewhere = await fixture().tenant(connected.caller);
      const foreign = { tenant_id: elsewhere, subject: "user-9" };
      assertProblem(await connected.caller.post(`${path}:approve`, foreign), "TENANT_NOT_FOUND");
      const { caller: stranger } = await fixture().another();
      assertProblem(await stranger.get(path), "AGENT_AUTHORIZATION_NOT_FOUND");
      const { caller: agent } = await make(connected.caller, connected.tenantId);
      assertProblem(
        await agent.post(`${path}:approve`, { tenant_id: connected.tenantId, subject: "x" }),
        "NOT_PERMITTED",
      );
      // Fields for a sign-in mean that the app mistook it for one.
      const asSignIn = { tenant_id: connected.tenantId, subject: "user-8", actions: ["*/*"] };
      assertProblem(await connected.caller.post(`${path}:approve`, asSignIn), "INVALID_REQUEST");
      const denied = (await connected.caller.post(`${path}:deny`)).json as DecidedAgentAuthorization;
      const shown = await browser.open(denied.continueUrl);
      assert.deepEqual([shown.status, stateOf(shown)], [403, "approve_refused"]);
      assert.ok(!shown.html.includes("FOREIGN_USER"));
      const review = `${proposal.approvalUrl}/${id.slice(0, idLength)}`;
      assert.equal(stateOf(await browser.open(review)), "approve_refused");
    },
  );

  verifies(
    "approval.page-keys",
    "lets no key identify the person who decides about what that key proposed, or without the right",
    async () => {
      const { connected, decider, clientId } = await makeAskingWithPage(fixture());
      const { server } = fixture();
      const operate = <Result>(command: string, ...rest: string[]): Promise<Result> =>
        operateJson<Result>(server, ["service-clients", command, clientId, ...rest]);
      const identify = async (app: Caller, proposal: Proposal): Promise<HttpResponse> => {
        const path = `/v1/agent-authorizations/${await begin(new PersonBrowser(), proposal)}`;
        return await app.post(`${path}:approve`, { tenant_id: proposal.tenant_id, subject: "boss@acme.example" });
      };
      const plain = await operate<{ key: string }>("add-key", "--key-name", "plain");
      const own = proposalOf(await connected.set("OWN_PROPOSAL", uniqueName("k")));
      const { caller: agent } = await make(connected.caller, connected.tenantId, { subject: "user-7" });
      const byToken = proposalOf(await connected.by(agent).set("OWN_TOKEN", uniqueName("k")));
      for (const proposal of [own, byToken]) {
        assertProblem(await identify(connected.caller, proposal), "DECISION_NOT_ALLOWED");
        assertProblem(await identify(new Caller(server.http, plain.key), proposal), "DECISION_NOT_ALLOWED");
      }
      // The right alone isn't enough, nor is a new key under the proposer's name.
      await operate("update-key", "default", "--may-decide");
      const rotated = await operate<{ key: string }>("rotate-key", "--key-name", "default");
      for (const key of [connected.caller.key, rotated.key]) {
        const proposer = new Caller(server.http, key);
        await until(5000, "the right applies", async () => {
          const foreign = proposalOf(await connected.by(decider).set("OF_DECIDER", uniqueName("k")));
          return (await identify(proposer, foreign)).status === 200 ? true : null;
        });
        for (const proposal of [own, byToken]) {
          assertProblem(await identify(proposer, proposal), "DECISION_NOT_ALLOWED");
        }
      }
      const trail = (await connected.caller.get(`/v1/audit-events?subject=${own.id}`)).json as AuditEventList;
      const refused = trail.auditEvents.filter(({ type }) => type === "proposal.decision_refused");
      assert.ok(
        refused.some(
          ({ actor, data }) =>
            actor === `key:${keyIdOf(connected.caller)}` && data["decidedBy"] === "boss@acme.example",
        ),
        JSON.stringify(trail),
      );
      // A key that loses the right while the page is open decides nothing more.
      const { browser, page, url } = await review(decider, own);
      await operate("update-key", "decider", "--may-decide", "off");
      for (const response of [await browser.open(url), await browser.open(url, formOf(page, "approve"))]) {
        assert.deepEqual([response.status, stateOf(response)], [403, "approve_refused"]);
      }
      assert.equal(((await connected.caller.get(placeOf(own))).json as Proposal).status, "pending");
    },
  );

  verifies("approval.page-attacks", "counts only one of many decisions, on the page and elsewhere", async () => {
    const { connected, decider } = asking;
    const proposal = proposalOf(await connected.set("AT_ONCE", uniqueName("k")));
    // Each by another person, because the same decision of the same person is a double click.
    const pages = await Promise.all(
      [1, 2, 3, 4].map((person) => review(decider, proposal, { subject: `user-${String(person)}` })),
    );
    const responses = await Promise.all([
      ...pages.map(({ browser, url, page }, index) =>
        browser.open(url, formOf(page, index % 2 === 0 ? "approve" : "deny")).then(({ status }) => status === 303),
      ),
      decide(decider, proposal).then(({ status }) => status === 200),
    ]);
    assert.equal(responses.filter(Boolean).length, 1);
  });
});

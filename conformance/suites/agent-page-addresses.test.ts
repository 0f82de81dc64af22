/** The pages of agent sign-in and approval where svc has several listeners. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Caller, freePort, suite, uniqueName, verifies, type Connected } from "../harness/index.ts";
import { registerHost, registering, SignIn } from "./agent-sign-in-fixture.ts";
import { makeAskingWithPage, review, stateOf } from "./approval-page-fixture.ts";
import { proposalOf } from "./proposal-fixture.ts";

const logo = join(mkdtempSync(join(tmpdir(), "svc-logo-")), "logo.svg");
writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>');
const branded = { SVC_BRAND_NAME: "Acme", SVC_BRAND_LOGO: logo, ...registering };

/** Every image of a page must come from the page's own origin, because its policy allows no other. */
async function assertLogosLoad(page: string, html: string): Promise<void> {
  const sources = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, source = ""]) => new URL(source, page));
  assert.ok(sources.length > 0, "the page has no logo");
  for (const source of sources) {
    assert.equal(source.origin, new URL(page).origin);
    const answer = await fetch(source);
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/svg+xml"], source.href);
    assert.equal(await answer.text().then((text) => text.startsWith("<svg")), true);
  }
}

/** Opens both pages. @param url svc's public address. */
async function openPages(connected: Connected, url: string): Promise<void> {
  const signIn = new SignIn({ url, clientId: await registerHost(url), resource: `${url}/mcp` });
  const { status, html } = await signIn.browser.open(signIn.authorizeUrl());
  assert.equal(status, 200, html);
  await assertLogosLoad(signIn.authorizeUrl(), html);
  const proposal = proposalOf(await connected.set("LOGO", uniqueName("k")));
  assert.equal(proposal.approvalUrl, `${url}/approve/${proposal.id}`);
  const { page, url: at } = await review(connected.caller, proposal);
  assert.equal(stateOf(page), "pending");
  await assertLogosLoad(at, page.html);
}

suite(
  "agent pages beside a Connect listener",
  (fixture) => {
    verifies("approval.page", "shows logos from its own origin, as the sign-in does", async () => {
      const { connected } = await makeAskingWithPage(fixture());
      await fixture().restart({ SVC_CONNECT_LISTEN: `127.0.0.1:${await freePort()}` });
      const { server } = fixture();
      await openPages(connected.by(new Caller(server.http, connected.caller.key)), server.url);
    });
  },
  { env: branded, isOnOneEngine: true },
);

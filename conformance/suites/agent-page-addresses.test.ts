/** The pages of agent sign-in and approval if svc has several listeners, or is behind a proxy under its own path. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Caller, freePort, suite, uniqueName, verifies } from "../harness/index.ts";
import { startPathProxy, type PathProxy } from "../harness/path-proxy.ts";
import { approve, registerHost, registering, SignIn, signInWithOfficialClient } from "./agent-sign-in-fixture.ts";
import { begin, formOf, makeAskingWithPage, PersonBrowser, review, stateOf, vouch } from "./approval-page-fixture.ts";
import { endpointOf } from "./mcp-client.ts";
import { proposalOf, reached, type Asking } from "./proposal-fixture.ts";

const logo = join(mkdtempSync(join(tmpdir(), "svc-logo-")), "logo.svg");
writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>');
const branded = { SVC_BRAND_NAME: "Acme", SVC_BRAND_LOGO: logo, ...registering };

/** Every image of a page must come from the page's own origin, because its policy allows no other. */
async function assertLogosLoad(page: string, html: string): Promise<void> {
  const sources = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, source = ""]) => new URL(source, page));
  assert.ok(sources.length > 0, "the page has no logo");
  for (const source of sources) {
    assert.equal(source.origin, new URL(page).origin);
    const response = await fetch(source);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "image/svg+xml"], source.href);
    assert.equal(await response.text().then((text) => text.startsWith("<svg")), true);
  }
}

/** Opens both pages. @param url svc's public address. */
async function openPages({ connected, decider }: Pick<Asking, "connected" | "decider">, url: string): Promise<void> {
  const signIn = new SignIn({ url, clientId: await registerHost(url), resource: `${url}/mcp` });
  const { status, html } = await signIn.browser.open(signIn.authorizeUrl());
  assert.equal(status, 200, html);
  await assertLogosLoad(signIn.authorizeUrl(), html);
  const proposal = proposalOf(await connected.set("LOGO", uniqueName("k")));
  assert.equal(proposal.approvalUrl, `${url}/approve/${proposal.id}`);
  const { page, url: at } = await review(decider, proposal);
  assert.equal(stateOf(page), "pending");
  await assertLogosLoad(at, page.html);
}

suite(
  "agent pages next to a Connect listener",
  (fixture) => {
    verifies("approval.page", "shows logos from its own origin, like the sign-in", async () => {
      const { connected, decider } = await makeAskingWithPage(fixture());
      await fixture().restart({ SVC_CONNECT_LISTEN: `127.0.0.1:${await freePort()}` });
      const { server } = fixture();
      const moved = (caller: Caller): Caller => new Caller(server.http, caller.key);
      await openPages({ connected: connected.by(moved(connected.caller)), decider: moved(decider) }, server.url);
    });
  },
  { env: branded },
);

const proxyPort = await freePort();
const publicUrl = `http://127.0.0.1:${proxyPort}/base`;

suite(
  "agent pages under a path",
  (fixture) => {
    let proxy: PathProxy;
    let asking: Asking;
    before(async () => {
      proxy = await startPathProxy(proxyPort, "/base", ["/.well-known/oauth-authorization-server/base"]);
      proxy.toward(fixture().server.url);
      asking = await makeAskingWithPage(fixture());
    });
    after(() => proxy.close());

    verifies("approval.page", "keeps the path in links, logos, redirects and its form", async () => {
      const { connected, decider } = asking;
      await openPages(asking, publicUrl);
      const proposal = proposalOf(await connected.set("UNDER_A_PATH", uniqueName("k")));
      const browser = new PersonBrowser();
      const continueUrl = await vouch(decider, await begin(browser, proposal), proposal);
      assert.ok(continueUrl.startsWith(`${publicUrl}/approve/${proposal.id}/continue?`), continueUrl);
      const back = await browser.open(continueUrl);
      assert.match(back.headers.get("set-cookie") ?? "", /; Path=\/;/);
      assert.ok(back.location.startsWith(`${publicUrl}/approve/${proposal.id}/aau_`), back.location);
      const page = await browser.open(back.location);
      // A form and a link without an address point to the page itself, wherever it is.
      assert.match(page.html, /<form id="decide" class="part" method="post"/);
      const response = await browser.open(back.location, formOf(page, "approve"), {
        origin: new URL(publicUrl).origin,
      });
      assert.deepEqual([response.status, response.location], [303, back.location]);
      await reached(connected.caller, proposal, "accepted");
      const again = await browser.open(`${continueUrl}x`);
      assert.ok(again.html.includes(`href="${publicUrl}/approve/${proposal.id}"`), again.html);
    });

    verifies("sign-in.official-client", "signs in with only an address under a path", async () => {
      const { connected } = asking;
      const { tenantId } = connected;
      const allowed = { tenant_id: tenantId, subject: "user-318", actions: ["doppler/*"] };
      const address = endpointOf({ url: publicUrl, tenantId });
      const client = await signInWithOfficialClient(address, publicUrl, (id) => approve(connected.caller, id, allowed));
      assert.ok(Array.isArray((await client.listTools()).tools));
      await client.close();
    });
  },
  { env: { ...branded, SVC_PUBLIC_URL: publicUrl } },
);

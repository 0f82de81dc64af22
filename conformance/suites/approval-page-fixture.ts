/** A person who decides on the approval page, step by step. */
import assert from "node:assert/strict";
import type { AgentAuthorization, DecidedAgentAuthorization, Proposal } from "@svc/contract";
import { updateClient, type Caller, type Fixture } from "../harness/index.ts";
import { signInPage } from "./agent-sign-in-fixture.ts";
import { makeAsking, type Asking } from "./proposal-fixture.ts";

/** A browser's view of a response. */
export type Shown = { status: number; location: string; html: string; headers: Headers };

/** A person's browser: it keeps cookies and follows no redirect by itself. */
export class PersonBrowser {
  readonly #cookies = new Map<string, string>();

  /** Opens an address. @param form fields to send. */
  async open(url: string, form: Readonly<Record<string, string>> | null = null, more: object = {}): Promise<Shown> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      ...(form === null ? {} : { method: "POST", body: new URLSearchParams(form) }),
      headers: { ...(cookie === "" ? {} : { cookie }), ...more },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const { status, headers } = response;
    return { status, location: headers.get("location") ?? "", html: await response.text(), headers };
  }

  /** Loses all cookies. */
  forget(): void {
    this.#cookies.clear();
  }
}

/** The state that a page shows. */
export const stateOf = ({ html }: Shown): string => /data-state="([^"]*)"/.exec(html)?.[1] ?? "";

/** The fields of a page's form, with its checkbox and the button for the decision. */
export function formOf({ html }: Shown, decision: "approve" | "deny"): Record<string, string> {
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return { ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])), read: "yes", decision };
}

/** A service client whose calls need approval, and whose app has a page that identifies its user. */
export async function makeAskingWithPage(fixture: Fixture, rules?: Parameters<typeof makeAsking>[1]): Promise<Asking> {
  const asking = await makeAsking(fixture, rules);
  await updateClient(fixture.server, asking.clientId, "--agent-sign-in-url", signInPage);
  return asking;
}

/** Opens the approval URL. @returns the id with which the consumer's app is called. */
export async function begin(browser: PersonBrowser, { approvalUrl }: Proposal): Promise<string> {
  const { status, location } = await browser.open(approvalUrl ?? assert.fail("There is no approval URL."));
  assert.equal(status, 303);
  const next = new URL(location);
  assert.equal(`${next.origin}${next.pathname}`, signInPage);
  return next.searchParams.get("agent_authorization_id") ?? assert.fail("There is no id.");
}

/** The consumer's app identifies its user. @returns the address to which it redirects the user's browser. */
export async function vouch(app: Caller, id: string, { tenant_id }: Proposal, subject = "user-8"): Promise<string> {
  const shown = (await app.get(`/v1/agent-authorizations/${id}`)).json as AgentAuthorization;
  assert.deepEqual(
    [shown.purpose, shown.status, shown.host, shown.tenant_id],
    ["approval", "pending", null, tenant_id],
  );
  const response = await app.post(`/v1/agent-authorizations/${id}:approve`, { tenant_id, subject });
  assert.equal(response.status, 200, response.text);
  return (response.json as DecidedAgentAuthorization).continueUrl;
}

/** Performs all steps to the page. @returns the page, and its address. */
export async function review(
  app: Caller,
  proposal: Proposal,
  { browser = new PersonBrowser(), subject = "user-8" }: { browser?: PersonBrowser; subject?: string } = {},
): Promise<{ browser: PersonBrowser; page: Shown; url: string }> {
  const back = await browser.open(await vouch(app, await begin(browser, proposal), proposal, subject));
  assert.equal(back.status, 303, back.html);
  return { browser, url: back.location, page: await browser.open(back.location) };
}

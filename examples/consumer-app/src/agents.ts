/**
 * Requests for which svc sends Harbor's users here: an agent's host wants to sign in, or the user wants to decide about
 * a proposal. Harbor tells svc who its signed-in user is, and for a host what that user allowed.
 */
import { ConflictError, NotFoundError } from "@svc/sdk";
import { html, type Html } from "./html.ts";
import { page, redirect, Refusal, type Reply } from "./http.ts";
import { csrfField, layout, messagePage } from "./layout.ts";
import type { Handler, Visit } from "./visit.ts";

/** Where svc sends browsers; `agentSignInUrl` of Harbor's service client. */
export const agentSignInPath = "/agents/sign-in";

/** The access that a user can allow, by the name of the choice. */
const choices = {
  look: {
    maxEffect: "read",
    requireApproval: false,
    title: "Look only",
    text: "It can read issues and lists, and change nothing.",
  },
  ask: {
    maxEffect: "write",
    requireApproval: true,
    title: "Ask before each change",
    text: "It can read, and propose changes. Each one waits for your approval.",
  },
  work: {
    maxEffect: "write",
    requireApproval: false,
    title: "Look and change",
    text: "It can also create and change issues. It can't delete anything.",
  },
} as const;

export const agentRoutes: Readonly<Record<string, Handler>> = {
  [`GET ${agentSignInPath}`]: ask,
  [`POST ${agentSignInPath}`]: decide,
};

async function ask(visit: Visit): Promise<Reply> {
  const id = visit.query.get("agent_authorization_id") ?? "";
  const authorization = await find(visit, id);
  const { status, host } = authorization;
  if (status !== "pending") return ended();
  if (host === null) return page(askWhoDecides(visit, id));
  const body = html`<h1>Let ${host.name} act for you?</h1>
    <p class="lead">
      It calls itself <b>${host.name}</b>. The access goes to <b>${host.redirectOrigin}</b>, for ${visit.user.company}
      only.
    </p>
    <p class="strip">
      Allow it only if you have just started this in ${host.name} yourself. If somebody sent you the link, don't.
    </p>
    <form class="stack choices" method="post" action="${agentSignInPath}">
      ${csrfField(visit)}<input type="hidden" name="id" value="${id}" />
      ${Object.entries(choices).map(
        ([name, { title, text }]) =>
          html`<button name="allow" value="${name}" class="choice">
            <span><b>${title}</b><small>${text}</small></span>
          </button>`,
      )}
      <button name="allow" value="nothing" class="quiet">Don't allow it</button>
    </form>
    <p class="quiet">It expires after at most 30 days.</p>`;
  return page(layout(visit, { title: "Allow an agent", path: agentSignInPath, body }));
}

async function decide(visit: Visit): Promise<Reply> {
  const { client, form, tenantId, user } = visit;
  const id = form.get("id") ?? "";
  const wanted = form.get("allow") ?? "";
  if (wanted === "decide") return await sayWhoTheyAre(visit, await find(visit, id));
  const choice = Object.hasOwn(choices, wanted) ? choices[wanted as keyof typeof choices] : null;
  if (choice === null && wanted !== "nothing") throw new Refusal(422, "Choose what it may do.");
  try {
    const { continueUrl } =
      choice === null
        ? await client.agentAuthorizations.deny(id)
        : await client.agentAuthorizations.approve(id, {
            tenant_id: tenantId,
            // Always from the session, never from the form.
            subject: user.id,
            actions: ["github/*"],
            maxEffect: choice.maxEffect,
            requireApproval: choice.requireApproval,
            maxExecutions: 200,
          });
    return page(goingOn(visit, continueUrl));
  } catch (error) {
    if (error instanceof ConflictError) return ended();
    throw error;
  }
}

/** Asks for a click first, because another site can send a signed-in user's browser here at any moment. */
function askWhoDecides(visit: Visit, id: string): Html {
  const { name, company } = visit.user;
  const body = html`<h1>Decide about an agent's change?</h1>
    <p class="lead">An agent asks for approval. You look at it next, as <b>${name}</b> for ${company}.</p>
    <form class="stack" method="post" action="${agentSignInPath}">
      ${csrfField(visit)}<input type="hidden" name="id" value="${id}" />
      <button name="allow" value="decide">Look at it</button>
    </form>`;
  return layout(visit, { title: "Decide about a change", path: agentSignInPath, body });
}

/**
 * Tells svc who the signed-in user is, who then decides about a proposal on svc's page. It takes the key that may
 * decide. An app with roles checks here whether this user may decide.
 */
async function sayWhoTheyAre(
  visit: Visit,
  { id, purpose, tenant_id }: { id: string; purpose: string; tenant_id: string | null },
): Promise<Reply> {
  const { approvals, tenantId, user } = visit;
  if (purpose !== "approval") throw new Refusal(422, "This isn't about an agent's change.");
  try {
    const { continueUrl } =
      tenant_id === tenantId
        ? await approvals.agentAuthorizations.approve(id, { tenant_id: tenantId, subject: user.id, name: user.name })
        : await approvals.agentAuthorizations.deny(id);
    return page(goingOn(visit, continueUrl));
  } catch (error) {
    // A second tab was faster.
    if (error instanceof ConflictError) return ended();
    throw error;
  }
}

/**
 * A page that continues by itself. Redirecting the form would fail: browsers apply the page's `form-action` to every
 * redirect after a form, and the agent's host has a different origin.
 */
function goingOn(visit: Visit, continueUrl: string): Html {
  const body = html`<meta http-equiv="refresh" content="0; url=${continueUrl}" />
    <h1>One moment</h1>
    <p><a class="button" href="${continueUrl}" rel="noreferrer">Continue</a></p>`;
  return layout(visit, { title: "One moment", path: agentSignInPath, body });
}

async function find({ client }: Visit, id: string) {
  try {
    return await client.agentAuthorizations.get(id);
  } catch (error) {
    if (error instanceof NotFoundError)
      throw new Refusal(404, "This sign-in doesn't exist. Start again where you came from.");
    throw error;
  }
}

function ended(): Reply {
  return page(messagePage("This sign-in has ended", "Start again in the application that you came from."), 409);
}

/** Harbor's sign-in page, which returns to an agent host's request afterwards. */
export function signInFirst(url: URL): Reply {
  const isAgents = url.pathname === agentSignInPath;
  return redirect(isAgents ? `/sign-in?next=${encodeURIComponent(url.pathname + url.search)}` : "/sign-in");
}

/** Where to send a user after signing in: to an agent host's request, or to the start page. Never to another site. */
export function afterSignIn(next: string): string {
  return next.startsWith(`${agentSignInPath}?`) ? next : "/integrations";
}

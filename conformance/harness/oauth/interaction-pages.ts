/** The authorization server's own pages: sign-in, and consent with deselectable scopes. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { InteractionDetails, Provider } from "oidc-provider";

/** Path of the pages, before the interaction's id. */
export const interactionPrefix = "/login/oauth/interaction/";

/** Shows the current page of an interaction, or handles its form. */
export async function answerInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let details: InteractionDetails;
  try {
    details = await provider.interactionDetails(request, response);
  } catch {
    response.writeHead(400, { "content-type": "text/plain" }).end("This browser has no such sign-in.");
    return;
  }
  if (request.method !== "POST") {
    const page = details.prompt.name === "login" ? signInPage(details) : consentPage(details);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(page);
    return;
  }
  const form = await readForm(request);
  if (details.prompt.name === "login") await signIn(provider, request, response, form);
  else await consent(provider, request, response, { details, form });
}

async function signIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  form: URLSearchParams,
): Promise<void> {
  const login = { accountId: form.get("login") ?? "" };
  await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
}

async function consent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { details, form }: { details: InteractionDetails; form: URLSearchParams },
): Promise<void> {
  if (form.get("decision") !== "authorize") {
    const refused = { error: "access_denied", error_description: "The user declined." };
    await provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false });
    return;
  }
  const clientId = details.params["client_id"] ?? "";
  const grant = new provider.Grant({ accountId: details.session?.accountId ?? "", clientId });
  const left = new Set(form.getAll("scope"));
  for (const scope of details.prompt.details.missingOIDCScope ?? []) {
    if (left.has(scope)) grant.addOIDCScope(scope);
    else grant.rejectOIDCScope(scope);
  }
  const result = { consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

function signInPage({ uid }: InteractionDetails): string {
  return page(
    "Sign in",
    `<form method="post" action="${interactionPrefix}${uid}"><label>Login <input name="login" required></label>
    <button>Sign in</button></form>`,
  );
}

function consentPage({ uid, prompt, params, session }: InteractionDetails): string {
  const scopes = (prompt.details.missingOIDCScope ?? []).map(
    (scope) => `<label><input type="checkbox" name="scope" value="${scope}" checked> ${scope}</label>`,
  );
  return page(
    "Authorize",
    `<p>${escaped(params["client_id"] ?? "")} asks ${escaped(session?.accountId ?? "")} for access.</p>
    <form method="post" action="${interactionPrefix}${uid}">${scopes.join("")}
    <button name="decision" value="authorize">Authorize</button><button name="decision" value="cancel">Cancel</button></form>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return new URLSearchParams(text);
}

/** Promises about the sign-in of agent hosts. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id: `sign-in.${id}`, source: "contract §10.4", text });

/** Promises about the sign-in of agent hosts. */
export const requirements: readonly Requirement[] = [
  of(
    "discovery",
    "A host discovers everything from the address alone: a 401 names the metadata, which names the server.",
  ),
  of("flow", "A host that the consumer's app has approved gets a delegated token for the allowed access, and no more."),
  of("official-client", "The official MCP client needs only the address to sign in, list and call."),
  of("official-suite", "The official conformance suite's scenarios for authorization servers pass."),
  of("host", "A host is identified by its document or its registration; anything else gets no page to continue from."),
  of(
    "redirect",
    "A browser returns only to an address that the host registered, character by character, and never by itself for a faulty request.",
  ),
  of("pkce", "A code is redeemed once, by the host that began, with its verifier; a repeated code ends the sign-in."),
  of(
    "refresh",
    "A refresh token works once; reusing one later, or after its successor was used, ends the sign-in. The budget survives a refresh. A host ends it with either token.",
  ),
  of("lost", "A refresh whose response was lost, or that several calls make at once, gets the same response again."),
  of(
    "habits",
    "What hosts send differently in form, but not in what it gives them, is accepted: slashes, names, methods.",
  ),
  of(
    "signed",
    "A host may sign its requests: each assertion works once, for this server, for five minutes at most; a host that has signed a sign-in's request signs all that follow.",
  ),
  of(
    "gallery",
    "Every host whose habits are known signs in, calls, refreshes in parallel, loses a response and continues.",
  ),
  of("rebound", "A refresh token that was pointed at another sign-in in the database is refused."),
  of("browser", "An approval works only in the browser that began; elsewhere the sign-in ends, audited."),
  of("own", "A service client sees only its own sign-ins, and decides each once, for its own tenants."),
  of(
    "strangers",
    "Strangers store nothing before a consumer's app has decided, wait in no one else's place, and make svc fetch little.",
  ),
  of("unused", "Without an app that has a page for sign-ins, nothing about signing in exists."),
  of("address", "A token is refused at another tenant's address and at the REST API."),
];

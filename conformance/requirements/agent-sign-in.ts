/** Promises about the sign-in of agents' hosts. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id: `sign-in.${id}`, source: "contract §10.4", text });

/** Promises about the sign-in of agents' hosts. */
export const requirements: readonly Requirement[] = [
  of(
    "discovery",
    "A host finds out everything from the address alone: a 401 names the metadata, which names the server.",
  ),
  of(
    "flow",
    "A host that the consumer's app has approved gets a delegated token for what the app allowed, and no more.",
  ),
  of("official-client", "The official MCP client signs in from nothing but the address, lists and calls."),
  of("official-suite", "The official conformance suite's scenarios for authorization servers pass."),
  of("host", "A host is known by its document or its registration; anything else gets no page to continue from."),
  of("redirect", "A browser returns only to an address that the host registered, character by character."),
  of("pkce", "A code is redeemed once, by the host that began, with its verifier; a repeated one ends the sign-in."),
  of("refresh", "A refresh token works once; one that comes again ends the sign-in. The budget survives a refresh."),
  of("browser", "An approval is of use only in the browser that began; elsewhere the sign-in ends, audited."),
  of("own", "A service client sees and decides only its own sign-ins, once, and for its own tenants."),
  of("address", "A token is refused at another tenant's address and at the REST API."),
];

/** Asks MCP servers what they are: for an operator who adds one, and for the daily check of their tools. */
import { inspect, InspectionFault, registerApp, type Fetch } from "@svc/mcp-provider";
import { addressGuard } from "../adapters/egress/address-guard.ts";
import { createInspectFetch } from "../adapters/egress/inspect-fetch.ts";
import { createPlaceCheck } from "../adapters/egress/place-check.ts";
import { findAuth } from "../domain/auth-kinds/table.ts";
import type { CredentialProvider } from "../domain/connections/credential-provider.ts";
import { sealedCredential } from "../domain/connections/sealed-credential.ts";
import { clientMetadata } from "../domain/oauth/client-document.ts";
import type { SendRegistration } from "../domain/oauth/registering.ts";
import type { InspectedTools, InspectServer } from "../domain/providers/checks.ts";
import type { InspectNewServer } from "../domain/providers/reviews.ts";
import { documentsOf } from "../domain/providers/documents.ts";
import type { Config } from "./config.ts";
import type { Ground } from "./ground.ts";
import type { Resources } from "./resources.ts";
import { version } from "./own-process.ts";

type InspectConfig = Pick<Config, "egressProxy" | "webhooks">;

/** Creates the function that inspections send with: to public addresses only; in a sandbox, only to this machine. */
export function inspectFetchOf(
  config: InspectConfig,
  { machine }: Partial<Pick<Resources, "machine">>,
  sandbox: boolean,
): Fetch {
  return createInspectFetch({
    ...placesOf(config, sandbox),
    allowsPlain: sandbox,
    userAgent: `svc/${version}`,
    ...(machine === undefined ? {} : { machine }),
  });
}

/** Creates the inspection of a server that an operator adds. */
export function createOperatorInspection(config: InspectConfig, sandbox: boolean): InspectNewServer {
  const reach = { fetch: inspectFetchOf(config, {}, sandbox), placeFault: createPlaceCheck(placesOf(config, sandbox)) };
  return async (url, token) => await inspect(url, { ...reach, ...(token === null ? {} : { token }) });
}

/** Creates the function that registers svc's app at the authorization server of an MCP server. */
export function createAppRegistration(config: InspectConfig, connectUrl: string, sandbox: boolean): SendRegistration {
  const fetch = inspectFetchOf(config, {}, sandbox);
  return async (endpoint, { provider, ...app }) =>
    await registerApp(endpoint, clientMetadata({ connectUrl, provider }, app), fetch);
}

/** Where inspections may go. Strangers choose some of the addresses, so the networks that are denied to webhooks count. */
function placesOf({ egressProxy, webhooks: { denied } }: InspectConfig, sandbox: boolean) {
  return { isAllowedAddress: addressGuard({ loopbackOnly: sandbox, denied }), proxy: sandbox ? null : egressProxy };
}

/** Asks for the tools. Never throws because of the server. @param token a bearer token, if the server wants one. */
export async function inspectTools(url: string, fetch: Fetch, token: string | null): Promise<InspectedTools> {
  try {
    const found = await inspect(url, { fetch, onlyTools: true, ...(token === null ? {} : { token }) });
    if (found.kind === "facts") return { kind: "tools", tools: found.facts.tools };
    return { kind: "fault", fault: token === null ? "it lists its tools only to users" : "it refused the credential" };
  } catch (error) {
    if (error instanceof InspectionFault) return { kind: "fault", fault: clauseOf(error.message) };
    throw error;
  }
}

/** Turns a sentence into the end of another. */
function clauseOf(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, "");
}

/**
 * Creates the inspection of the daily check. If a server lists its tools only to users, it is asked with the credential
 * of the connection that was made last. The request reads, and its response is compared and not kept otherwise.
 */
export function createInspectServer(
  { config, resources, sandbox, catalog }: Pick<Ground, "config" | "resources" | "sandbox" | "catalog">,
  credentials: Pick<CredentialProvider, "open">,
): InspectServer {
  const { store, platform } = resources;
  const fetch = inspectFetchOf(config, resources, sandbox);
  const tokenFor = async (slug: string): Promise<string | null> => {
    const filter = { clientId: null, tenantId: null, provider: slug, status: "active" as const };
    const [newest] = (await store.overview.connections({ ...filter, after: null, limit: 1 })).rows;
    const provider = catalog.provider(slug);
    if (newest === undefined || provider === null) return null;
    const found = await store.connections.findWithCredential(newest.clientId, newest.tenantId, newest.id);
    const auth = findAuth(provider, newest.authKind);
    if (found === null || found.record === null || auth === null) return null;
    const { connection, record } = found;
    const sealed = sealedCredential({ connection, record, provider, auth });
    const state = await credentials.open(sealed, platform.monotonicMs() + config.callTimeoutMs);
    if (state.kind !== "ready") return null;
    // The vault returns a credential that was sealed under the same auth, so its type is correct.
    const { authorization = "" } = auth.headers(state.credential as never) as { authorization?: string };
    return /^Bearer (.+)$/.exec(authorization)?.[1] ?? null;
  };
  return async (row) => {
    const documents = documentsOf(row);
    const isOpen = documents?.review.auth.kind === "none";
    const asked = await inspectTools(row.url, fetch, null);
    if (isOpen || asked.kind === "tools" || asked.fault !== "it lists its tools only to users") return asked;
    const token = await tokenFor(row.slug);
    return token === null ? asked : await inspectTools(row.url, fetch, token);
  };
}

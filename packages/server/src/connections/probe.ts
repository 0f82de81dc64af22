/** Asks the provider whose a connection's credential is, renewing it where an execution would. */
import { ServiceError } from "@svc/contract";
import type { Provider, ProviderAuth } from "@svc/provider-kit";
import type { Platform } from "../platform.ts";
import type { Identify, IdentifyResult } from "../provider-calls/identify.ts";
import type { CredentialState, CredentialProvider } from "./credential-provider.ts";
import type { ConnectionRow } from "./port.ts";

/** A connection that has a credential, under an auth of its provider. */
export type Testable = { connection: ConnectionRow; record: Uint8Array; provider: Provider; auth: ProviderAuth };

/** What a probe needs. */
export type ProbeDeps = {
  credentials: CredentialProvider;
  identify: Identify;
  platform: Platform;
  /** How long it waits for a credential, in milliseconds. */
  callTimeoutMs: number;
};

/** What the provider said, and of which version of the credential. */
export type Probed = { result: IdentifyResult; version: number };

/**
 * Probes. An access token that is refused is renewed once and probed once more.
 * @returns `refused` also where the authorization server refused to renew; `unsure` where it could not be reached.
 * @throws ServiceError CONNECTION_NOT_ACTIVE where the connection was disconnected meanwhile; PROVIDER_UNREACHABLE where
 *   its record does not open, or not now.
 */
export async function probe(deps: ProbeDeps, { connection, record, provider, auth }: Testable): Promise<Probed> {
  const { clientId, tenantId, id: connectionId, credentialVersion: version, grantedActions } = connection;
  const sealed = { clientId, tenantId, connectionId, version, record, provider, auth, grantedActions };
  const deadlineMs = deps.platform.monotonicMs() + deps.callTimeoutMs;
  const ask = async (credential: unknown): Promise<IdentifyResult> => {
    const result = await deps.identify({ provider, auth, connectionId }, credential, deadlineMs);
    if (auth.kind === "static_credential" || result.kind !== "refused") return result;
    // Whatever else is refused, it is not the token: that says nothing of the connection.
    return result.refusal.code === "PROVIDER_UNAUTHORIZED" ? result : { kind: "unsure", refusal: result.refusal };
  };
  const state = await deps.credentials.open(sealed, deadlineMs);
  if (state.kind !== "ready") return withoutCredential(state.kind, connectionId, version);
  const result = await ask(state.credential);
  if (result.kind !== "refused" || !state.isRefreshable) return { result, version: state.version };
  const renewed = await deps.credentials.refresh(sealed, state.version, deadlineMs);
  if (renewed.kind !== "ready") return withoutCredential(renewed.kind, connectionId, state.version);
  const second = await ask(renewed.credential);
  if (second.kind === "refused" && (await deps.credentials.isSuperseded(sealed, renewed.version))) {
    return withoutCredential("unavailable", connectionId, renewed.version);
  }
  return { result: second, version: renewed.version };
}

function withoutCredential(
  lack: Exclude<CredentialState["kind"], "ready">,
  connection_id: string,
  version: number,
): Probed {
  switch (lack) {
    case "refused":
      return { result: { kind: lack, refusal: { code: "PROVIDER_UNAUTHORIZED" } }, version };
    case "unavailable":
      return { result: { kind: "unsure", refusal: { code: "PROVIDER_UNREACHABLE" } }, version };
    case "gone":
      throw new ServiceError("CONNECTION_NOT_ACTIVE", {
        connection_id,
        detail: "The connection was disconnected while it was tested, and its credential destroyed.",
      });
    case "locked":
    case "unreadable":
      throw new ServiceError("PROVIDER_UNREACHABLE", {
        connection_id,
        detail:
          "The stored credential could not be opened, so the provider was not asked and the connection is as it was. Test again in a moment; if it stays so, tell the operator, or reconnect.",
      });
  }
}

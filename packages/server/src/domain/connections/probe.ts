/** Identifies a connection's account at the provider, refreshing the credential when an execution would. */
import { ServiceError } from "@svc/contract";
import type { Provider, ProviderAuth } from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import type { Identify, IdentifyResult } from "../provider-calls/identify.ts";
import { localFailure } from "../provider-calls/port.ts";
import type { CredentialState, CredentialProvider } from "./credential-provider.ts";
import type { ConnectionRow } from "./port.ts";
import { sealedCredential } from "./sealed-credential.ts";

/** A connection that has a credential, with its provider's auth. */
export type Testable = { connection: ConnectionRow; record: Uint8Array; provider: Provider; auth: ProviderAuth };

/** Dependencies of a probe. */
export type ProbeDeps = {
  credentials: CredentialProvider;
  identify: Identify;
  platform: Platform;
  /** How long to wait for a credential, in milliseconds. */
  callTimeoutMs: number;
};

/** The provider's response, and the version of the credential that it is about. */
export type ProbeResult = { result: IdentifyResult; version: number };

/**
 * Probes a connection. A refused access token is refreshed once and probed again.
 * @returns `refused` also if the authorization server refused the refresh; `unsure` if it could not be reached.
 * @throws ServiceError CONNECTION_NOT_ACTIVE if the connection was disconnected in the meantime; PROVIDER_UNREACHABLE
 * if its record can't be opened; OVERLOADED if svc itself couldn't send.
 */
export async function probe(deps: ProbeDeps, found: Testable): Promise<ProbeResult> {
  const sealed = sealedCredential(found);
  const { connectionId, version, provider, auth, listedOrigin } = sealed;
  const deadlineMs = deps.platform.monotonicMs() + deps.callTimeoutMs;
  const identify = (credential: unknown): Promise<IdentifyResult> =>
    deps.identify({ provider, auth, connectionId, listedOrigin }, credential, deadlineMs);
  const state = await deps.credentials.open(sealed, deadlineMs);
  if (state.kind !== "ready") return withoutCredential(state.kind, connectionId, version);
  const result = await identify(state.credential);
  if (result.kind !== "refused" || !state.isRefreshable) return { result, version: state.version };
  const refreshed = await deps.credentials.refresh(sealed, state.version, deadlineMs);
  if (refreshed.kind !== "ready") return withoutCredential(refreshed.kind, connectionId, state.version);
  const second = await identify(refreshed.credential);
  if (second.kind === "refused" && (await deps.credentials.isSuperseded(sealed, refreshed.version))) {
    return withoutCredential("unavailable", connectionId, refreshed.version);
  }
  return { result: second, version: refreshed.version };
}

function withoutCredential(
  reason: Exclude<CredentialState["kind"], "ready">,
  connection_id: string,
  version: number,
): ProbeResult {
  switch (reason) {
    case "refused":
      return { result: { kind: reason, refusal: { code: "PROVIDER_UNAUTHORIZED" } }, version };
    case "unavailable":
      return { result: { kind: "unsure", refusal: { code: "PROVIDER_UNREACHABLE" } }, version };
    case "local":
      throw localFailure({ connection_id });
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
          "The stored credential could not be opened, so the provider was not called and the connection is unchanged. Test again in a moment; if this persists, contact the operator, or reconnect.",
      });
  }
}

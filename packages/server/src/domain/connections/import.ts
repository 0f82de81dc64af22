/**
 * Imports a credential that a backend already has (contract §5.12), with the checks and verification of a Connect
 * session, but without an end user. No part of the credential gets into an error, a log line, an audit event or a kept
 * response.
 */
import { idPrefixes, ServiceError, type IdPrefix, type ImportConnection, type ImportedConnection } from "@svc/contract";
import type { Provider, ProviderAuth } from "@svc/provider-kit";
import { byCaller, type Audit } from "../journal/entry.ts";
import { grantedBy, strategyFor } from "../auth-kinds/table.ts";
import { createSubmissionCheck, type CheckSubmission } from "../auth-kinds/submission.ts";
import { type Catalog, checkRequestedActions, findRequestableAuth } from "../catalog/catalog.ts";
import { keepError, runIdempotently, type KeyDeps, type KeyedResponse } from "../idempotency/run-idempotently.ts";
import type { RequestIdentity } from "../idempotency/key.ts";
import type { KeyClaim, KeyScope } from "../idempotency/port.ts";
import type { TakeSlot } from "../limits/slots.ts";
import type { TokenBuckets } from "../limits/rates.ts";
import { echoes } from "../provider-calls/echoes.ts";
import { type Identify, type IdentifyResult, rejectionReason, verifyCredential } from "../provider-calls/identify.ts";
import type { Caller } from "../service-clients/caller.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";
import { isTenantKeyAbsent } from "../vault/port.ts";
import type { Platform } from "../../platform.ts";
import type { OAuthApps } from "../oauth/app.ts";
import { type Credentials, vaultContext } from "./sealed-credential.ts";
import type { ConnectionRow, ConnectionStore, ImportOutcome } from "./port.ts";
import { expiryOf } from "./expiry.ts";
import { presentConnection } from "./connections.ts";
import type { KeptResponse } from "../records/documents.ts";

/** Dependencies of an import. */
export type ImportDeps = {
  store: Pick<ConnectionStore, "import">;
  serviceClients: Pick<ServiceClientStore, "find">;
  catalog: Pick<Catalog, "effectiveProvider" | "isEffective" | "origins">;
  credentials: Pick<Credentials, "seal">;
  apps: OAuthApps;
  identify: Identify;
  keys: KeyDeps;
  slot: TakeSlot;
  /** Limits the rate of imports per service client, by its id. */
  rate: TokenBuckets;
  audit: Audit;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
};

/** One import, in one of the caller's tenants. */
export type ImportRequest = { input: ImportConnection; scope: KeyScope; identity: RequestIdentity };

/**
 * Verifies the credential at its provider, then creates the connection and keeps the key's response in one transaction.
 * A dry run stops before that. Only reads are sent, and an OAuth token isn't refreshed.
 * @throws ServiceError IMPORT_NOT_ALLOWED, PROVIDER_NOT_AVAILABLE, INVALID_REQUEST, ACTION_NOT_FOUND,
 * CREDENTIAL_INVALID, ACTION_NOT_GRANTED, RATE_LIMITED, OVERLOADED, all before the key is claimed; then
 * CREDENTIAL_REJECTED, CREDENTIAL_UNVERIFIED, TENANT_NOT_FOUND, and the errors of `runIdempotently`.
 */
export type RunImport = (caller: Caller, request: ImportRequest) => Promise<KeyedResponse>;

/** A checked import. */
type Subject = {
  provider: Provider;
  auth: ProviderAuth;
  connectionId: string;
  credential: unknown;
  listedOrigin: string;
  granted: { actions: string[]; scopes: readonly string[] };
};

/** Creates the function. */
export function createImport(deps: ImportDeps): RunImport {
  const checkSubmission = createSubmissionCheck();
  return async (caller, { input, scope, identity }) => {
    let subject: Subject | null = null;
    let free: () => void = () => undefined;
    try {
      return await runIdempotently(deps.keys, scope, identity, {
        // Runs after the replay, which needs no slot, and before the claim, so that a rejected request claims no key.
        check: async () => {
          subject = checkImport(deps, caller, input, checkSubmission);
          limitImports(deps.rate, caller);
          const { connectionId } = subject;
          free = deps.slot({ clientId: caller.client.id, tenantId: scope.tenantId, connectionId });
        },
        run: async (claim) => {
          if (subject === null) throw new Error("The import wasn't checked.");
          return verifyAndStore(deps, caller, { input, claim, subject });
        },
        keepError,
      });
    } finally {
      free();
    }
  };
}

function checkImport(deps: ImportDeps, caller: Caller, input: ImportConnection, check: CheckSubmission): Subject {
  // In the console, an operator acts for a client without having its key.
  if (!caller.client.allowImport || caller.operatorId !== undefined) throw new ServiceError("IMPORT_NOT_ALLOWED");
  const { provider, auth } = findRequestableAuth(deps.catalog, caller.client, input);
  checkRequestedActions(deps.catalog, caller.client, input);
  const strategy = strategyFor(auth.kind);
  const form = strategy.importForm(auth);
  check(form, input.credential);
  const credential = form.toCredential(input.credential);
  if (credential === null) {
    throw new ServiceError("CREDENTIAL_INVALID", { detail: form.explain(input.credential) ?? undefined });
  }
  const listedOrigin = deps.catalog.origins.choose(provider, input.credential);
  const granted = grantedBy({ provider, auth }, input.requestedActions, credential);
  // Scopes are stored in plain text, so they must not contain a secret.
  const secrets = strategy.secretTexts(auth, credential);
  if (granted.scopes.some((scope) => echoes(secrets, scope))) throw new ServiceError("CREDENTIAL_INVALID");
  if (granted.actions.length === 0) throw new ServiceError("ACTION_NOT_GRANTED", { detail: notGranted });
  return { provider, auth, connectionId: deps.newId(idPrefixes.connection), credential, listedOrigin, granted };
}

const notGranted =
  "The credential's `scopes` allow none of the requested actions; nothing was sent or stored. List the scopes that the provider gave the token.";

function limitImports(rate: TokenBuckets, { client }: Caller): void {
  const verdict = rate(client.id);
  if (verdict !== null && !verdict.allowed) {
    throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: verdict.resetSeconds });
  }
}

type CheckedImport = { input: ImportConnection; claim: KeyClaim; subject: Subject };

async function verifyAndStore(deps: ImportDeps, caller: Caller, checked: CheckedImport): Promise<KeptResponse> {
  const { input, claim, subject } = checked;
  const event = { ...byCaller(caller), tenantId: claim.tenantId };
  const about = { provider: subject.provider.slug };
  const { provider, auth, listedOrigin } = subject;
  const verified = await verifyCredential(deps.identify, { provider, auth, listedOrigin }, subject.credential);
  if (verified.kind === "refused") {
    const data = { ...about, code: verified.refusal.code };
    await deps.audit.record({ type: "connection.import_refused", ...event, subject: claim.tenantId, data });
    const detail = rejectionReason(verified.refusal) ?? "The provider refused the credential, and nothing was stored.";
    throw new ServiceError("CREDENTIAL_REJECTED", { detail });
  }
  // The provider call took time, so everything is checked again after it.
  const client = await deps.serviceClients.find(caller.client.id);
  if (client === null || client.revokedAt !== null || !client.allowImport) throw new ServiceError("IMPORT_NOT_ALLOWED");
  checkRequestedActions(deps.catalog, client, input);
  const { account, facts } = verified;
  const credential = {
    ...Object(subject.credential),
    ...(facts === undefined ? {} : { facts }),
    ...issuedTo(deps.apps, subject, caller.client.id),
  };
  const shown = { account: { slug: account.slug, name: account.name }, grantedActions: subject.granted.actions };
  if (input.dryRun === true) {
    const data = { ...about, account: account.slug };
    await deps.audit.record({ type: "connection.import_tried", ...event, subject: claim.tenantId, data });
    return { status: 200, body: { dryRun: true, ...shown, connection: null } satisfies ImportedConnection };
  }
  const connection = connectionOf(checked, verified, deps.platform.nowMs());
  const body: ImportedConnection = { dryRun: false, ...shown, connection: presentConnection(connection) };
  const response = { status: 200, body };
  const record = await deps.credentials.seal(vaultContext(connection), credential).catch(withoutTenant);
  const outcome =
    record === null ? "gone" : await deps.store.import({ connection, record, by: event.actor, claim, response });
  if (outcome !== "stored") throw outcomeError(outcome);
  return response;
}

/** Returns the token as issued to the app in use, because no other app could refresh it. */
function issuedTo(
  apps: OAuthApps,
  { provider, auth }: Pick<Subject, "provider" | "auth">,
  clientId: string,
): { appId?: string } {
  const [app] = strategyFor(auth.kind).issuer(auth) === null ? [] : apps.of(provider.slug, clientId);
  return app === undefined ? {} : { appId: app.clientId };
}

function connectionOf(
  { input, claim, subject }: CheckedImport,
  { account, credentialExpiresAt }: Extract<IdentifyResult, { kind: "alive" }>,
  at: number,
): ConnectionRow {
  return {
    id: subject.connectionId,
    clientId: claim.clientId,
    tenantId: claim.tenantId,
    provider: input.provider,
    authKind: input.authKind,
    status: "active",
    origin: "import",
    listedOrigin: subject.listedOrigin,
    accountSlug: account.slug,
    accountName: account.name,
    grantedActions: subject.granted.actions,
    grantedEvents: [],
    appId: "",
    eventsAccount: "",
    grantedScopes: subject.granted.scopes,
    credentialVersion: 1,
    grantGeneration: 1,
    lastTestedAt: null,
    ...expiryOf(credentialExpiresAt),
    createdAt: at,
    updatedAt: at,
  };
}

/** Returns TENANT_NOT_FOUND if the tenant was just deleted, so that there is no key to seal under. */
function withoutTenant(error: unknown): null {
  if (isTenantKeyAbsent(error)) return null;
  throw error;
}

function outcomeError(outcome: Exclude<ImportOutcome, "stored">): ServiceError {
  if (outcome === "gone") return new ServiceError("TENANT_NOT_FOUND");
  if (outcome === "forbidden") return new ServiceError("IMPORT_NOT_ALLOWED");
  // Another process released the key, so a retry of this request decides.
  return new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS");
}

/** Service clients, their keys and delegated tokens as the domain sees them, and the vault's part in these. */
import type { NotSentReason } from "@svc/provider-kit";
import type { KeyClaim, KeyRow } from "../idempotency/port.ts";
import type { KeptResponse } from "../records/documents.ts";
import type { Actor } from "../journal/port.ts";
import type { ServiceClientFields, ServiceKeyRow, DelegatedTokenRow } from "../generated/rows.ts";
import type { actionEffects, DelegatedTokenStatus } from "@svc/contract";
import type { Page, PageAfter } from "../listings/page.ts";
import type { TenantReach } from "../records/documents.ts";
import type { Stale } from "../versions/version.ts";

export type { ServiceKeyRow };

/** A stored service client. */
export type ServiceClientRow = Omit<ServiceClientFields, "logoUrl" | "logoId"> & {
  /** The URL from which its logo was fetched, and the id of the stored image; null without one. */
  logo: { url: string; id: string } | null;
};

/** A stored logo. Its id is the digest of its bytes, so that a browser can cache it forever. */
export type LogoImage = { id: string; mediaType: string; bytes: Uint8Array };

/** The fields that an operator can change. */
export type ServiceClientChange = Partial<Omit<ServiceClientRow, "id" | "createdAt" | "revokedAt">>;

/** The settings of a key that an operator can change. */
export type KeyRights = Pick<ServiceKeyRow, "tenants" | "policyRules" | "mayDecide">;

/**
 * Stored service clients. Every method is one transaction, which also records the change in the client's own chain, so
 * that the client sees it.
 * @param by who makes the change: `operator` on the command line, `operator:<token id>` in the console.
 * @param expectedVersion the version that is to be changed, or any if undefined. With another one, the result is
 * `stale`, and nothing is changed.
 */
export type ServiceClientStore = {
  /**
   * @param image the image of `client.logo`.
   * @param isOnlyOne whether no other active client may have its name: with one, the result is `stale`.
   */
  create(
    client: ServiceClientRow,
    key: ServiceKeyRow,
    by: Actor,
    image?: LogoImage | null,
    isOnlyOne?: boolean,
  ): Promise<"created" | Stale>;
  /** Finds an image by its id, regardless of its client. */
  findLogo(id: string): Promise<LogoImage | null>;
  find(clientId: string): Promise<ServiceClientRow | null>;
  /**
   * Finds a client by id or exact name; null if there is none, or if several active clients have the name.
   * @param options.altered whether to return a row that another program changed, too.
   */
  findByIdOrName(idOrName: string, options?: { altered: boolean }): Promise<ServiceClientRow | null>;
  /** For people: rows that another program changed are among them. */
  list(): Promise<{ client: ServiceClientRow; keys: ServiceKeyRow[] }[]>;
  /** Finds the key and its client in one lookup, regardless of their state. */
  findByKeyId(keyId: string): Promise<{ client: ServiceClientRow; key: ServiceKeyRow } | null>;
  /**
   * Null if there is no such client, or if another program changed it.
   * @param image replaces the stored one, together with `change.logo`; null removes it.
   */
  update(
    clientId: string,
    change: ServiceClientChange,
    by: Actor,
    image?: LogoImage | null,
    expectedVersion?: string,
  ): Promise<ServiceClientRow | null | Stale>;
  /** @param isOnlyOne whether no other key of its name may work: with one, the result is `stale`. */
  addKey(key: ServiceKeyRow, by: Actor, isOnlyOne?: boolean): Promise<"added" | Stale>;
  /** @param options.altered whether to return rows that another program changed, too. */
  keys(clientId: string, options?: { altered: boolean }): Promise<ServiceKeyRow[]>;
  /** Changes what a key may do; false if another program changed it. */
  updateKey(keyId: string, change: Partial<KeyRights>, by: Actor, expectedVersion?: string): Promise<boolean | Stale>;
  /** Returns the ids that don't belong to a tenant of the client. */
  missingTenants(clientId: string, ids: readonly string[]): Promise<string[]>;
  /**
   * Adds the new key and makes the named old ones expire at `old.expireAt`, in one transaction.
   * @returns false, and changes nothing, if another program changed one of the old keys.
   */
  rotateKey(newKey: ServiceKeyRow, old: { ids: readonly string[]; expireAt: number }, by: Actor): Promise<boolean>;
  revokeKey(keyId: string, at: number, by: Actor, expectedVersion?: string): Promise<boolean | Stale>;
  /** Revokes the client and all its keys. */
  revoke(clientId: string, at: number, by: Actor, expectedVersion?: string): Promise<boolean | Stale>;
};

/** The response to a request for a document; `none` if there was no usable one. */
export type FetchedDocument =
  { kind: "answered"; httpStatus: number; bytes: Uint8Array } | { kind: "none"; fault: DocumentFault };
/** Why there is no usable response. */
export type DocumentFault = NotSentReason | "lost" | "timeout" | "too_large";

/** Fetches a document once, without following redirects. @param bytesMax the maximum size of its body. */
export type FetchDocument = (url: URL, bytesMax: number) => Promise<FetchedDocument>;

/** The row that a delegated token belongs to. */
export type TokenRef = { clientId: string; tenantId: string; id: string };

/** Generates, parses and hashes service keys; the vault implements it. */
export type ServiceKeys = {
  /** Generates a key: its public id and the whole text, which is shown once. */
  makeServiceKey(): { id: string; key: string };
  /** Returns the public id of a text with the format and checksum of a key; otherwise null. */
  parseServiceKey(text: string): { id: string } | null;
  /**
   * Generates a delegated token's text, which is shown once.
   * @param id its id, which the text contains. @param randomBytes the platform's if omitted.
   */
  makeDelegatedToken(id: string, randomBytes?: (count: number) => Uint8Array): string;
  /** Returns the id in a text with the format and checksum of a delegated token; otherwise null. */
  parseDelegatedToken(text: string): { id: string } | null;
  /** Returns the keyed hash of a delegated token, bound to its row. */
  hashToken(row: TokenRef, token: string): string;
  /** Whether this is the row's token, in constant time. */
  verifyToken(row: TokenRef & { hash: string }, token: string): boolean;
  /**
   * Returns the keyed hash of a whole key, bound to its row: it never verifies with another client or id.
   */
  hash(row: Pick<ServiceKeyRow, "clientId" | "id">, key: string): string;
  /**
   * Returns an unkeyed digest, which identifies a verified key. It reveals nothing about a text that can't be guessed.
   */
  digest(text: string): string;
  /** Whether this is the row's key, in constant time. False if the hash's hashing key is unknown. */
  verify(row: Pick<ServiceKeyRow, "clientId" | "id" | "hash">, key: string): boolean;
};

export type { DelegatedTokenRow };

/** An action's effect on the provider's state, from weakest to strongest. */
export type Effect = (typeof actionEffects)[number];

/** A token in use, with everything that decides what it may do. */
export type UsedToken = {
  client: ServiceClientRow;
  key: ServiceKeyRow;
  /** Its ancestors and itself, oldest first. */
  chain: readonly DelegatedTokenRow[];
  isTenantDeleted: boolean;
  /** The tenant's current label. */
  tenantLabel: string | null;
};

/** What a delegated token covers. A list is null if neither the token nor its ancestors restrict it. */
export type Covered = {
  /** Connection ids. */
  connections: readonly string[] | null;
  /** `provider/action.id` of each action. */
  actions: readonly string[] | null;
};

/** Filters for tokens; null for a filter that isn't set. */
export type TokenFilter = {
  tenantId: string | null;
  label: string | null;
  /** The tenants that the caller reaches. */
  tenants: TenantReach;
};

/** The filters and cursor of a listing. */
export type TokenQuery = TokenFilter & {
  status: DelegatedTokenStatus | null;
  nowMs: number;
  after: PageAfter;
  limit: number;
};

/** Who revokes tokens, and why, as a code, unless they were asked to. */
export type Revocation = { actor: Actor; reason?: string };

/** Stored delegated tokens. Every method is one transaction. */
export type DelegatedTokenStore = {
  /** @param keyed if the request has a key: its claim, and the response to store. */
  create(
    token: DelegatedTokenRow,
    by: Actor,
    keyed?: { claim: KeyClaim; response: KeptResponse },
  ): Promise<{ kind: "created" } | { kind: "key_taken"; row: KeyRow }>;
  /** @param options.altered whether to return a row that another program changed, too. */
  find(clientId: string, id: string, options?: { altered: boolean }): Promise<DelegatedTokenRow | null>;
  /**
   * Finds a token with everything that decides what it may do, regardless of its state. Null if another program changed
   * any of it.
   */
  findForUse(id: string): Promise<UsedToken | null>;
  list(clientId: string, query: TokenQuery): Promise<Page<DelegatedTokenRow>>;
  /**
   * Revokes the active tokens with this id or matching this filter, and all active tokens created from them.
   * @returns the number of revoked tokens.
   */
  revoke(clientId: string, tokens: { id: string } | TokenFilter, at: number, by: Revocation): Promise<number>;
  /** Deletes at most `limit` tokens that expired before a time. @returns how many. */
  prune(before: number, limit: number): Promise<number>;
};

/** Service clients and their keys as the domain sees them. */
import type { NotSentReason } from "@svc/provider-kit";
import type { Actor } from "../journal/port.ts";
import type { ServiceClientFields, ServiceKeyRow } from "../generated/rows.ts";

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
 * Stored service clients. Every method is one transaction, which also records the change in the client's own chain, so that
 * the client sees it.
 * @param by who makes the change: `operator` on the command line, `operator:<token id>` in the console.
 */
export type ServiceClientStore = {
  /** @param image the image of `client.logo`. */
  create(client: ServiceClientRow, key: ServiceKeyRow, by: Actor, image?: LogoImage | null): Promise<void>;
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
  /** Null if there is no such client, or if another program changed it. @param image replaces the stored one, together with `change.logo`; null removes it. */
  update(
    clientId: string,
    change: ServiceClientChange,
    by: Actor,
    image?: LogoImage | null,
  ): Promise<ServiceClientRow | null>;
  addKey(key: ServiceKeyRow, by: Actor): Promise<void>;
  /** @param options.altered whether to return rows that another program changed, too. */
  keys(clientId: string, options?: { altered: boolean }): Promise<ServiceKeyRow[]>;
  /** Changes what a key may do; false if another program changed it. */
  updateKey(keyId: string, change: Partial<KeyRights>, by: Actor): Promise<boolean>;
  /** Returns the ids that don't belong to a tenant of the client. */
  missingTenants(clientId: string, ids: readonly string[]): Promise<string[]>;
  /**
   * Adds the new key and makes the named old ones expire at `old.expireAt`, in one transaction.
   * @returns false, and changes nothing, if another program changed one of the old keys.
   */
  rotateKey(newKey: ServiceKeyRow, old: { ids: readonly string[]; expireAt: number }, by: Actor): Promise<boolean>;
  revokeKey(keyId: string, at: number, by: Actor): Promise<boolean>;
  /** Revokes the client and all its keys. */
  revoke(clientId: string, at: number, by: Actor): Promise<boolean>;
};

/** The response to a request for a document; `none` if there was no usable one. */
export type FetchedDocument =
  { kind: "answered"; httpStatus: number; bytes: Uint8Array } | { kind: "none"; fault: DocumentFault };
/** Why there is no usable response. */
export type DocumentFault = NotSentReason | "lost" | "timeout" | "too_large";

/** Fetches a document once, without following redirects. @param bytesMax the maximum size of its body. */
export type FetchDocument = (url: URL, bytesMax: number) => Promise<FetchedDocument>;

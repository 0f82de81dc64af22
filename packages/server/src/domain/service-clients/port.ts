/** Service clients and their keys as the domain sees them. */

/** An application that uses this deployment, and what it may do. An empty list allows nothing. */
export type ServiceClientRow = {
  id: string;
  name: string;
  /** Exact origins. */
  allowedOrigins: readonly string[];
  /** Return URL prefixes, as registered. */
  allowedReturnUrls: readonly string[];
  /** Patterns such as `doppler/*`, `doppler/secrets.get`, `*` + `/*`. */
  allowedActions: readonly string[];
  /** Whether its Connect sessions must be completed by its backend. */
  requireConfirmed: boolean;
  createdAt: number;
  revokedAt: number | null;
};

/** One named key of a service client. */
export type ServiceKeyRow = {
  /** The public ten characters. */
  id: string;
  clientId: string;
  name: string;
  /** Keyed hash of the key, bound to `clientId` and `id`. */
  hash: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
};

/** Stored service clients. Every method is one transaction. */
export type ServiceClientStore = {
  create(client: ServiceClientRow, key: ServiceKeyRow): Promise<void>;
  find(clientId: string): Promise<ServiceClientRow | null>;
  /** Finds a client by id or exact name; null if there is none, or if several active clients have the name. */
  findByIdOrName(idOrName: string): Promise<ServiceClientRow | null>;
  list(): Promise<{ client: ServiceClientRow; keys: ServiceKeyRow[] }[]>;
  /** Finds the key and its client in one look-up, whatever their state. */
  findByKeyId(keyId: string): Promise<{ client: ServiceClientRow; key: ServiceKeyRow } | null>;
  update(
    clientId: string,
    change: Partial<
      Pick<ServiceClientRow, "name" | "allowedOrigins" | "allowedReturnUrls" | "allowedActions" | "requireConfirmed">
    >,
  ): Promise<ServiceClientRow | null>;
  addKey(key: ServiceKeyRow): Promise<void>;
  keys(clientId: string): Promise<ServiceKeyRow[]>;
  /** Adds the new key and makes the named old ones expire at `oldExpireAt`, in one transaction. */
  rotateKey(newKey: ServiceKeyRow, oldKeyIds: readonly string[], oldExpireAt: number): Promise<void>;
  /** Writes `hash` if the key still has the given client and hash; otherwise returns false. */
  replaceKeyHash(key: Pick<ServiceKeyRow, "id" | "clientId" | "hash">, hash: string): Promise<boolean>;
  revokeKey(keyId: string, at: number): Promise<boolean>;
  /** Revokes the client and all its keys. */
  revoke(clientId: string, at: number): Promise<boolean>;
};

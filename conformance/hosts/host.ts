/** What a host of agents sends, as its sources say. */

/** Where something about a host is written. */
export interface HostSource {
  readonly says: string;
  readonly where: string;
  /** When it was written or run. */
  readonly date: string;
}

/** How a host identifies itself. */
export type HostIdentity =
  | {
      readonly by: "document";
      /** Its Client ID Metadata Document. `client_id` is its real address, at which the player can't serve it. */
      readonly document: { readonly client_id: string } & Readonly<Record<string, unknown>>;
    }
  | { readonly by: "registration"; readonly body: Readonly<Record<string, unknown>> }
  /** It doesn't sign in: its user gives it a delegated token. */
  | { readonly by: "token" };

/** A host's habits. Where no source says something, the most common habit is assumed, and `assumed` says so. */
export interface Host {
  readonly name: string;
  /** The version that was seen; "" for a service, which has none. */
  readonly version: string;
  readonly sources: readonly HostSource[];
  readonly assumed: readonly string[];
  readonly identity: HostIdentity;
  /** Which address its user pastes, and with which end. */
  readonly address: "/mcp" | "/mcp/" | "tenant" | "tenant/";
  /** How it finds the authorization server: from the challenge, at the address's well-known path, or at the server's own. */
  readonly finds: "challenge" | "resource metadata" | "server metadata";
  /** The address at which the browser returns. */
  readonly redirectUri: string;
  /** What it sends as `resource`: the address, with another end, only the server, or nothing. */
  readonly resource: "address" | "other end" | "server" | "";
  /** Whether it also sends it for the token. */
  readonly repeatsResource: boolean;
  /** More parameters of its authorization request. */
  readonly asks: Readonly<Record<string, string>>;
  readonly revision: "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
  readonly accept: string;
  /** What it sends for arguments that its model left out. */
  readonly fills: "" | "null" | "empty connection_id";
  /** What it puts before a tool's name. */
  readonly prefix: string;
  /** How many refreshes it sends at once when its token has expired. */
  readonly refreshes: number;
}

/** What the protocol's own clients accept. */
export const protocolAccept = "application/json, text/event-stream";

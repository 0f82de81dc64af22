/** A small model of the contract, which commands update. */
import type { HttpResponse } from "../../conformance/harness/index.ts";
import type { CookieClient } from "../../conformance/harness/oauth/cookie-client.ts";

export interface TenantModel {
  readonly id: string;
  readonly externalId: string;
  displayName: string;
  readonly key: string;
  readonly body: Readonly<Record<string, string>>;
  readonly response: HttpResponse;
  isDeleted: boolean;
}

/** The providers: one with submitted credentials, one with OAuth and tools for agents. */
export type ProviderSlug = "doppler" | "github";

/** A Connect session. */
export interface SessionModel {
  readonly provider: ProviderSlug;
  readonly completion: "automatic" | "confirmed";
  readonly grants: readonly string[];
  readonly id: string;
  readonly tenant: TenantModel;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly response: HttpResponse;
  readonly token: string;
  secret: string | null;
  status: "pending" | "opened" | "authorizing" | "awaiting_confirmation" | "completed" | "failed" | "cancelled";
  readonly reconnects: ConnectionModel | null;
  connection: ConnectionModel | null;
  credential: string | null;
  rejections: number;
  /** Set once it awaits confirmation. */
  confirmation: { readonly code: string; readonly sinceMs: number } | null;
  /** The callback from the provider, and the browser before it. */
  callback: { readonly url: URL; readonly browser: CookieClient } | null;
}

export interface ConnectionModel {
  readonly provider: ProviderSlug;
  readonly id: string;
  readonly tenant: TenantModel;
  grants: readonly string[];
  status: "active" | "needs_reconnect" | "disconnected";
  /** Its current provider token. */
  credential: string;
}

/** A write that claimed its key. */
export interface WriteModel {
  readonly key: string;
  readonly connection: ConnectionModel;
  readonly action: "secrets.set" | "secrets.delete";
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The response that its key replays; null if a crash lost it. */
  response: HttpResponse | null;
  status: "succeeded" | "failed" | "outcome_unknown";
  isFreed: boolean;
  resolution: "succeeded" | "failed" | null;
  /** Whether a dead process left it unsettled: then it can be resolved only after its lease and deadline. */
  isLeft: boolean;
  executionId: string;
  attempt: number;
  /** The number of its effects at the provider. */
  effects: number;
}

/** A call of a tool that writes. */
export interface ToolCallModel {
  readonly connection: ConnectionModel;
  /** The unique title of its issue. */
  readonly title: string;
  /** Its key, given or generated. */
  readonly key: string;
  readonly executionId: string;
  status: "succeeded" | "failed" | "outcome_unknown";
  isResolved: boolean;
  readonly effects: number;
}

/** A webhook endpoint. */
export interface EndpointModel {
  readonly id: string;
  readonly path: string;
  readonly eventTypes: readonly string[];
  status: "enabled" | "disabled" | "deleted";
  /** Newest last. */
  readonly secrets: string[];
  /** How often each event must have been delivered, by id: more often only after a kill. */
  readonly due: Map<string, number>;
}

/** Everything that a run has created. */
export class Model {
  readonly tenants: TenantModel[] = [];
  readonly sessions: SessionModel[] = [];
  readonly connections: ConnectionModel[] = [];
  readonly writes: WriteModel[] = [];
  readonly toolCalls: ToolCallModel[] = [];
  readonly endpoints: EndpointModel[] = [];
  /** Events that the log must still show: one group per command, in any order within it. */
  readonly untold: (readonly string[])[] = [];
  /** Ids of all events that were read. */
  readonly told = new Set<string>();
  /** Whether a server was killed, after which a webhook may be repeated. */
  wasKilled = false;
  /** Tokens that the provider no longer accepts. */
  readonly revoked = new Set<string>();

  /** Tenants that aren't deleted. */
  get living(): readonly TenantModel[] {
    return this.tenants.filter(({ isDeleted }) => !isDeleted);
  }

  /** Sessions of living tenants with this status. */
  sessionsThat(...statuses: readonly SessionModel["status"][]): readonly SessionModel[] {
    return this.sessions.filter(({ tenant, status }) => !tenant.isDeleted && statuses.includes(status));
  }

  /** Connections of living tenants with this status. */
  connectionsThat(...statuses: readonly ConnectionModel["status"][]): readonly ConnectionModel[] {
    return this.connections.filter(({ tenant, status }) => !tenant.isDeleted && statuses.includes(status));
  }

  connectionsOf(provider: ProviderSlug, ...statuses: readonly ConnectionModel["status"][]): readonly ConnectionModel[] {
    return this.connectionsThat(...statuses).filter((connection) => connection.provider === provider);
  }

  /** Connections that an action of the secrets provider runs on now. */
  get working(): readonly ConnectionModel[] {
    return this.connectionsOf("doppler", "active").filter(({ credential }) => !this.revoked.has(credential));
  }

  /** Writes whose key can be sent again. */
  get sendable(): readonly WriteModel[] {
    return this.writes.filter(({ connection }) => !connection.tenant.isDeleted);
  }

  /** Applies a tenant's deletion. */
  delete(tenant: TenantModel): void {
    tenant.isDeleted = true;
    for (const connection of this.connections) if (connection.tenant === tenant) connection.status = "disconnected";
    for (const session of this.sessions) {
      if (session.tenant === tenant && isOpen(session)) session.status = "cancelled";
    }
  }

  /** Whether a tenant has an unknown outcome. */
  hasUnresolved(tenant: TenantModel): boolean {
    const all = [...this.writes, ...this.toolCalls];
    return all.some(({ connection, status }) => connection.tenant === tenant && status === "outcome_unknown");
  }
}

/** Whether a session is still open. */
export function isOpen({ status }: SessionModel): boolean {
  return status !== "completed" && status !== "failed" && status !== "cancelled";
}

/** What the service must say by now: a small model of the contract, which the commands change as they go. */
import type { Answer } from "../harness/index.ts";

/** A tenant that was made. */
export interface TenantModel {
  readonly id: string;
  readonly externalId: string;
  displayName: string;
  readonly key: string;
  readonly body: Readonly<Record<string, string>>;
  readonly answer: Answer;
  isDeleted: boolean;
}

/** A Connect session that was made. */
export interface SessionModel {
  readonly id: string;
  readonly tenant: TenantModel;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
  readonly token: string;
  secret: string | null;
  status: "pending" | "opened" | "completed" | "failed" | "cancelled";
  readonly reconnects: ConnectionModel | null;
  connection: ConnectionModel | null;
  credential: string | null;
  rejections: number;
}

/** A connection that was made. */
export interface ConnectionModel {
  readonly id: string;
  readonly tenant: TenantModel;
  status: "active" | "needs_reconnect" | "disconnected";
  /** The provider's token that it holds now. */
  credential: string;
}

/** A write with its key, which claimed it. */
export interface WriteModel {
  readonly key: string;
  readonly connection: ConnectionModel;
  readonly action: "secrets.set" | "secrets.delete";
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The answer that its key gives from now on; null where a crash took it. */
  answer: Answer | null;
  status: "succeeded" | "failed" | "outcome_unknown";
  isFreed: boolean;
  resolution: "succeeded" | "failed" | null;
  /** Whether a dead process left it: then it can be settled only after its lease and deadline. */
  isLeft: boolean;
  executionId: string;
  attempt: number;
  /** How many effects it has at the provider, in truth. */
  effects: number;
}

/** Everything that one run has made. */
export class Model {
  readonly tenants: TenantModel[] = [];
  readonly sessions: SessionModel[] = [];
  readonly connections: ConnectionModel[] = [];
  readonly writes: WriteModel[] = [];
  /** Tokens that the provider no longer accepts. */
  readonly revoked = new Set<string>();

  /** Tenants that are there. */
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

  /** Connections that an action runs on now. */
  get working(): readonly ConnectionModel[] {
    return this.connectionsThat("active").filter(({ credential }) => !this.revoked.has(credential));
  }

  /** Writes whose key can be sent again. */
  get sendable(): readonly WriteModel[] {
    return this.writes.filter(({ connection }) => !connection.tenant.isDeleted);
  }

  /** What a tenant's deletion does. */
  delete(tenant: TenantModel): void {
    tenant.isDeleted = true;
    for (const connection of this.connections) if (connection.tenant === tenant) connection.status = "disconnected";
    for (const session of this.sessions) {
      const isOpen = session.status === "pending" || session.status === "opened";
      if (session.tenant === tenant && isOpen) session.status = "cancelled";
    }
  }

  /** Whether a tenant has an outcome that nobody knows. */
  hasUnresolved(tenant: TenantModel): boolean {
    return this.writes.some(({ connection, status }) => connection.tenant === tenant && status === "outcome_unknown");
  }
}

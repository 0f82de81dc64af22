/** Every listing of the store, with every combination of its filters, and the index that it reads. */
import type { Store } from "../../../../src/domain/database/port.ts";

export type Listing = {
  what: string;
  table: string;
  /** The index's name, or `primary key`. */
  index: string;
  run(store: Store): Promise<unknown>;
};

const [clientId, tenantId] = ["scl_1", "ten_1"];
const nowMs = 1;
const begin = { after: null, limit: 2 } as const;

/** All combinations of the values of each filter. */
function combinations<Filters extends Record<string, readonly unknown[]>>(
  filters: Filters,
): { [Name in keyof Filters]: Filters[Name][number] }[] {
  return Object.entries(filters).reduce<object[]>(
    (found, [name, values]) => found.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as { [Name in keyof Filters]: Filters[Name][number] }[];
}

const covers = [undefined, { connections: ["con_x"], actions: null }, { connections: ["con_x"], actions: ["a/b"] }];
const reaches = [null, { ids: ["ten_x"] }, { label: "us" }] as const;

const executions = combinations({
  connectionId: [null, "con_1"],
  status: [null, "succeeded", "failed", "outcome_unknown", "accepted", "dispatched"],
  actionId: [null, "a.b"],
  idempotencyKey: [null, "k"],
  covered: covers,
} as const).map((filters): Listing => {
  const { connectionId, status, idempotencyKey } = filters;
  const isTroubled = status === "failed" || status === "outcome_unknown";
  const isRunning = status === "accepted" || status === "dispatched";
  const index =
    idempotencyKey !== null
      ? "executions_key"
      : isRunning
        ? "executions_running"
        : connectionId === null
          ? `executions_${isTroubled ? "troubled" : "tenant"}`
          : `executions_connection${isTroubled ? "_troubled" : ""}`;
  const run = (store: Store) => store.executions.list(clientId, tenantId, { ...filters, ...begin });
  return { what: `executions ${JSON.stringify(filters)}`, table: "executions", index, run };
});

const connections = combinations({
  provider: [null, "github"],
  status: [null, "active", "needs_reconnect", "disconnected"],
  ids: [null, ["con_x"]],
} as const).map((filters): Listing => {
  const run = (store: Store) => store.connections.list(clientId, tenantId, { ...filters, ...begin });
  return { what: `connections ${JSON.stringify(filters)}`, table: "connections", index: "connections_listing", run };
});

const sessions = ([null, "pending", "opened", "completed", "expired", "failed"] as const).map((status): Listing => {
  const run = (store: Store) => store.connectSessions.list(clientId, tenantId, { status, nowMs, ...begin });
  return { what: `sessions ${status}`, table: "connect_sessions", index: "connect_sessions_listing", run };
});

const tenants = combinations({ label: [null, "eu"], reach: reaches } as const).map((filters): Listing => {
  const { label, reach } = filters;
  const isByIds = reach !== null && "ids" in reach;
  const index = !isByIds && (label !== null || reach !== null) ? "tenants_label" : "tenants_listing";
  const run = (store: Store) => store.tenants.list(clientId, { externalId: null, ...filters, ...begin });
  return { what: `tenants ${JSON.stringify(filters)}`, table: "tenants", index, run };
});

const tokens = combinations({
  tenantId: [null, tenantId],
  label: [null, "l"],
  tenants: reaches,
  status: [null, "active", "expired", "revoked"],
} as const).map((filters): Listing => {
  const index = filters.label !== null ? "label" : filters.tenantId !== null ? "tenant" : "listing";
  const run = (store: Store) => store.delegatedTokens.list(clientId, { ...filters, nowMs, ...begin });
  return {
    what: `tokens ${JSON.stringify(filters)}`,
    table: "delegated_tokens",
    index: `delegated_tokens_${index}`,
    run,
  };
});

const proposals = combinations({
  connectionId: [null, "con_1"],
  status: [null, "pending", "approved", "denied", "accepted"],
  covered: covers,
} as const).map((filters): Listing => {
  const index = `proposals_${filters.connectionId === null ? "listing" : "connection"}`;
  const run = (store: Store) => store.proposals.list(clientId, tenantId, { ...filters, ...begin });
  return { what: `proposals ${JSON.stringify(filters)}`, table: "proposals", index, run };
});

const events = combinations({
  type: [null, "connection.expiring"],
  tenantId: [null, tenantId],
  afterSeq: [0, 5],
} as const).map((filters): Listing => {
  const index =
    filters.tenantId !== null
      ? "journal_public_tenant"
      : filters.type !== null
        ? "journal_public_type"
        : "journal_public";
  const run = (store: Store) => store.events.list(clientId, { ...filters, limit: 2 });
  return { what: `events ${JSON.stringify(filters)}`, table: "journal", index, run };
});

const auditEvents = combinations({
  type: [null, "connection.tested", "credential.used", "tenant.created"],
  tenantId: [null, tenantId],
  subject: [null, "con_1"],
  beforeSeq: [null, 1500],
} as const).map((filters): Listing => {
  const { type, subject } = filters;
  const isTyped = type !== null && type !== "credential.used";
  const index =
    subject !== null
      ? "journal_subject"
      : filters.tenantId !== null
        ? "journal_tenant"
        : isTyped
          ? "journal_type"
          : "primary key";
  const run = (store: Store) => store.audit.list(clientId, { ...filters, limit: 2 });
  return { what: `audit events ${JSON.stringify(filters)}`, table: "journal", index, run };
});

const deliveries = combinations({
  status: [null, "pending", "delivered", "failed"],
  beforeSeq: [null, 1500],
} as const).map((filters): Listing => {
  const run = (store: Store) => store.webhooks.deliveries("whe_1", { clientId, ...filters, limit: 2 });
  return { what: `deliveries ${JSON.stringify(filters)}`, table: "webhook_deliveries", index: "primary key", run };
});

/** The console's, across clients. */
const ofConsole: readonly Listing[] = [
  ...combinations({ clientId: [null, clientId], externalId: [null], label: [null, "eu"] } as const).map(
    (filters): Listing => {
      const index =
        filters.label !== null
          ? filters.clientId === null
            ? "tenants_label_age"
            : "tenants_label"
          : filters.clientId === null
            ? "tenants_age"
            : "tenants_listing";
      const run = (store: Store) => store.overview.tenants({ ...filters, ...begin });
      return { what: `console tenants ${JSON.stringify(filters)}`, table: "tenants", index, run };
    },
  ),
  ...combinations({
    clientId: [null, clientId],
    tenantId: [null, tenantId],
    provider: [null, "github"],
    status: [null, "active", "needs_reconnect", "disconnected"],
  } as const).map((filters): Listing => {
    const { status } = filters;
    const index = filters.tenantId !== null ? "listing" : status === null || status === "active" ? "age" : status;
    const run = (store: Store) => store.overview.connections({ ...filters, ...begin });
    return {
      what: `console connections ${JSON.stringify(filters)}`,
      table: "connections",
      index: `connections_${index}`,
      run,
    };
  }),
  ...combinations({
    clientId: [null, clientId],
    tenantId: [null, tenantId],
    status: [null, "active", "expired", "revoked"],
  } as const).map((filters): Listing => {
    const index = filters.tenantId !== null ? "tenant" : filters.clientId !== null ? "listing" : "age";
    const run = (store: Store) => store.overview.tokens({ ...filters, nowMs, ...begin });
    return {
      what: `console tokens ${JSON.stringify(filters)}`,
      table: "delegated_tokens",
      index: `delegated_tokens_${index}`,
      run,
    };
  }),
  ...(["waiting", "all", "pending", "approved", "denied", "accepted"] as const).map((status): Listing => {
    const index = status === "all" ? "age" : ["waiting", "pending", "approved"].includes(status) ? "waiting" : "ended";
    const run = (store: Store) => store.overview.proposals({ status, ...begin });
    return { what: `console proposals ${status}`, table: "proposals", index: `proposals_${index}`, run };
  }),
];

/** Every listing. */
export const listings: readonly Listing[] = [
  ...executions,
  ...connections,
  ...sessions,
  ...tenants,
  ...tokens,
  ...proposals,
  ...events,
  ...auditEvents,
  ...deliveries,
  ...ofConsole,
];

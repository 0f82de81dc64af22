/** The audit trail's port: what happened on the control plane and each use of a credential, and who did it. */

/** One event. Never a secret: ids, names of things, and codes. */
export type AuditEvent = {
  id: string;
  /** The service client concerned; "" for what the operator does. */
  clientId: string;
  tenantId: string;
  /** What happened, such as `connect_session.exchange_refused`. */
  type: string;
  /** The resource concerned. */
  subject: string;
  /** Who did it: `key:<public id>`, `operator`, `end_user`, `system`. */
  actor: string;
  /** Codes and non-secret details. */
  data: Readonly<Record<string, string | number | boolean>>;
  at: number;
};

/** Appends events; nothing changes or removes one. */
export type AuditLog = { append(event: AuditEvent): Promise<void> };

/** Operations for Connect sessions, for backends. */
import { Type } from "typebox";
import {
  CompleteConnectSession,
  ConnectSession,
  ConnectSessionList,
  CreateConnectSession,
  CreatedConnectSession,
} from "../connect-session.ts";
import { operation, pageQuery, paths, statusQuery } from "./operation.ts";
import { connectSessionStatuses } from "../values.ts";

/** Operations for Connect sessions, for backends. */
export const connectSessionOperations = {
  createConnectSession: operation({
    id: "createConnectSession",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/connect-sessions",
    tag: "Connect sessions",
    summary: "Create a Connect session",
    description:
      "Creates an invitation for a user to connect an account. Give `token` only to your frontend. It works once, and a replay " +
      "of this response doesn't include it. With `connection_id`, the session replaces that connection's credential and keeps " +
      "its ID.",
    auth: "serviceKey",
    idempotency: "required",
    params: paths.tenant,
    body: CreateConnectSession,
    call: { method: "tenant.connectSessions.create" },
    success: {
      status: 201,
      description: "The new session with its token.",
      schema: CreatedConnectSession,
      headers: ["Location", "Idempotent-Replayed"],
    },
    errors: [
      "PROVIDER_NOT_AVAILABLE",
      "ACTION_NOT_FOUND",
      "ORIGIN_NOT_REGISTERED",
      "RETURN_URL_NOT_REGISTERED",
      "CONNECTION_NOT_FOUND",
      "CONNECTION_NOT_ACTIVE",
    ],
  }),
  listConnectSessions: operation({
    id: "listConnectSessions",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/connect-sessions",
    tag: "Connect sessions",
    summary: "List Connect sessions",
    description: "Returns the tenant's Connect sessions, newest first.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenant,
    query: Type.Object({ status: statusQuery(connectSessionStatuses), ...pageQuery }, { additionalProperties: false }),
    call: { method: "tenant.connectSessions.list" },
    command: {
      usage: "connect-sessions list",
      examples: ["svc connect-sessions list --status awaiting_confirmation"],
      flags: { status: ["--status <status>", "only those with this status"] },
      columns: {
        SESSION: "id",
        STATUS: "status",
        PROVIDER: "provider",
        CONNECTION: "connection_id",
        CREATED: "createdAt",
      },
    },
    success: { status: 200, description: "One page.", schema: ConnectSessionList },
    errors: [],
  }),
  getConnectSession: operation({
    id: "getConnectSession",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/connect-sessions/{session_id}",
    tag: "Connect sessions",
    summary: "Show a Connect session",
    description: "Returns a session, without its token. Poll it until it is completed, failed, cancelled or expired.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.session,
    call: { method: "tenant.connectSessions.get" },
    command: { usage: "connect-sessions get <session_id>", examples: ["svc connect-sessions get cs_…"] },
    success: { status: 200, description: "The session.", schema: ConnectSession },
    errors: ["CONNECT_SESSION_NOT_FOUND"],
  }),
  cancelConnectSession: operation({
    id: "cancelConnectSession",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/connect-sessions/{session_id}:cancel",
    tag: "Connect sessions",
    summary: "Cancel a Connect session",
    description: "Cancels a session that isn't completed. A credential that is awaiting confirmation is destroyed.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.session,
    call: { method: "tenant.connectSessions.cancel" },
    command: { usage: "connect-sessions cancel <session_id>", examples: ["svc connect-sessions cancel cs_…"] },
    success: { status: 200, description: "The updated session.", schema: ConnectSession },
    errors: ["CONNECT_SESSION_NOT_FOUND", "CONNECT_SESSION_NOT_OPEN"],
  }),
  completeConnectSession: operation({
    id: "completeConnectSession",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/connect-sessions/{session_id}:complete",
    tag: "Connect sessions",
    summary: "Confirm a Connect session",
    description:
      "Completes a session that is awaiting confirmation, within 5 minutes. Call it on behalf of the user who is signed in to " +
      "your application, with the code that came back in that user's browser.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.session,
    body: CompleteConnectSession,
    call: { method: "tenant.connectSessions.complete", args: ["completionCode"] },
    command: {
      usage: "connect-sessions complete <session_id>",
      text: "Confirm a Connect session with the user's completion code",
      examples: ['svc connect-sessions complete cs_… --completion-code "$CODE"'],
      flags: { completionCode: ["--completion-code <code>", "the one-time code from the user's browser"] },
    },
    success: { status: 200, description: "The completed session.", schema: ConnectSession },
    errors: [
      "CONNECT_SESSION_NOT_FOUND",
      "CONNECT_SESSION_NOT_OPEN",
      "CONNECT_SESSION_EXPIRED",
      "COMPLETION_CODE_INVALID",
      "CONNECTION_NOT_ACTIVE",
    ],
  }),
} as const;

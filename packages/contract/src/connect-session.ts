/** Connect sessions: one-time invitations to connect an account for a tenant. */
import { Type, type Static } from "typebox";
import {
  AuthKind,
  idField,
  NextCursor,
  oneOf,
  Origin,
  RequestedActions,
  RequestedEvents,
  ReturnUrl,
  Slug,
  timeField,
} from "./fields.ts";
import { EvidenceGap } from "./evidence-gap.ts";
import { idLengthMax, idPattern, idPrefixes } from "./ids.ts";
import { completions, connectSessionStatuses } from "./values.ts";

/** An error code with its text, as in executions and connection tests. */
export const Fault = Type.Object(
  {
    code: Type.String({ pattern: "^[A-Z][A-Z_]*$", maxLength: 64, description: "A code from the error table." }),
    detail: Type.String({ maxLength: 2048, description: "What happened, and what to do next." }),
  },
  { title: "Fault", description: "What went wrong.", additionalProperties: false },
);
/** An error code with its text, as in executions and connection tests. */
export type Fault = Static<typeof Fault>;

/** Builds a schema for a fault or null. */
export function faultOrNull(description: string) {
  return Type.Union([Fault, Type.Null()], { description });
}

const completion = oneOf(
  completions,
  "`automatic`: completed when the user is done. `confirmed`: completed when your backend calls `:complete`.",
);

/** The fields that every view of a session has. */
export const connectSessionFields = {
  id: idField(idPrefixes.connectSession, "ID of the session."),
  tenant_id: idField(idPrefixes.tenant, "The tenant the connection will belong to."),
  provider: Slug,
  authKind: AuthKind,
  status: oneOf(connectSessionStatuses, "The state of the session."),
  connection_id: Type.Union(
    [Type.String({ pattern: idPattern(idPrefixes.connection), maxLength: idLengthMax }), Type.Null()],
    {
      description: "The connection that was created or is being reconnected; null until there is one.",
    },
  ),
  connectUrl: Type.String({
    format: "uri",
    maxLength: 2048,
    description: "URL of the hosted page. It contains no token.",
  }),
  allowedOrigin: Origin,
  returnUrl: ReturnUrl,
  requestedActions: RequestedActions,
  requestedEvents: RequestedEvents,
  completion,
  error: faultOrNull("Why the session failed, or null."),
  createdAt: timeField("When it was created."),
  expiresAt: timeField("When the session expires if it isn't completed."),
};

/** A one-time invitation to connect an account for a tenant. */
export const ConnectSession = Type.Object(connectSessionFields, {
  title: "ConnectSession",
  description: "A one-time invitation to connect an account for a tenant.",
  additionalProperties: false,
});
/** A one-time invitation to connect an account for a tenant. */
export type ConnectSession = Static<typeof ConnectSession>;

/** A newly created session. A replayed response has neither `token` nor `connectLink`. */
export const CreatedConnectSession = Type.Object(
  {
    ...connectSessionFields,
    evidenceGaps: Type.Array(EvidenceGap, {
      description: "The requested changes whose lost responses svc couldn't look into, and what to request as well.",
    }),
    token: Type.Optional(
      Type.String({
        maxLength: 256,
        description:
          "The one-time Connect token, for your frontend only. Shown only once; a replay doesn't include it.",
        "x-sensitive": true,
      }),
    ),
    connectLink: Type.Optional(
      Type.String({
        format: "uri",
        maxLength: 2048,
        description: "In a sandbox, the URL of the hosted page with the token, to open in a browser.",
        "x-sensitive": true,
      }),
    ),
  },
  { title: "CreatedConnectSession", description: "A new session with its token.", additionalProperties: false },
);
/** A newly created session. */
export type CreatedConnectSession = Static<typeof CreatedConnectSession>;

/** One page of sessions, newest first. */
export const ConnectSessionList = Type.Object(
  { connectSessions: Type.Array(ConnectSession, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "ConnectSessionList", description: "One page of Connect sessions.", additionalProperties: false },
);
/** One page of sessions, newest first. */
export type ConnectSessionList = Static<typeof ConnectSessionList>;

/** Body of `createConnectSession`. `requestedActions` is optional only with `connection_id`. */
export const CreateConnectSession = Type.Object(
  {
    provider: Slug,
    authKind: AuthKind,
    allowedOrigin: Origin,
    returnUrl: ReturnUrl,
    requestedActions: Type.Optional(RequestedActions),
    requestedEvents: Type.Optional(RequestedEvents),
    connection_id: Type.Optional(
      idField(
        idPrefixes.connection,
        "The connection to reconnect. It keeps its ID, its actions unless you send `requestedActions`, and its events unless you send `requestedEvents`.",
      ),
    ),
    completion: Type.Optional(completion),
  },
  { title: "CreateConnectSession", description: "A new Connect session.", additionalProperties: false },
);
/** Body of `createConnectSession`. */
export type CreateConnectSession = Static<typeof CreateConnectSession>;

/** The code that the user's browser brings back if `completion` is `confirmed`. */
export const CompletionCode = Type.String({
  minLength: 1,
  maxLength: 256,
  description: "The one-time code that came back with the user's browser.",
  "x-sensitive": true,
});

/** Body of `completeConnectSession`. */
export const CompleteConnectSession = Type.Object(
  { completionCode: CompletionCode },
  { title: "CompleteConnectSession", description: "Your backend's confirmation.", additionalProperties: false },
);
/** Body of `completeConnectSession`. */
export type CompleteConnectSession = Static<typeof CompleteConnectSession>;

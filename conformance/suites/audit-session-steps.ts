/** The audit events of each route that changes a Connect session, for audit-events.test.ts. */
import type { SubmittedCredential } from "@svc/contract";
import { Frontend } from "../harness/index.ts";
import type { Session, Step, StepContext } from "./audit-step.ts";

const sessions = "/v1/tenants/{tenant_id}/connect-sessions";

async function opened(
  context: StepContext,
  fields?: Readonly<Record<string, unknown>>,
): Promise<Session & { secret: string }> {
  const session = await context.session(fields);
  return { ...session, secret: await context.frontend.open(session.token) };
}

async function awaiting(context: StepContext): Promise<Session & { code: string }> {
  const session = await opened(context, { completion: "confirmed" });
  const response = await context.frontend.submit(session.secret, context.fixture.provider.tokens.serviceAccount);
  const { completionCode } = response.json as Extract<SubmittedCredential, { status: "awaiting_confirmation" }>;
  return { ...session, code: completionCode };
}

const pathOf = ({ tenant_id: tenantId, id }: Session): string => `/v1/tenants/${tenantId}/connect-sessions/${id}`;

export const sessionSteps: readonly Step[] = [
  {
    route: `post ${sessions}`,
    case: "made",
    does: async (context) => async () => {
      const { id } = await context.session();
      return await context.caller.get(`/v1/tenants/${context.tenantId}/connect-sessions/${id}`);
    },
    status: 200,
    events: ["connect_session.created"],
  },
  {
    route: `post ${sessions}/{session_id}:cancel`,
    case: "by the backend",
    async does(context) {
      const session = await context.session();
      return () => context.caller.post(`${pathOf(session)}:cancel`);
    },
    status: 200,
    events: ["connect_session.cancelled"],
  },
  {
    route: `post ${sessions}/{session_id}:complete`,
    case: "right",
    async does(context) {
      const session = await awaiting(context);
      return () => context.caller.post(`${pathOf(session)}:complete`, { completionCode: session.code });
    },
    status: 200,
    events: ["connect_session.completed", "connection.created"],
  },
  {
    route: `post ${sessions}/{session_id}:complete`,
    case: "the fifth wrong code",
    async does(context) {
      const session = await awaiting(context);
      const wrong = { completionCode: `cc_${"x".repeat(43)}` };
      const send = () => context.caller.post(`${pathOf(session)}:complete`, wrong);
      for (let count = 1; count < 5; count += 1) await send();
      return send;
    },
    status: 422,
    events: ["connect_session.failed", "credential.rejected"],
  },
  {
    route: "post /connect/v1/exchange",
    case: "right",
    async does(context) {
      const session = await context.session();
      return () => context.frontend.exchange(session.token);
    },
    status: 200,
    events: ["connect_session.exchanged"],
  },
  {
    route: "post /connect/v1/exchange",
    case: "from another origin",
    async does(context) {
      const session = await context.session();
      return () => new Frontend(context.caller.http, "https://elsewhere.example").exchange(session.token);
    },
    status: 403,
    events: ["connect_session.exchange_refused"],
  },
  {
    route: "post /connect/v1/credential",
    case: "accepted",
    async does(context) {
      const { secret } = await opened(context);
      return () => context.frontend.submit(secret, context.fixture.provider.tokens.serviceAccount);
    },
    status: 200,
    events: ["connect_session.completed", "connection.created"],
  },
  {
    route: "post /connect/v1/credential",
    case: "to be confirmed",
    async does(context) {
      const { secret } = await opened(context, { completion: "confirmed" });
      return () => context.frontend.submit(secret, context.fixture.provider.tokens.serviceAccount);
    },
    status: 200,
    events: ["connect_session.awaits_confirmation"],
  },
  {
    route: "post /connect/v1/credential",
    case: "for a reconnect",
    async does(context) {
      const { secret } = await opened(context, { connection_id: context.connected.id, requestedActions: undefined });
      return () => context.frontend.submit(secret, context.fixture.provider.tokens.serviceAccount);
    },
    status: 200,
    events: ["connect_session.completed", "connection.updated"],
  },
  {
    route: "post /connect/v1/credential",
    case: "the fifth refusal",
    async does(context) {
      const { secret } = await opened(context);
      const send = () => context.frontend.submit(secret, context.fixture.provider.tokens.revoked);
      for (let count = 1; count < 5; count += 1) await send();
      return send;
    },
    status: 422,
    events: ["connect_session.failed", "credential.rejected"],
  },
  {
    route: "post /connect/v1/authorize",
    case: "begun",
    async does(context) {
      const oauth = { provider: "github", authKind: "oauth2_authorization_code", requestedActions: ["issues.list"] };
      const { secret } = await opened(context, oauth);
      return () => context.frontend.send("POST", "/connect/v1/authorize", undefined, secret);
    },
    status: 200,
    events: ["connect_session.authorization_started"],
  },
  {
    route: "post /connect/v1/cancel",
    case: "by the end user",
    async does(context) {
      const { secret } = await opened(context);
      return () => context.frontend.send("POST", "/connect/v1/cancel", undefined, secret);
    },
    status: 200,
    events: ["connect_session.cancelled"],
  },
  {
    route: "post /connect/v1/status",
    case: "changes nothing",
    async does(context) {
      const { token } = await context.session();
      return () => context.frontend.send("POST", "/connect/v1/status", { token });
    },
    status: 200,
    events: [],
  },
];

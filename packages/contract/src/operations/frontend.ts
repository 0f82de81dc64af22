/** Operations of the frontend API (contract §5.4). */
import {
  AskConnectStatus,
  ConnectAuthorization,
  ConnectStatus,
  ExchangeConnectToken,
  ExchangedConnectToken,
  FrontendSession,
  SubmitCredential,
  SubmittedCredential,
} from "../frontend-api.ts";
import { operation } from "./operation.ts";

const ended = ["CONNECT_SESSION_EXPIRED", "CONNECT_SESSION_NOT_OPEN"] as const;

/** Operations of the frontend API (contract §5.4). */
export const frontendOperations = {
  exchangeConnectToken: operation({
    id: "exchangeConnectToken",
    method: "POST",
    path: "/connect/v1/exchange",
    tag: "Connect frontend",
    summary: "Exchange the Connect token",
    description:
      "Opens the session, once. The `Origin` header must be the session's `allowedOrigin` or the service's own; a refusal " +
      "for the origin leaves the token unused.",
    auth: "none",
    idempotency: "none",
    body: ExchangeConnectToken,
    success: { status: 200, description: "The opened session and its secret.", schema: ExchangedConnectToken },
    errors: [
      "CONNECT_TOKEN_INVALID",
      "CONNECT_TOKEN_USED",
      "ORIGIN_NOT_ALLOWED",
      "RATE_LIMITED",
      "OVERLOADED",
      ...ended,
    ],
  }),
  submitCredential: operation({
    id: "submitCredential",
    method: "POST",
    path: "/connect/v1/credential",
    tag: "Connect frontend",
    summary: "Submit the credential",
    description:
      "Verifies the credential at the provider, then stores it sealed. A repeat after a lost answer gives the same " +
      "connection.",
    auth: "sessionSecret",
    idempotency: "none",
    body: SubmitCredential,
    success: { status: 200, description: "The credential was verified.", schema: SubmittedCredential },
    errors: [
      "CREDENTIAL_INVALID",
      "CREDENTIAL_REJECTED",
      "CREDENTIAL_UNVERIFIED",
      "CONNECTION_ACCOUNT_MISMATCH",
      "CONNECTION_NOT_ACTIVE",
      "PROVIDER_NOT_AVAILABLE",
      ...ended,
    ],
  }),
  authorizeConnectSession: operation({
    id: "authorizeConnectSession",
    method: "POST",
    path: "/connect/v1/authorize",
    tag: "Connect frontend",
    summary: "Begin the provider's consent",
    description:
      "For a session whose `authKind` is `oauth2_authorization_code`: gives the address at which its user sees what is " +
      "agreed to and goes on to the provider. May be repeated; the address before then leads nowhere. The session is " +
      "`authorizing` until the provider has answered, and `opened` again where a fault came in between. A user who says no " +
      "has cancelled it; where nothing was granted that an action could use, it has failed.",
    auth: "sessionSecret",
    idempotency: "none",
    success: { status: 200, description: "Where the user goes on.", schema: ConnectAuthorization },
    errors: ["CONNECTION_NOT_ACTIVE", "PROVIDER_NOT_AVAILABLE", ...ended],
  }),
  cancelFrontendSession: operation({
    id: "cancelFrontendSession",
    method: "POST",
    path: "/connect/v1/cancel",
    tag: "Connect frontend",
    summary: "Cancel the session",
    description: "Ends the session at the user's wish.",
    auth: "sessionSecret",
    idempotency: "none",
    success: { status: 200, description: "The session as it is now.", schema: FrontendSession },
    errors: [...ended],
  }),
  getFrontendSession: operation({
    id: "getFrontendSession",
    method: "GET",
    path: "/connect/v1/session",
    tag: "Connect frontend",
    summary: "Show the session",
    description: "The session as its frontend sees it, so that a reloaded page can go on.",
    auth: "sessionSecret",
    idempotency: "none",
    success: { status: 200, description: "The session.", schema: FrontendSession },
    errors: [],
  }),
  getConnectStatus: operation({
    id: "getConnectStatus",
    method: "POST",
    path: "/connect/v1/status",
    tag: "Connect frontend",
    summary: "Ask where the session stands",
    description:
      "For the page that opened the session: the token proves who asks, before and after its exchange, and nothing is " +
      "consumed. A completion code is not among the answer: whoever made a link holds its token, and the code goes to " +
      "the browser of the user who brought the credential alone.",
    auth: "none",
    idempotency: "none",
    body: AskConnectStatus,
    success: { status: 200, description: "Where the session stands.", schema: ConnectStatus },
    errors: ["CONNECT_TOKEN_INVALID", "ORIGIN_NOT_ALLOWED", "RATE_LIMITED", "OVERLOADED"],
  }),
} as const;

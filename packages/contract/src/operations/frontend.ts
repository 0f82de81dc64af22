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
      "Opens the session. This works once. The `Origin` header must be the session's `allowedOrigin` or the service's own " +
      "origin; otherwise, the call is rejected and the token stays unused.",
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
      "Verifies the credential with the provider, then stores it encrypted. If the response is lost, repeat the call to get the " +
      "same connection.",
    auth: "sessionSecret",
    idempotency: "none",
    body: SubmitCredential,
    success: { status: 200, description: "The credential was verified.", schema: SubmittedCredential },
    errors: [
      "CREDENTIAL_INVALID",
      "CREDENTIAL_REJECTED",
      "CREDENTIAL_UNVERIFIED",
      "ACCOUNT_UNREADABLE",
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
    summary: "Start the provider's consent",
    description:
      "For a session whose `authKind` is `oauth2_authorization_code`, returns the URL where the user sees what they agree to " +
      "and continues to the provider. You can repeat this; the earlier URL then stops working. The session is `authorizing` " +
      "until the provider has responded, and `opened` again if something fails on the way. If the user declines, the session " +
      "is cancelled. If the user grants nothing that an action could use, the session fails.",
    auth: "sessionSecret",
    idempotency: "none",
    success: { status: 200, description: "Where the user continues.", schema: ConnectAuthorization },
    errors: ["CONNECTION_NOT_ACTIVE", "PROVIDER_NOT_AVAILABLE", ...ended],
  }),
  cancelFrontendSession: operation({
    id: "cancelFrontendSession",
    method: "POST",
    path: "/connect/v1/cancel",
    tag: "Connect frontend",
    summary: "Cancel the session",
    description: "Cancels the session at the user's request.",
    auth: "sessionSecret",
    idempotency: "none",
    success: { status: 200, description: "The updated session.", schema: FrontendSession },
    errors: [...ended],
  }),
  getFrontendSession: operation({
    id: "getFrontendSession",
    method: "GET",
    path: "/connect/v1/session",
    tag: "Connect frontend",
    summary: "Show the session",
    description: "Returns the session as its frontend sees it, so that a reloaded page can continue.",
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
    summary: "Get the session's status",
    description:
      "Returns the session's status to the page that opened the session. The token authenticates this call before and after its " +
      "exchange; the call doesn't use it up. The response doesn't include the completion code: the creator of a link has its " +
      "token, but only the browser in which the user submitted the credential gets the code.",
    auth: "none",
    idempotency: "none",
    body: AskConnectStatus,
    success: { status: 200, description: "The session's status.", schema: ConnectStatus },
    errors: ["CONNECT_TOKEN_INVALID", "ORIGIN_NOT_ALLOWED", "RATE_LIMITED", "OVERLOADED"],
  }),
} as const;

/** Operations of the frontend API and of the service itself. */
import { Type } from "typebox";
import {
  ExchangeConnectToken,
  ExchangedConnectToken,
  FrontendSession,
  SubmitCredential,
  SubmittedCredential,
} from "../frontend-api.ts";
import { jsonObject } from "../fields.ts";
import { Health, Readiness } from "../health.ts";
import { operation } from "./operation.ts";

const ended = ["CONNECT_SESSION_EXPIRED", "CONNECT_SESSION_NOT_OPEN"] as const;
const markdown = Type.String({ description: "Markdown." });

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
    errors: ["CONNECT_TOKEN_INVALID", "CONNECT_TOKEN_USED", "ORIGIN_NOT_ALLOWED", "OVERLOADED", ...ended],
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
} as const;

/** Health and documentation. */
export const serviceOperations = {
  getHealth: operation({
    id: "getHealth",
    method: "GET",
    path: "/healthz",
    tag: "Service",
    summary: "Is the process alive",
    description: "Liveness: answers as long as the process runs, whatever the state of its database.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "It is alive.", schema: Health },
    errors: [],
  }),
  getReadiness: operation({
    id: "getReadiness",
    method: "GET",
    path: "/readyz",
    tag: "Service",
    summary: "Can it take requests",
    description: "Readiness: database, vault key and migrations are in order, and the server is not draining.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "It is ready.", schema: Readiness },
    otherAnswers: [{ status: 503, description: "It is not ready; `checks` says why.", schema: Readiness }],
    errors: [],
  }),
  getLlmsText: operation({
    id: "getLlmsText",
    method: "GET",
    path: "/llms.txt",
    tag: "Service",
    summary: "Index of the docs for agents",
    description: "The docs in the form of llmstxt.org; every page is also served as Markdown.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "The index.", schema: markdown, mediaType: "text/plain" },
    errors: [],
  }),
  getLlmsFullText: operation({
    id: "getLlmsFullText",
    method: "GET",
    path: "/llms-full.txt",
    tag: "Service",
    summary: "All docs for agents",
    description: "Every page of the docs in one text.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "The docs.", schema: markdown, mediaType: "text/plain" },
    errors: [],
  }),
  getOpenApi: operation({
    id: "getOpenApi",
    method: "GET",
    path: "/openapi.json",
    tag: "Service",
    summary: "This description",
    description: "The OpenAPI 3.1 description, made from the schemas that validate requests.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "The description.", schema: jsonObject("An OpenAPI 3.1 document.") },
    errors: [],
  }),
} as const;

/** Operations of the server itself: health and documentation. */
import { Type } from "typebox";
import { jsonObject } from "../fields.ts";
import { Health, Readiness } from "../health.ts";
import { operation } from "./operation.ts";

const markdown = Type.String({ description: "Markdown." });

/** Health and documentation. */
export const serviceOperations = {
  getHealth: operation({
    id: "getHealth",
    method: "GET",
    path: "/healthz",
    tag: "Service",
    summary: "Check liveness",
    description: "Succeeds while the process is running, whatever the state of its database.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "The process is alive.", schema: Health },
    errors: [],
  }),
  getReadiness: operation({
    id: "getReadiness",
    method: "GET",
    path: "/readyz",
    tag: "Service",
    summary: "Check readiness",
    description: "Succeeds if the database, vault key and migrations are in order and the server isn't shutting down.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "The server is ready.", schema: Readiness },
    otherResponses: [
      {
        status: 503,
        description: "The server isn't ready; `/readyz` on the metrics listener says why.",
        schema: Readiness,
      },
    ],
    errors: [],
  }),
  getLlmsText: operation({
    id: "getLlmsText",
    method: "GET",
    path: "/llms.txt",
    tag: "Service",
    summary: "Get the index of the docs",
    description: "Returns an index of the docs in llmstxt.org format. Every page is also available as Markdown.",
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
    summary: "Get all docs",
    description: "Returns every page of the docs in one text.",
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
    summary: "Get the API description",
    description: "Returns the OpenAPI 3.1 description, generated from the schemas that validate requests.",
    auth: "none",
    idempotency: "none",
    success: { status: 200, description: "The description.", schema: jsonObject("An OpenAPI 3.1 document.") },
    errors: [],
  }),
} as const;

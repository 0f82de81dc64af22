/** Promises about the endpoints, and about every response. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = sectionOf(id)): Requirement => ({ id, source, text });

/** The section about a resource, by the first part of a promise's id. */
function sectionOf(id: string): string {
  return sections[id.split(".")[0] ?? ""] ?? "";
}

const sections: Readonly<Record<string, string>> = {
  "service-client": "contract §2.1",
  tenants: "contract §3.1",
  lists: "contract §1.5",
  sessions: "contract §3.3",
  connections: "contract §3.4",
  executions: "contract §3.5",
  catalog: "contract §3.2",
  routes: "contract §3.7",
  limits: "contract §1.9",
};

/** Promises about endpoints and lists. */
export const requirements: readonly Requirement[] = [
  of("service-client.profile", "GET /v1/service-client returns the masked profile, without key material."),
  of("tenants.create", "POST /v1/tenants: 201 with the tenant and its Location."),
  of("tenants.exists", "A second tenant with an externalId is 409 TENANT_EXISTS with tenant_id."),
  of("tenants.read", "GET and PATCH of one tenant return the tenant; PATCH changes displayName and label."),
  of("tenants.list", "GET /v1/tenants lists newest first and filters by externalId."),
  of("tenants.label", "A tenant has at most one label, by which GET /v1/tenants filters."),
  of(
    "tenants.delete",
    "DELETE of a tenant: 204; its connections are disconnected, its executions stay readable by id.",
  ),
  of("tenants.delete-unresolved", "While an outcome is unknown: 409 TENANT_HAS_UNRESOLVED, unless force=true."),
  of("lists.limit", "limit is 1 to 100, default 20; anything else is 400."),
  of("lists.pages", "Pages are linked by nextCursor, newest first, with each item once."),
  of("lists.cursor", "An altered cursor, or one of another list, client or filter, is 400."),
  of("lists.etag", "Every read has an ETag; If-None-Match returns 304 until the content changes, only for its client."),
  of("sessions.create", "POST …/connect-sessions: 201 with the session, its token and its Location."),
  of("sessions.read", "GET of one session or the list never returns a token; the list filters by status."),
  of("sessions.cancel", "POST …:cancel returns the cancelled session; an ended one is 409."),
  of("connections.read", "GET of one connection and of the list, by provider and status, return every field."),
  of("connections.disconnect", "DELETE returns the disconnected connection, and doesn't call the provider."),
  of("connections.disconnected", "A disconnected connection executes and tests nothing: 409 CONNECTION_NOT_ACTIVE."),
  of("connections.test", "POST …:test: 200 with ok, checkedAt, account, error."),
  of("connections.test-dead", "A test of a dead credential answers ok false, and the connection needs reconnecting."),
  of("connections.test-down", "A test while the provider is down: 503, the key freed, the status untouched."),
  of("executions.execute", "POST …:execute: 200 with the execution and its output."),
  of("executions.read", "GET of one execution returns its record; the list filters by every parameter."),
  of(
    "executions.resolve",
    "POST …:resolve resolves an unknown outcome once; the same resolution again is 200, another 409.",
  ),
  of("catalog.public", "The public catalog needs no authentication and returns every action with its schemas."),
  of("catalog.etag", "The public catalog has ETag and Cache-Control; If-None-Match gives 304."),
  of(
    "catalog.search",
    "A search finds the public catalog's actions by words, best first; a tenant's search finds its allowed ones.",
  ),
  of("routes.accept", "Any `Accept` header that allows JSON gets it."),
  of("routes.unknown", "An unknown verb or path is 404, and another method of a path 405 with `Allow`."),
  of("routes.no-credential", "No route returns a credential, and there is no proxy and no bulk read."),
  of(
    "routes.health",
    "/healthz and /readyz answer; the sandbox identifies itself on both of its surfaces.",
    "contract §3.6, §11.4",
  ),
  of("routes.docs", "/llms.txt, /llms-full.txt and /openapi.json are served.", "contract §9"),
  of(
    "routes.cells",
    "Every id, key and token of a cell has its mark; a server answers what is marked for another cell with 421 and its name.",
    "contract §1.4",
  ),
  of("responses.request-id", "Every response has x-request-id; a caller's own is kept.", "contract §1.6"),
  of("responses.errors", "Every error code has a page at its type URL.", "contract §1.10, §9"),
  of("limits.concurrency", "More concurrent executions than SVC_CONCURRENCY_PER_CONNECTION are 429."),
  of("limits.rate", "A client over SVC_RATE_LIMIT_RPS is 429 with Retry-After, and every response has RateLimit-*."),
];

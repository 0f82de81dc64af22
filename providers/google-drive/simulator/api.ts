/** The Drive API v3 over the simulated Drive, written from its documentation. */
import { googleRoutes } from "@svc/google/simulator";
import { Refusal, simulatedApi, tokenIn, type SimResponse } from "@svc/simulator";
import { methodScopes } from "./access.ts";
import type { Caller } from "./model.ts";
import { exportFile, generateIds, getAbout, getFile, listFiles, listPermissions, type DriveCall } from "./reads.ts";
import { copyFile, createFile, createPermission, deletePermission, updateFile, uploadFile } from "./writes.ts";
import type { DriveWorld } from "./world.ts";

const route = (run: (call: DriveCall) => ReturnType<typeof getFile>, anyScope: readonly string[]) => ({
  run,
  anyScope,
});
const { metadata, content, write, update } = methodScopes;

/** The simulated API. */
export const driveApi = simulatedApi<DriveWorld, Caller, object, DriveWorld["switches"]>({
  routes: {
    ...googleRoutes,
    "GET /drive/v3/about": route(getAbout, metadata),
    "GET /drive/v3/files": route(listFiles, metadata),
    "GET /drive/v3/files/generateIds": route(generateIds, write),
    "GET /drive/v3/files/{id}/export": route(exportFile, content),
    "GET /drive/v3/files/{id}": route(getFile, metadata),
    "GET /drive/v3/files/{id}/permissions": route(listPermissions, metadata),
    "POST /drive/v3/files": route(createFile, write),
    "POST /upload/drive/v3/files": route(uploadFile, write),
    "POST /drive/v3/files/{id}/copy": route(copyFile, write),
    "PATCH /drive/v3/files/{id}": route(updateFile, update),
    "POST /drive/v3/files/{id}/permissions": route(createPermission, write),
    "DELETE /drive/v3/files/{id}/permissions/{permission}": route(deletePermission, write),
  },
  caller(request, { tokens }) {
    const token = tokens.find(tokenIn(request.headers), request.timeMs);
    if (token === undefined) throw new Refusal(401, "Invalid Credentials", { code: "authError" });
    return { app: token.clientId, scopes: token.scopes };
  },
  scopesOf: ({ scopes }) => scopes,
  around({ request, store }, run) {
    const { requestsPerMinute, limitStatus } = store.switches;
    if (!store.limits.take("user", "minute", request.timeMs, requestsPerMinute)) {
      return refusedResponse(new Refusal(limitStatus, "User Rate Limit Exceeded", { code: "userRateLimitExceeded" }));
    }
    return run();
  },
  refused: refusedResponse,
});

function refusedResponse({ status, message, code, details }: Refusal): SimResponse {
  const reason =
    { missing_scope: "insufficientPermissions", not_found: "notFound", no_route: "notFound" }[code] ?? code;
  const errors = [
    { domain: reason.endsWith("Exceeded") ? "usageLimits" : "global", reason, message, ...Object(details) },
  ];
  return { status, json: { error: { errors, code: status, message } } };
}

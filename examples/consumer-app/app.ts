/**
 * The backend of the example app: signs users in, opens Connect sessions for them, and runs actions. The service key stays
 * here; the browser only gets a Connect token that works once.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  ActionOutcomeUnknownError,
  ApiError,
  ConflictError,
  newIdempotencyKey,
  ServiceClient,
  type ConnectionScope,
} from "@svc/sdk";
import { toProblem, readJson, Refusal, sendFile, sendJson, text, type Body } from "./http.ts";
import { openRecords, type Records, type User } from "./records.ts";

/** The app's address, and the server it talks to. */
export type AppSettings = {
  /** The app's origin in browsers, and the session's `allowedOrigin`. */
  origin: string;
  serviceUrl: string;
  serviceKey: string;
  /** The file for the app's own records. */
  recordsFile: string;
};

type Call = { user: User; body: Body; records: Records; client: ServiceClient; settings: AppSettings };

const place = { project: "harbor-api", config: "dev" };
const requestedActions = ["secrets.names.list", "secrets.get", "secrets.set"];

/** Creates the HTTP server. The caller starts listening. */
export function createApp(settings: AppSettings): Server {
  const client = new ServiceClient({ baseUrl: settings.serviceUrl, accessToken: settings.serviceKey });
  const records = openRecords(settings.recordsFile);
  return createServer((request, response) => {
    answer(request, response, { client, records, settings }).catch((error: unknown) => {
      const { status, body } = toProblem(error);
      sendJson(response, status, body);
    });
  }).on("close", () => records.close());
}

/** The calls that the frontend may make after sign-in. */
const calls: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
  "GET /api/me": async ({ user }) => ({ name: user.name, connected: user.connectionId !== "" }),

  "POST /api/connect": async ({ user, client, records, settings }) => {
    const created = await client.tenant(user.tenantId).connectSessions.create({
      provider: "doppler",
      authKind: "static_credential",
      allowedOrigin: settings.origin,
      returnUrl: `${settings.origin}/connected`,
      requestedActions,
      // Only the user who is signed in here may finish, not someone who was sent the link.
      completion: "confirmed",
    });
    records.rememberSession(created.id, user.id);
    return { session: { id: created.id, connectUrl: created.connectUrl }, token: created.token };
  },

  "POST /api/connect/complete": async ({ user, body, client, records }) => {
    const session = text(body, "session");
    if (records.userOfSession(session) !== user.id) throw new Refusal(404, "You did not open this Connect session.");
    const done = await client.tenant(user.tenantId).connectSessions.complete(session, text(body, "completionCode"));
    records.rememberConnection(user.id, done.connection_id ?? "");
    return { connected: true };
  },

  "GET /api/secrets": async (call) => (await connectionOf(call).execute("doppler/secrets.names.list", place)).output,

  "POST /api/secrets/read": async (call) =>
    (await connectionOf(call).execute("doppler/secrets.get", { ...place, name: text(call.body, "name") })).output,

  "POST /api/secrets/write": async (call) => {
    const { user, body, records } = call;
    const name = text(body, "name");
    const input = { ...place, name, value: text(body, "value") };
    // Store the key before the first call: after a crash or a lost answer, you find the write by it.
    const key = newIdempotencyKey();
    const connection = connectionOf(call);
    records.beginWrite(key, user.id, name);
    try {
      const { execution } = await connection.execute("doppler/secrets.set", input, { idempotencyKey: key });
      records.settleWrite(key, "succeeded", execution.id);
    } catch (error) {
      if (error instanceof ActionOutcomeUnknownError) records.settleWrite(key, "unknown", error.executionId ?? "");
      // A refusal is an answer. Any other error (no connection, a timeout) proves nothing, so the write stays open.
      else if (error instanceof ApiError && error.status < 500) records.settleWrite(key, "failed", "");
      throw error;
    }
    return { key };
  },

  /** This user's writes. Looks up those without a definite outcome by their key. */
  "GET /api/writes": async ({ user, client, records }) => {
    const { executions } = client.tenant(user.tenantId);
    for (const write of records.writesOf(user.id).filter(({ state }) => state === "open" || state === "unknown")) {
      for await (const found of executions.list({ idempotencyKey: write.key, limit: 1 })) {
        const state = found.status === "outcome_unknown" ? "unknown" : found.status;
        if (state === "succeeded" || state === "failed" || state === "unknown") {
          records.settleWrite(write.key, state, found.id);
        }
        break;
      }
    }
    return { writes: records.writesOf(user.id) };
  },

  /** Resolves an unknown outcome. The user has checked at the provider. */
  "POST /api/writes/resolve": async ({ user, body, client, records }) => {
    const write = records.writesOf(user.id).find(({ key }) => key === body["key"]);
    const outcome = body["outcome"] === "succeeded" ? "succeeded" : "failed";
    if (write === undefined || write.executionId === "") throw new Refusal(404, "This write doesn't exist.");
    const note = `Checked by ${user.name}.`;
    await client.tenant(user.tenantId).executions.resolve(write.executionId, { outcome, note });
    records.settleWrite(write.key, outcome, write.executionId);
    return { state: outcome };
  },
};

function connectionOf({ user, client }: Call): ConnectionScope {
  if (user.connectionId === "") throw new Refusal(409, "Connect an account first.");
  return client.tenant(user.tenantId).connection(user.connectionId);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  app: Pick<Call, "records" | "client" | "settings">,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", app.settings.origin);
  const route = `${request.method} ${pathname}`;
  if (!pathname.startsWith("/api/")) return sendFile(response, pathname, app.settings.serviceUrl);
  // Keeps other sites' pages from acting in this user's name.
  if (request.method === "POST" && request.headers.origin !== app.settings.origin)
    throw new Refusal(403, "Wrong origin.");
  const body = request.method === "POST" ? await readJson(request) : {};
  if (route === "POST /api/sign-in") return signIn(response, text(body, "name"), app);
  const user = app.records.userOfCookie(/(?:^|; )sid=([\w-]{36})/.exec(request.headers.cookie ?? "")?.[1] ?? "");
  if (user === null && route === "GET /api/me") return sendJson(response, 200, null);
  if (user === null) throw new Refusal(401, "Sign in first.");
  const call = calls[route];
  if (call === undefined) throw new Refusal(404, "This call doesn't exist.");
  sendJson(response, 200, await call({ user, body, ...app }));
}

/** Signs a user in, and creates a tenant for them the first time. A real app checks a password here. */
async function signIn(
  response: ServerResponse,
  name: string,
  { client, records }: Pick<Call, "client" | "records">,
): Promise<void> {
  if (!/^[\w .-]{1,40}$/.test(name))
    throw new Refusal(422, "A name must be 1 to 40 letters, digits, spaces, dots or hyphens.");
  const externalId = name.toLowerCase().replaceAll(" ", "-");
  const tenantId = await client.tenants.create({ externalId, displayName: name }).then(
    ({ id }) => id,
    (error: unknown) => {
      if (error instanceof ConflictError && error.tenantId !== null) return error.tenantId;
      throw error;
    },
  );
  const sid = records.signIn(externalId, name, tenantId);
  // If you serve it over https, name the cookie __Host-sid and add Secure.
  response.setHeader("set-cookie", `sid=${sid}; HttpOnly; SameSite=Lax; Path=/`);
  sendJson(response, 200, { name });
}

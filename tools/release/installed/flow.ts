/** A backend's main flow with the installed SDK: tenant, Connect session, connection, a read and a write. Prints the write. */
import { newIdempotencyKey, ServiceClient } from "@svc/sdk";

const { SVC_API_URL = "", SVC_TOKEN = "", CREDENTIAL = "", ORIGIN = "" } = process.env;
const client = new ServiceClient({ baseUrl: SVC_API_URL, accessToken: SVC_TOKEN });

const { id: tenantId } = await client.tenants.create({ externalId: "typescript", displayName: "TypeScript Ltd." });
const tenant = client.tenant(tenantId);
const session = await tenant.connectSessions.create({
  provider: "doppler",
  authKind: "static_credential",
  allowedOrigin: ORIGIN,
  returnUrl: `${ORIGIN}/connected`,
  requestedActions: ["secrets.get", "secrets.set"],
});

/** One request of the end user's browser. */
async function browse(path: string, body: object, secret?: string): Promise<Record<string, unknown>> {
  const authorization: Record<string, string> = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const headers = { "content-type": "application/json", origin: ORIGIN, ...authorization };
  const response = await fetch(SVC_API_URL + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}
const { sessionSecret } = await browse("/connect/v1/exchange", { token: session.token });
await browse("/connect/v1/credential", { access_token: CREDENTIAL }, String(sessionSecret));

const { connection_id: connectionId } = await tenant.connectSessions.wait(session.id, { pollEveryMs: 100 });
if (connectionId === null) throw new Error("The session has no connection.");
const connection = tenant.connection(connectionId);

const place = { project: "harbor-api", config: "dev" };
const { output } = await connection.execute("doppler/secrets.get", { ...place, name: "STRIPE_KEY" });
const secret: string | undefined = output?.computed;
if (secret === undefined) throw new Error("The secret has no value.");

const input = { ...place, name: "GREETING", value: "hello" };
const { execution } = await connection.execute("doppler/secrets.set", input, { idempotencyKey: newIdempotencyKey() });
console.log(execution.id, execution.status);

/** Never called: the installed types refuse each of these. */
export async function misuse(): Promise<void> {
  // @ts-expect-error there is no such action
  await connection.execute("doppler/secrets.gett", { ...place, name: "STRIPE_KEY" });
  // @ts-expect-error a write needs a key
  await connection.execute("doppler/secrets.set", input);
}

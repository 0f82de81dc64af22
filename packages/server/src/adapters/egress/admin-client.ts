/** The administration of a deployment over HTTP: each operation of the admin API as one request. */
import { adminOperationList, isErrorCode, ServiceError, type AdminOperation, type Problem } from "@svc/contract";
import type { request as Request } from "undici";
import type { Administration } from "../../domain/administration/port.ts";
import { AdministrationUnavailable } from "../../domain/administration/unavailable.ts";

/** As undici's, which is loaded with the first one. */
const request: typeof Request = async (...given) => await (await import("undici")).default.request(...given);

/** Some operations read everything that is stored. In milliseconds. */
const responseMs = 600_000;

type Call = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
  expectedVersion?: string | null | undefined;
};

/** @param place `url`: the API's origin. `token`: the operator's. */
export function createAdminClient(place: { url: string; token: string }): Administration {
  const entries = adminOperationList.map((operation) => {
    return [operation.id, (call: Call) => send(place, operation, call)] as const;
  });
  // The types of call and operation belong together, which a loop over the table can't show.
  return Object.fromEntries(entries) as unknown as Administration;
}

async function send(
  { url, token }: { url: string; token: string },
  { method, path, success }: AdminOperation,
  { params = {}, query = {}, body, expectedVersion }: Call,
): Promise<unknown> {
  const at = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/json",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(expectedVersion === undefined ? {} : conditionFor(expectedVersion)),
  };
  const answer = await exchange(new URL(`${at}${search === "" ? "" : `?${search}`}`, url), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status === success.status && answer.json !== undefined) return answer.json;
  const problem = problemIn(answer.json);
  if (problem?.code === "UNAUTHENTICATED") throw new AdministrationUnavailable(refusedToken(url));
  throw problem ?? new AdministrationUnavailable(`The admin API at ${url} answered ${answer.status}.`);
}

function refusedToken(url: string): string {
  return `${url} doesn't accept the operator token in SVC_ADMIN_TOKEN: it is wrong, expired or revoked. Create one on that server, with svc-server operator-tokens create.`;
}

function conditionFor(version: string | null): Record<string, string> {
  return version === null ? { "if-none-match": "*" } : { "if-match": `"${version}"` };
}

type Sent = { method: AdminOperation["method"]; headers: Record<string, string>; body?: string };

async function exchange(url: URL, sent: Sent): Promise<{ status: number; json: unknown }> {
  let status: number;
  let text: string;
  try {
    const response = await request(url, { ...sent, headersTimeout: responseMs, bodyTimeout: responseMs });
    status = response.statusCode;
    text = await response.body.text();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = /^[A-Z0-9_]{1,64}$/.test(code) ? ` (${code})` : "";
    const detail = `The admin API at ${url.origin} didn't answer${why}. If this was a change, look before you repeat it.`;
    throw new AdministrationUnavailable(detail);
  }
  try {
    return { status, json: JSON.parse(text) as unknown };
  } catch {
    return { status, json: undefined };
  }
}

/** The error in a problem document; null if it is none of the table. */
function problemIn(json: unknown): ServiceError | null {
  if (typeof json !== "object" || json === null) return null;
  const { code, detail, errors } = json as Partial<Problem>;
  if (!isErrorCode(code) || typeof detail !== "string") return null;
  return new ServiceError(code, { detail, ...(Array.isArray(errors) ? { errors } : {}) });
}

/**
 * Calls the simulator and checks every response against GitHub's OpenAPI description: required fields
 * are present, types match, and a success has no undescribed field.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import type { ValidateFunction } from "ajv";
import type { GithubSimulator } from "../simulator/index.ts";
import { partFile } from "./described-part.ts";

type Json = Record<string, unknown>;

/** The response. `json` is the parsed body, null if there is none or it has another type. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
  readonly text: string;
}

/** One request; without a token if `token` is null. */
export interface Ask {
  readonly method?: string;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
}

/** Sends a request to the API, with octocat's token by default, and checks the response. */
export async function ask(simulator: GithubSimulator, path: string, options: Ask = {}): Promise<Reply> {
  const { method = "GET", token = simulator.tokens.octocat, headers = {}, body } = options;
  const response = await fetch(`${simulator.url}${path}`, {
    method,
    redirect: "manual",
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
  const json: unknown = isJson ? JSON.parse(text) : null;
  const isDefault = (headers["accept"] ?? "application/json") === "application/json";
  if (isJson && isDefault && headers["x-github-api-version"] === undefined) check(method, path, response.status, json);
  return { status: response.status, headers: response.headers, json, text };
}

/** One field of a response by its dotted path. */
export function at(json: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => (inner as Json | null | undefined)?.[name], json);
}

/** The same field of each entry in a list. */
export function each(json: unknown, path: string): unknown[] {
  assert.ok(Array.isArray(json));
  return json.map((entry) => at(entry, path));
}

const description = JSON.parse(readFileSync(partFile, "utf8")) as {
  paths: Record<string, Record<string, { responses: Record<string, Json> }>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json> };
};

/** Where live answers are wider than the description: an empty body, a label without description, a deleted fork. */
function widen(): void {
  const { schemas } = description.components;
  const nullable = (name: string, ...path: readonly string[]): void => {
    const target = path.reduce<Json>((inner, step) => inner[step] as Json, schemas[name] ?? {});
    const { $ref } = target;
    if ($ref === undefined) target["nullable"] = true;
    else {
      delete target["$ref"];
      Object.assign(target, { allOf: [{ $ref }], nullable: true });
    }
  };
  nullable("issue-search-result-item", "properties", "body");
  for (const name of ["pull-request", "pull-request-simple"]) {
    nullable(name, "properties", "labels", "items", "properties", "description");
    nullable(name, "properties", "head", "properties", "repo");
  }
}

/** Converts OpenAPI 3.0 to JSON Schema: `nullable` becomes a choice; with `closed`, objects accept no unknown field. */
function translated(schema: unknown, closed: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((inner) => translated(inner, closed));
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, discriminator: _d, example: _e, examples: _x, ...rest } = schema as Json;
  const inner: Json = {};
  for (const [name, value] of Object.entries(rest)) {
    const isWithin = closed && name !== "allOf" && name !== "anyOf";
    if (!name.startsWith("x-"))
      inner[name] = name === "properties" ? properties(value, closed) : translated(value, isWithin);
  }
  if (closed && inner["type"] === "object" && inner["properties"] !== undefined)
    inner["additionalProperties"] ??= false;
  return nullable === true ? { anyOf: [inner, { type: "null" }] } : inner;
}

/** Field names aren't keywords. */
function properties(value: unknown, closed: boolean): Json {
  return Object.fromEntries(Object.entries(value as Json).map(([name, schema]) => [name, translated(schema, closed)]));
}

widen();
const formats = {
  uri: (text: string) => URL.canParse(text),
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  email: /^[^@\s]+@[^@\s]+$/,
  int64: { type: "number" as const, validate: Number.isSafeInteger },
};
const [open, closed] = [false, true].map((isClosed) => {
  const ajv = new Ajv({ strict: false, allErrors: true, formats });
  const schemas = properties(description.components.schemas, isClosed);
  return ajv.addSchema({ $id: "https://api.github.com/", components: { schemas } });
}) as [Ajv, Ajv];
const compiled = new Map<string, ValidateFunction>();

function check(method: string, path: string, status: number, json: unknown): void {
  const key = `${method} ${templateOf(path.split("?")[0] ?? "")} ${status}`;
  const validate = compiled.get(key) ?? compile(method, path.split("?")[0] ?? "", status);
  compiled.set(key, validate);
  if (!validate(json)) {
    const problems = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
    );
    assert.fail(`${key} does not fit its description:\n${problems.slice(0, 12).join("\n")}`);
  }
}

function compile(method: string, path: string, status: number): ValidateFunction {
  const schema = schemaOf(method, path, status);
  const isSuccess = status < 300;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://api.github.com/#/')) as Json;
  return (isSuccess ? closed : open).compile(translated(absolute, isSuccess) as Json);
}

/** The described schema; for a refusal that the operation doesn't list, the common one. */
function schemaOf(method: string, path: string, status: number): unknown {
  const responses = description.paths[templateOf(path)]?.[method.toLowerCase()]?.responses;
  const response = responses?.[String(status)];
  const name = (response?.["$ref"] as string | undefined)?.split("/").at(-1);
  const found = name === undefined ? response : description.components.responses[name];
  const schema = at(found, "content") as Record<string, { schema: unknown }> | undefined;
  if (schema?.["application/json"] !== undefined) return schema["application/json"].schema;
  assert.ok(status >= 300, `${method} ${path} ${status} is not described`);
  return { $ref: `#/components/schemas/${status === 422 ? "validation-error" : "basic-error"}` };
}

function templateOf(path: string): string {
  const plain = path
    .replace(/^\/repositories\/\d+/, "/repos/{owner}/{repo}")
    .replace(/^\/repos\/[^/]+\/[^/]+/, "/repos/{owner}/{repo}");
  return plain
    .replace(/\/contents(?:\/.*)?$/, "/contents/{path}")
    .replace(/\/issues\/[^/]+/, "/issues/{issue_number}")
    .replace(/\/pulls\/[^/]+/, "/pulls/{pull_number}");
}

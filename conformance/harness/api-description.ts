/** Checks every exchange against the OpenAPI document that the server publishes. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Exchange } from "./http.ts";

type Node = Readonly<Record<string, unknown>>;

/** One operation of the document. */
export interface DescribedOperation {
  /** The path template, such as `/v1/tenants/{tenant_id}`. */
  readonly template: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: Node;
  readonly path: RegExp;
}

const problemType = "application/problem+json";
const documentId = "api.json";
const rfc3339Milliseconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const hostedPage = /^\/connect\/(?:[^/?]+|oauth\/[^/?]+\/(?:callback|authorize))(?:\?|$)/;
/** MCP rejects invalid messages in its own format; errors before that are problem documents, as elsewhere. */
const mcpEndpoint = /^\/v1\/tenants\/[^/?]+\/mcp(?:\?|$)/;
/** Texts that no response may contain: a whole service key, a provider's token, a stack trace. */
const forbidden: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["a service key", /svc_live_[0-9A-Za-z]{48}/],
  ["a provider's token", /dp\.(?:st|sa|pt|ct|scim|audit|said)\.[A-Za-z0-9.]{20,}/],
  ["a stack", /(?:\\n|\n)\s+at .*(?:\.ts|\.js|node:)/],
];

/** The published description, compiled for checks. */
export class ApiDescription {
  readonly document: Node;
  readonly operations: readonly DescribedOperation[];
  readonly #validators: Validators;

  /** @param document the server's `/openapi.json`. */
  constructor(document: Node) {
    this.document = document;
    this.operations = operationsOf(document);
    this.#validators = validatorsOf(document);
  }

  /** The operation that a request reaches, or null if the document has none. */
  operationOf(method: string, path: string): DescribedOperation | null {
    const pathname = path.split("?", 1)[0] ?? "";
    if (!isReadable(pathname)) return null;
    const found = this.operations.filter((one) => one.method === method.toLowerCase() && one.path.test(pathname));
    return found[0] ?? null;
  }

  /** Returns every fault of an exchange; empty if it conforms. */
  faultsOf({ request, response }: Exchange): readonly string[] {
    const faults: string[] = [];
    if (response.headers["x-request-id"] === undefined) faults.push("x-request-id is missing");
    const own = ownText(response.text);
    for (const [name, pattern] of forbidden) if (pattern.test(own)) faults.push(`the body contains ${name}`);
    if (response.status === 500) faults.push("status 500");
    const mediaType = (response.headers["content-type"] ?? "").split(";", 1)[0]?.trim() ?? "";
    // Readiness has its own body format, and the hosted page answers in HTML.
    const isProtocolResponse = mcpEndpoint.test(request.path) && mediaType === "application/json";
    const isProblemExpected = request.path !== "/readyz" && !hostedPage.test(request.path) && !isProtocolResponse;
    if (request.method === "HEAD")
      return [...faults, ...headFaults(response, isProtocolResponse ? problemType : mediaType)];
    if (response.status >= 400 && isProblemExpected) faults.push(...this.#problemFaults(response, mediaType));
    const described = this.operationOf(request.method, request.path);
    if (described === null || faults.length > 0) return faults;
    return this.#responseFaults(described, response, mediaType);
  }

  /** Returns the errors of a value against the schema at a JSON pointer of the document. */
  errorsAt(pointer: string, value: unknown): readonly string[] {
    const validate = this.#validators(this.#targetOf(pointer));
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.keyword}: ${error.message ?? ""}`);
  }

  /** Resolves a schema that is only a reference: most responses refer to one of a few. */
  #targetOf(pointer: string): string {
    const tokens = pointer.slice(1).split("/");
    const schema = tokens.reduce<unknown>(
      (node, token) => (isNode(node) ? node[nameOf(token)] : undefined),
      this.document,
    );
    const target = isNode(schema) && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
    return typeof target === "string" && target.startsWith("#/") ? target.slice(1) : pointer;
  }

  #problemFaults(response: Exchange["response"], mediaType: string): string[] {
    if (mediaType !== problemType) return [`content-type is ${mediaType} and not ${problemType}`];
    const body = parsed(response.text);
    if (!isNode(body)) return ["the problem isn't a JSON object"];
    const faults = [...this.errorsAt("/components/schemas/Problem", body)];
    if (body["status"] !== response.status) faults.push("status differs from the HTTP status");
    if (body["requestId"] !== response.headers["x-request-id"]) faults.push("requestId differs from x-request-id");
    return faults;
  }

  #responseFaults({ template, method, operation }: DescribedOperation, response: Exchange["response"], type: string) {
    const responses = operation["responses"] as Readonly<Record<string, Node>>;
    const described = responses[response.status];
    if (described === undefined) return [`status ${response.status} is not declared for ${method} ${template}`];
    const content = described["content"] as Readonly<Record<string, Node>> | undefined;
    if (content === undefined) return response.text === "" ? [] : ["a body where none is declared"];
    const declared = content[type];
    if (declared === undefined) return [`content type ${type} is not declared for ${response.status}`];
    const pointer = ["paths", template, method, "responses", String(response.status), "content", type, "schema"];
    const value = type.endsWith("json") ? parsed(response.text) : response.text;
    const faults = [...this.errorsAt(`/${pointer.map(pointerToken).join("/")}`, value)];
    const examples = declared["examples"] as Node | undefined;
    const code = isNode(value) ? String(value["code"]) : "";
    if (type === problemType && examples !== undefined && !Object.hasOwn(examples, code)) {
      faults.push(`${code} is not declared for ${method} ${template}`);
    }
    return faults;
  }
}

type Validators = (pointer: string) => ValidateFunction;

/** Keyed by the document's text, so that the servers of a test file share compiled schemas. */
const known = new Map<string, Validators>();

function validatorsOf(document: Node): Validators {
  const text = withoutItsUrl(document);
  let validators = known.get(text);
  if (validators === undefined) {
    validators = compileLazily(document);
    known.set(text, validators);
  }
  return validators;
}

/** Two servers of one version publish documents that differ only in their URLs. */
function withoutItsUrl(document: Node): string {
  const [server] = document["servers"] as readonly { url: string }[];
  return JSON.stringify(document).replaceAll(server?.url ?? "", "");
}

function compileLazily(document: Node): Validators {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // Another test checks the document itself; these two options save most of the compile time.
    validateSchema: false,
    inlineRefs: false,
    formats: { "date-time": rfc3339Milliseconds, uri: (text: string) => URL.canParse(text) },
  });
  ajv.addSchema({ ...document, $id: documentId });
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${documentId}#${encodeURI(pointer)}` });
    compiled.set(pointer, validate);
    return validate;
  };
}

/** Returns the text without an action's output: a user's data at a provider may look like anything. */
function ownText(text: string): string {
  if (!text.includes('"output"')) return text;
  const body = parsed(text);
  if (typeof body !== "object" || body === null || !("execution" in body) || !("output" in body)) return text;
  return JSON.stringify({ ...body, output: null });
}

/** A response to HEAD has the headers of its GET and no body (RFC 9110 §9.3.2). */
function headFaults({ status, text }: Exchange["response"], mediaType: string): string[] {
  if (text !== "") return ["a body in a response to HEAD"];
  return status >= 400 && mediaType !== problemType && mediaType !== "text/html"
    ? [`content-type is ${mediaType}`]
    : [];
}

function operationsOf(document: Node): DescribedOperation[] {
  const found: DescribedOperation[] = [];
  for (const [template, methods] of Object.entries(document["paths"] as Record<string, Record<string, Node>>)) {
    const escaped = template.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
    const path = new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, "[^/:]+")}$`);
    for (const [method, operation] of Object.entries(methods)) found.push({ template, method, operation, path });
  }
  return found;
}

/** Whether each part of a path can be a parameter: decodable, without an encoded separator, at most 300 characters. */
function isReadable(pathname: string): boolean {
  try {
    return pathname.split("/").every((part) => decodeURIComponent(part).length <= 300 && !/%(?:2f|3a)/i.test(part));
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nameOf(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

function pointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Code samples for each operation: its example request with curl, both SDKs and the command line. */
import { operations, type OperationId } from "../operations.ts";
import { shellWord } from "./literals.ts";
import { operationExamples } from "./operation-examples.ts";
import { exampleKey } from "./resources.ts";
import { sdkCallOf } from "./sdk-calls.ts";

/** One way to make a request: its language, and the program. */
export type CodeSample = {
  /** The language's name in syntax highlighters. */
  readonly language: "sh" | "ts" | "python";
  readonly label: "HTTP" | "TypeScript" | "Python" | "CLI";
  readonly code: string;
};

/**
 * Returns an operation's samples, the HTTP request first.
 * @param isWhole whether each sample creates its client; otherwise it assumes that `client` exists.
 */
export function codeSamples(id: OperationId, isWhole: boolean): readonly CodeSample[] {
  const call = sdkCallOf(id);
  const http: CodeSample = { language: "sh", label: "HTTP", code: curl(id) };
  if (call === undefined) return [http];
  const isPublic = operations[id].auth === "none";
  const [typescriptClient, pythonClient] = isPublic ? publicCatalog : clientSetup;
  const starts = isWhole || isPublic;
  return [
    http,
    {
      language: "ts",
      label: "TypeScript",
      code: starts ? `${typescriptClient}\n\n${call.typescript}` : call.typescript,
    },
    { language: "python", label: "Python", code: starts ? `${pythonClient}\n\n${call.python}` : call.python },
    ...(call.cli === null ? [] : [{ language: "sh", label: "CLI", code: call.cli } as const]),
  ];
}

const environment = 'const { SVC_API_URL = "", SVC_TOKEN = "" } = process.env;';

/** The code with which a sample creates its client, in TypeScript and in Python. */
export const clientSetup: readonly [typescript: string, python: string] = [
  `import { ServiceClient } from "@svc/sdk";\n\n${environment}\nconst client = new ServiceClient({ baseUrl: SVC_API_URL, accessToken: SVC_TOKEN });`,
  "from svc import Svc\n\nclient = Svc()  # reads SVC_API_URL and SVC_TOKEN",
];

const publicCatalog: readonly [typescript: string, python: string] = [
  'import { PublicCatalog } from "@svc/sdk";\n\nconst catalog = new PublicCatalog({ baseUrl: process.env["SVC_API_URL"] ?? "" });',
  "from svc import PublicCatalog\n\ncatalog = PublicCatalog()  # reads SVC_API_URL",
];

const authorizations = {
  serviceKey: '"Authorization: Bearer $SVC_TOKEN"',
  sessionSecret: '"Authorization: Bearer $SESSION_SECRET"',
  none: null,
} as const;

/** Headers that an operation needs besides those for its credential and its body. */
const furtherHeaders: { readonly [Id in OperationId]?: readonly string[] } = {
  postMcpMessage: ["Accept: application/json, text/event-stream"],
  listenToMcp: ["Accept: text/event-stream"],
};

/** The variables that the quickstart sets to ids. */
const shellVariables: Readonly<Record<string, string>> = { tenant_id: "$TENANT", connection_id: "$CONNECTION" };

function curl(id: OperationId): string {
  const { method, path, auth, idempotency } = operations[id];
  const { params, query, body } = operationExamples[id];
  const values = new Map(Object.entries(params ?? {}));
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_match, name: string) => shellVariables[name] ?? String(values.get(name)),
  );
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const address = `"$SVC_API_URL${filled}${search.size === 0 ? "" : `?${search}`}"`;
  // With a body, curl defaults to POST.
  const isDefault = method === (body === null ? "GET" : "POST");
  const authorization = authorizations[auth];
  const parts = [
    `curl -sS ${isDefault ? "" : `-X ${method} `}${address}`,
    ...(authorization === null ? [] : [`-H ${authorization}`]),
    ...(idempotency === "none" ? [] : [`-H 'Idempotency-Key: ${exampleKey}'`]),
    ...(auth === "sessionSecret" || id === "exchangeConnectToken" || id === "getConnectStatus"
      ? ["-H 'Origin: https://app.example.com'"]
      : []),
    ...(furtherHeaders[id] ?? []).map((header) => `-H '${header}'`),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(jsonText(body))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Writes JSON, on one line if it is short. */
function jsonText(body: unknown): string {
  const line = JSON.stringify(body);
  return line.length <= 80 ? line : JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
}

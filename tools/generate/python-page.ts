/** The reference of the Python SDK: its README, then every method with its docstring, from the blocking client. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where an object is reached, the files of its methods, and its classes there. */
const objects: readonly (readonly [
  path: string,
  text: string,
  sources: readonly (readonly [file: string, name: string])[],
])[] = [
  ["Svc", "The client.", [["client", "Svc"]]],
  ["client.tenants", "Your customers.", [["calls/tenants", "TenantsCalls"]]],
  ["client.tenant(tenant_id)", "The calls for one tenant.", [["tenant", "TenantScope"]]],
  ["client.tenant(tenant_id).providers", "What the tenant can connect to.", [["calls/providers", "ProvidersCalls"]]],
  ["client.tenant(tenant_id).actions", "What it can execute.", [["calls/actions", "ActionsCalls"]]],
  [
    "client.tenant(tenant_id).connect_sessions",
    "Invitations to connect an account.",
    [
      ["calls/connect_sessions", "ConnectSessionsCalls"],
      ["connect_sessions", "ConnectSessions"],
    ],
  ],
  ["client.tenant(tenant_id).connections", "The tenant's accounts.", [["calls/connections", "ConnectionsCalls"]]],
  [
    "client.tenant(tenant_id).connection(connection_id)",
    "Calls through one account.",
    [["connection", "ConnectionScope"]],
  ],
  [
    "client.tenant(tenant_id).executions",
    "The records of calls.",
    [
      ["calls/executions", "ExecutionsCalls"],
      ["executions", "Executions"],
    ],
  ],
  [
    "client.tenant(tenant_id).proposals",
    "Calls that need a person's approval.",
    [
      ["calls/proposals", "ProposalsCalls"],
      ["proposals", "Proposals"],
    ],
  ],
  ["client.events", "The event log.", [["calls/events", "EventsCalls"]]],
  ["client.audit_events", "The audit trail.", [["calls/audit_events", "AuditEventsCalls"]]],
  ["client.delegated_tokens", "Tokens for agents.", [["calls/delegated_tokens", "DelegatedTokensCalls"]]],
  [
    "client.agent_authorizations",
    "Sign-ins of agents' hosts.",
    [["calls/agent_authorizations", "AgentAuthorizationsCalls"]],
  ],
  ["client.webhook_endpoints", "Where events are delivered.", [["calls/webhook_endpoints", "WebhookEndpointsCalls"]]],
  ["PublicCatalog", "What svc supports, without a key.", [["client", "PublicCatalog"]]],
];

/** A method: its signature without `self`, and its docstring. */
type Method = { readonly signature: string; readonly doc: string };

/**
 * @param root the project's folder.
 * @param files the generated files of the SDK, by path from the root. @returns the page's Markdown.
 */
export function pythonPage(root: string, files: ReadonlyMap<string, string>): string {
  const readme = readFileSync(join(root, "sdk/python/README.md"), "utf8");
  const adjusted = readme.replaceAll("](../../docs/reference/", "](").replaceAll("](../../docs/", "](../");
  const sections = objects.flatMap(([path, text, sources]) => [
    `### ${path}`,
    "",
    text,
    "",
    ...sources.flatMap(([file, name]) => sectionOf(files.get(`sdk/python/src/svc/_sync/${file}.py`) ?? "", name)),
  ]);
  const head = [
    "## Every method",
    "",
    "Those of the blocking client. `AsyncSvc` has the same, to `await`; lists are iterated with `async for`. Names are those of the",
    "[TypeScript SDK](sdk.md) in snake case.",
    "",
  ];
  return `${[adjusted.trimEnd(), "", ...head, ...sections].join("\n").trimEnd()}\n`;
}

function sectionOf(file: string, name: string): string[] {
  const found = methodsOf(file, name);
  if (found.length === 0) throw new Error(`The Python SDK has no methods of ${name}.`);
  return found.flatMap(({ signature, doc }) => ["```python", signature, "```", "", ...(doc === "" ? [] : [doc, ""])]);
}

/** The public methods of a class, and how it is created if that needs settings. */
function methodsOf(file: string, name: string): Method[] {
  const start = new RegExp(`^class ${name}\\b.*\\n`, "m").exec(file);
  if (start === null) return [];
  const rest = file.slice(start.index + start[0].length);
  const body = rest.slice(0, /^(?:class|def|_?[A-Z])/m.exec(rest)?.index ?? rest.length);
  const pattern = /^ {4}def (\w+)\(\s*self,?\s*([^]*?),?\s*\) -> ([^]*?):\n(?: {8}"""([^]*?)""")?/gm;
  return [...body.matchAll(pattern)].flatMap(([, method = "", list = "", type = "", doc = ""]): Method[] => {
    const args = list
      .split("\n")
      .map((line) => line.trim())
      .join(" ")
      .replace(/^\*, (?=$)/, "");
    if (method === "__init__")
      return args.includes("access_token") || args.includes("base_url")
        ? [{ signature: `${name}(${args})`, doc: "" }]
        : [];
    if (method.startsWith("_") || method === "bare_action_id") return [];
    const text = doc.replaceAll(/\n {8}/g, "\n").trim();
    return [{ signature: `${method}(${args}) -> ${type}`, doc: text }];
  });
}

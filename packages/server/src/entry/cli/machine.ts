/** Which commands work on a server elsewhere, and why the others don't. */
import { UsageFailure } from "./io.ts";

/** The commands that stay on the machine, by their words, with the reason. */
const machineOnly: Readonly<Record<string, string>> = {
  migrate: "it changes the database's schema, and creates the vault's keys",
  "vault rekey": "it runs for as long as there are credentials, and can be continued only where it was begun",
  "oauth-apps register": "the machine asks the provider's server, and seals the secret",
  "providers add-mcp": "the machine asks the MCP server, and writes a file",
  "providers recheck": "the machine asks the MCP server",
  backup: "it writes a file next to the database",
  "restore-check": "it is for a database that no server uses yet",
  "idempotency-keys expire": "it is for a database that no server uses yet",
  "failover accept": "servers refuse writes then, and the machine's own view of the database decides",
  "audit export": "it can be larger than a response",
  "clock status": "it compares with this machine's clock",
  "clock accept": "it compares with this machine's clock",
  "sandbox emit": "the sandbox is there",
  doctor: "it looks at the machine's files and processes",
};

/** The commands that work on a server elsewhere. */
const remote = [
  "service-clients",
  "operator-tokens",
  "apply",
  "oauth-apps",
  "connections",
  "webhooks",
  "vault status, vault rotate",
  "failover status",
  "audit verify",
  "providers list, providers apply, providers show, providers accept, providers remove",
];

/** The end of the program's help. */
export const remoteHelp = `
With SVC_ADMIN_TOKEN, an operator token, these work from anywhere on the server at SVC_ADMIN_URL:
  ${remote.join("\n  ")}
The other commands work on the machine; without SVC_ADMIN_TOKEN, all of them do.`;

/** @param words the command's words, such as `vault rekey`. @throws UsageFailure if it works only on the machine. */
export function refuseElsewhere(words: string): void {
  const reason = machineOnly[words];
  if (reason === undefined) return;
  throw new UsageFailure(`${words} works only on the machine: ${reason}. Run it there, without SVC_ADMIN_TOKEN.`);
}

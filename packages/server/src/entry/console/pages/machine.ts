/** What the console leaves to the command line, and why. */
import type { ConsoleRoute } from "../console.ts";
import { pageHead, table } from "../elements.ts";
import { emptyHtml, markup } from "../../html/markup.ts";

/** `/machine`. */
export const machineRoute: ConsoleRoute = {
  method: "GET",
  role: "viewer",
  path: "/machine",
  respond: () => Promise.resolve({ title: "What stays on the machine", main }),
};

const parts: readonly { what: string; command: string; why: string }[] = [
  {
    what: "Backup and restore",
    command: "svc-server backup",
    why: "They read and write files of the machine, and a restore needs the server to be stopped.",
  },
  {
    what: "Root keys",
    command: "SVC_VAULT_KEYS",
    why: "They are never in the database or in a browser: who sees a page must not get the key to every credential.",
  },
  {
    what: "Rotating the vault's keys",
    command: "svc-server vault rotate",
    why: "It follows a change of the root keys, which is made on the machine.",
  },
  { what: "Migrations", command: "svc-server migrate", why: "They run before a server of the new version starts." },
  {
    what: "Settings",
    command: "SVC_…",
    why: "Addresses, limits and the database belong to the deployment, and are read when a server starts.",
  },
  {
    what: "Providers from packages",
    command: "svc-server providers",
    why: "They are code, which a server loads when it starts.",
  },
  {
    what: "The account tool of an MCP server, and the app that its users agree to",
    command: "svc-server providers apply",
    why: "They are rare decisions about a whole server, which belong in its review file.",
  },
  {
    what: "Applying a file",
    command: "svc-server apply",
    why: "It reads files and writes new keys where you run it.",
  },
  {
    what: "After a failover, a jump of the clock or a restore",
    command: "svc-server failover accept",
    why: "A person with access to the database has to check first that nothing was lost.",
  },
  {
    what: "Checking the deployment",
    command: "svc-server doctor",
    why: "It looks at the machine's files, processes and settings.",
  },
  {
    what: "Verifying and exporting the audit trail",
    command: "svc-server audit verify",
    why: "The console isn't asked about itself: check the trail from outside.",
  },
  {
    what: "The first operator token",
    command: "svc-server operator-tokens create",
    why: "No one can sign in before there is one.",
  },
];

const main = markup`${pageHead("What stays on the machine", emptyHtml, {
  intro: "The console leaves these to the command line, each for a reason. Some can be done through the admin API too.",
})}
<div class="card list">${table(
  "What the console leaves to the command line",
  [
    { name: "What", cell: ({ what }) => markup`<span class="strong">${what}</span>` },
    { name: "With", cell: ({ command }) => markup`<code>${command}</code>` },
    { name: "Why", cell: ({ why }) => why },
  ],
  parts,
  emptyHtml,
)}</div>`;

/** The table of hosts in docs/agent-sign-in.md. */
import { hosts } from "../../conformance/hosts/gallery.ts";
import type { Host, HostSource } from "../../conformance/hosts/host.ts";

const [begin, end] = ["<!-- hosts: npm run generate -->", "<!-- /hosts -->"];

/** Returns the page with the current table. @throws Error if the page has no place for it. */
export function withHostsTable(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/agent-sign-in.md needs ${begin} and ${end} around its hosts.`);
  const rows = hosts.map((host) => {
    const { name, version, sources } = host;
    return `| ${name} | ${version} | ${identityOf(host)} | ${sources.map(sourceOf).join(" ")} |`;
  });
  const head = ["| Host | Version | Identifies itself with | What it does differently, and where that is written |"];
  const table = [...head, "| --- | --- | --- | --- |", ...rows].join("\n");
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}

function identityOf({ identity }: Host): string {
  if (identity.by === "token") return "a delegated token";
  if (identity.by === "registration") return "a registration";
  const signs = identity.document["token_endpoint_auth_method"] === "private_key_jwt";
  return signs ? "a document, and signatures" : "a document";
}

function sourceOf({ says, where, date }: HostSource): string {
  const text = says.replace(/\.$/, "");
  const shown = where.startsWith("https:") ? `[${text}](${where})` : `${text} (${where})`;
  return `${shown}, ${date}.`;
}

/** The page that says, for each action, what besides us says that it is right. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { registeredProviders } from "@svc/server/reference";
import { digestFile, readDigest } from "../vendors/digest-files.ts";
import { factsOf } from "../vendors/facts/index.ts";

const intro = `# What vouches for the providers

We write a provider and its simulator from the vendor's documentation, so both could share a mistake. For each action, this page
says what else was asked:

- **live server**: a real server, or an independent emulator, in \`npm run test:real\`.
- **description**: the vendor's machine-readable description of its API. \`npm run test:vendors\` records every action's requests and
  answers and compares them with it. Then it alters the answers as the description allows, and the action has to take them.
- **types**: the same with the types of the vendor's own client.
- **facts**: single statements of the vendor's pages that a description doesn't contain, such as the scopes of a method, each with its
  source and date. The rest of the action is prose.
- **prose**: only the vendor's documentation, read by us.

A description says what a request and a response look like. It doesn't say who may call an operation, how long a change takes to
show, or what a limit does. \`npm run test:vendors -- --update\` installs the newest descriptions and prints what changed
in the parts that our actions use.
`;

/** Writes the page. */
export function vendorsPage(root: string): string {
  const sections = registeredProviders.map(({ provider: { slug, name, actions } }) => {
    const file = digestFile(slug);
    const digest = existsSync(file) ? readDigest(readFileSync(file, "utf8")) : null;
    const stated = factsOf(slug);
    const live = globSync(`providers/${slug}/test/*.real.ts`, { cwd: root }).length > 0 ? ["live server"] : [];
    const rows = actions.map(({ id }) => {
      const operations = digest?.actions.get(id) ?? [];
      const described = digest !== null && operations.length > 0 ? [digest.kind] : [];
      const facts = stated.some((fact) => fact.actions.includes(id)) ? ["facts"] : [];
      const vouching = [...live, ...described, ...facts];
      const listed = operations.map((operation) => `\`${operation}\``).join("<br>");
      return `| \`${id}\` | ${vouching.length === 0 ? "prose" : vouching.join(", ")} | ${listed} |`;
    });
    const source = digest === null ? "" : `${digest.kind === "types" ? "Types" : "Description"}: ${digest.source}.\n\n`;
    return `## ${name}\n\n${source}| Action | Vouched for by | Operations |\n| --- | --- | --- |\n${rows.join("\n")}`;
  });
  return `${intro}\n${sections.join("\n\n")}\n`;
}

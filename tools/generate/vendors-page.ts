/** The page that says, for each action, what besides us says that it is right. */
import { existsSync, globSync, readFileSync } from "node:fs";
import type { Provider } from "@svc/provider-kit";
import { registeredProviders } from "@svc/server/reference";
import { digestFile, readDigest } from "../vendors/digest-files.ts";
import { factsOf } from "../vendors/facts/index.ts";
import { refusalSources } from "../vendors/refusals/sources.ts";

const intro = `# What vouches for the providers

We write a provider and its simulator from the vendor's documentation, so both could share a mistake. For each action, this page
says what else was asked:

- **live server**: a real server, or an independent emulator, in \`npm run test:real\`.
- **description**: the vendor's machine-readable description of its API. \`npm run test:vendors\` records every action's requests and
  answers and compares them with it. Then it alters the answers as the description allows, and the action has to take them.
- **types**: the same with the types of the vendor's own client.
- **facts**: single statements of the vendor's pages that a description doesn't contain, such as the scopes of a method, each with its
  source and date. The rest of the action is prose. Infisical publishes no description in a package, so its requests and answers are
  facts as a whole: the server's own schemas, copied by hand.
- **prose**: only the vendor's documentation, read by us.

"Refusals" says where the list of documented refusals is from. Each action gets every one of them, and has to say that the request
was refused, in the right words if the vendor's text leaves no choice. Where a refusal doesn't prove that nothing happened, the
outcome stays unknown, and the judge lists the reason. Where the list is from a vendor's pages, it was made from excerpts, so it
may lack some.

Evidence counts too: what a look reads is compared in the same way, and a Connect session that requests an action and what its
evidence needs must get a scope for each of these reads, where the vendor says which scopes a method takes (Google, Jira).

A description says what a request and a response look like. It doesn't say who may call an operation, how long a change takes to
show, or what a limit does. \`npm run test:vendors -- --update\` installs the newest descriptions and prints what changed
in the parts that our actions use.
`;

/** Writes the page. */
export function vendorsPage(root: string): string {
  const sections = registeredProviders.map(({ provider: { slug, name, actions } }) => {
    const digest = digestOf(slug);
    const stated = factsOf(slug);
    const live = globSync(`providers/${slug}/test/*.real.ts`, { cwd: root }).length > 0 ? ["live server"] : [];
    const rows = actions.map(({ id }) => {
      const operations = digest?.actions.get(id) ?? [];
      const described = digest !== null && operations.length > 0 ? [digest.kind] : [];
      const facts = stated.some((fact) => fact.actions.includes(id)) ? ["facts"] : [];
      const vouching = [...new Set([...live, ...described, ...facts])];
      const listed = operations.map((operation) => `\`${operation}\``).join("<br>");
      return `| \`${id}\` | ${vouching.length === 0 ? "prose" : vouching.join(", ")} | ${listed} |`;
    });
    const source = digest === null ? "" : `${titles[digest.kind] ?? digest.kind}: ${digest.source}.\n`;
    const refusals = `Refusals: ${refusalSources[slug] ?? "none"}.\n\n`;
    return `## ${name}\n\n${source}${refusals}| Action | Vouched for by | Operations |\n| --- | --- | --- |\n${rows.join("\n")}`;
  });
  return `${intro}\n${sections.join("\n\n")}\n`;
}

/** What a provider's own page says about its description: one line with the document's version, if there is one. */
export function vendorFacts({ slug, name }: Pick<Provider, "slug" | "name">): readonly string[] {
  const digest = digestOf(slug);
  if (digest === null) return [];
  const anchor = name.toLowerCase().replaceAll(" ", "-");
  return [
    `- Compared with ${words[digest.kind] ?? digest.kind}: ${digest.source} ([what vouches for each action](../vendors.md#${anchor}))`,
  ];
}

function digestOf(slug: string): ReturnType<typeof readDigest> | null {
  const file = digestFile(slug);
  return existsSync(file) ? readDigest(readFileSync(file, "utf8")) : null;
}

/** The kinds of digests, before their source. */
const titles: Readonly<Record<string, string>> = { description: "Description", types: "Types", facts: "Facts" };
const words: Readonly<Record<string, string>> = {
  description: "the vendor's description",
  types: "the types of the vendor's client",
  facts: "the vendor's facts, copied by hand",
};

/**
 * The table of secrets managers, from the catalog: their terms for project and config, and what they store and prove.
 */
import type { Provider } from "@svc/provider-kit";
import { secretsContractFaults } from "@svc/provider-kit/secrets";
import { toAnchor } from "@svc/server/reference";

/** Returns the table in Markdown: a row for each provider with the six shared actions. */
export function secretsManagersTable(providers: readonly Provider[]): string {
  const rows = providers
    .filter(({ actions }) => secretsContractFaults(actions).length === 0)
    .map((provider) => {
      const set = propertiesOf(provider, "secrets.set");
      const cells = [
        `[${provider.name}](reference/providers/${provider.slug}.md)`,
        meaning(set["project"]),
        meaning(set["config"]),
        `${Number(set["value"]?.["x-maxBytes"]).toLocaleString("en-US")} bytes`,
        evidenceOf(provider, "secrets.set"),
        evidenceOf(provider, "secrets.delete"),
      ];
      return `| ${cells.join(" | ")} |`;
    });
  const titles = ["Provider", "`project`", "`config`", "Largest value", "A lost set", "A lost delete"];
  return [`| ${titles.join(" | ")} |`, `| ${titles.map(() => "---").join(" | ")} |`, ...rows].join("\n");
}

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function propertiesOf({ actions }: Provider, id: string): Properties {
  // The schema of every shared action is an object schema.
  const input = actions.find((action) => action.id === id)?.input as { properties: Properties } | undefined;
  return input?.properties ?? {};
}

/** The part of a field's description before the name of the action that lists its values. */
function meaning(field: Properties[string] | undefined): string {
  return String(field?.["description"]).replace(/(?:: the `.*)?\.$/, "");
}

function evidenceOf({ slug, actions }: Provider, id: string): string {
  const strength = actions.find((action) => action.id === id)?.evidence?.strength ?? "none";
  return `[${strength}](reference/providers/${slug}.md#${toAnchor(id)})`;
}

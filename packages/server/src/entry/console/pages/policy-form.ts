/** Editing the rules of a policy as JSON, with what each pattern matches, and what is wrong by its place. */
import type { PolicyRule } from "@svc/contract";
import type { ServiceClientRow } from "../../../domain/service-clients/port.ts";
import { allows, describePatternProblem } from "../../../domain/service-clients/policy.ts";
import { clientVersion } from "../../../domain/service-clients/versions.ts";
import { auditActor, readField, type ConsoleRequest, type ConsoleResponse, type ConsoleRoute } from "../console.ts";
import { badge, card, emptyState, muted, table } from "../elements.ts";
import { checked, entryPage, readJson, readVersion, submit, withEntered, type EntryForm } from "../entered.ts";
import { emptyHtml, markup, type Html } from "../../html/markup.ts";

/** The form of a service client's rules. */
export const policyFormRoutes: readonly ConsoleRoute[] = [
  { method: "GET", role: "admin", path: "/service-clients/:client/policy", respond: show },
  { method: "POST", role: "admin", path: "/service-clients/:client/policy", respond: save },
];

const intro = markup`The first rule that matches a call decides: <code>allow</code>, <code>ask</code> a person, or <code>deny</code>.
A rule without <code>match</code> matches every call.`;

function formOf(client: ServiceClientRow): EntryForm {
  const path = `/service-clients/${client.id}`;
  return {
    title: `Policy of ${client.name}`,
    intro,
    of: { name: client.name, path },
    path: `${path}/policy`,
    label: "Save",
    also: { label: "Preview", name: "do", value: "preview" },
    fields: [
      { name: "rules", label: "Rules, as JSON", kind: "json", value: JSON.stringify(client.policyRules, null, 2) },
    ],
    version: clientVersion(client),
  };
}

async function find({ services, params }: ConsoleRequest): Promise<ServiceClientRow> {
  return (await services.overview.client(params["client"] ?? "")).client;
}

async function show(request: ConsoleRequest): Promise<ConsoleResponse> {
  return entryPage(request, formOf(await find(request)));
}

/** Parses the rules. @throws ServiceError INVALID_REQUEST with the faults by place. */
export function readRules(text: string): PolicyRule[] {
  return readJson(text === "" ? "[]" : text) as PolicyRule[];
}

async function save(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const client = await find(request);
  const isPreview = readField(form, "do") === "preview";
  const work = async (): Promise<ConsoleResponse> => {
    const rules = readRules(form.get("rules") ?? "");
    const body = checked("updateServiceClient", { policy: { rules } });
    if (isPreview) {
      const shown = formOf(client);
      const fields = withEntered(shown.fields, form);
      return entryPage(request, { ...shown, fields, version: readVersion(form) ?? "", below: preview(request, rules) });
    }
    const administration = services.administration(auditActor(request));
    const params = { service_client: client.id };
    await administration.updateServiceClient({ params, query: {}, body, expectedVersion: readVersion(form) });
    return { location: `/service-clients/${client.id}?done=saved` };
  };
  return await submit(request, work, async () => formOf(await find(request)));
}

/** The most actions of a pattern that are named. */
const namedMax = 12;

type Matched = { rule: number; pattern: string; actions: readonly string[] };

function preview({ services }: ConsoleRequest, rules: readonly PolicyRule[]): Html {
  const known = services.actions();
  const rows = rules.flatMap(({ match }, index): Matched[] =>
    (match?.actions ?? ["*/*"]).map((pattern) => ({
      rule: index + 1,
      pattern,
      actions: known.flatMap(({ slug, actions }) =>
        actions.filter(({ id }) => allows([pattern], slug, id)).map(({ id }) => `${slug}/${id}`),
      ),
    })),
  );
  const columns = [
    { name: "Rule", cell: ({ rule }: Matched) => String(rule) },
    { name: "Pattern", cell: ({ pattern }: Matched) => markup`<code>${pattern}</code>` },
    { name: "Matches", cell: matchedText },
  ];
  return card("What the patterns match", table("Patterns", columns, rows, emptyState("No rules")));
}

function matchedText({ pattern, actions }: Matched): Html {
  if (actions.length === 0) {
    return markup`${badge("Nothing", "bad")} ${muted(describePatternProblem(pattern) ?? "No action of this version.")}`;
  }
  const more = actions.length > namedMax ? markup` ${muted(`and ${actions.length - namedMax} more`)}` : emptyHtml;
  return markup`${actions.slice(0, namedMax).join(", ")}${more}`;
}

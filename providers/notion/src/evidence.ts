/** How lost responses are settled: by the page's current state, or by a marker in a property of the tenant's own. */
import { readEntries, type EvidenceVerdict, type ReadPort } from "@svc/provider-kit";
import { Type } from "typebox";
import { pageRequest, queryRequest } from "./client.ts";
import { entriesOf } from "./fields.ts";
import { readPage } from "./resources.ts";

/** Reads a page. @throws ProviderFailure */
export async function readNow(provider: ReadPort, pageId: string) {
  return readPage((await provider.read(pageRequest(pageId), { accept: [200] })).body);
}

/** The facts that a state-setting action records before its change. */
export const stateFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether it had different values before the change." }) },
  { additionalProperties: false },
);

/** Looks for the page whose property has the marker. Finding none proves nothing, because a query may lag behind. */
export async function findMarked(
  provider: ReadPort,
  { dataSourceId, property, marker }: { dataSourceId: string; property: string; marker: string },
): Promise<EvidenceVerdict> {
  const filter = { property, rich_text: { equals: marker } };
  const { body } = await provider.read(queryRequest(dataSourceId, { filter, pageSize: 1 }), { accept: [200] });
  const [found] = readEntries(entriesOf(body).entries, readPage).items;
  const isOurs = found?.properties.some(({ name, text }) => name === property && text === marker) === true;
  if (isOurs) return { verdict: "applied", basis: "marker", output: found };
  return { verdict: "undetermined", why: "The data source shows no page with the marker yet." };
}

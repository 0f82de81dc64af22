/** Requests to Linear's only endpoint, and the `data` of their responses. */
import { graphqlRequest, type ProviderPort, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { flagOf, list, record, textOf, wrongShape } from "@svc/provider-kit/shape";
import { listDocuments } from "./documents.ts";

const endpoint = ["graphql"];

/** The variables of a page of a list. */
export type PageVariables = {
  filter?: Readonly<Record<string, unknown>>;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
  includeArchived?: boolean | undefined;
};

/** Builds a request with a constant document. */
export function dataRequest(document: string, variables: Readonly<Record<string, unknown>>): ProviderRequest {
  return graphqlRequest(endpoint, document, variables);
}

/** Reads one member of `data`. @throws ProviderFailure */
export async function readData(
  provider: ReadPort,
  document: string,
  variables: Readonly<Record<string, unknown>>,
  name: string,
): Promise<unknown> {
  return memberOf((await provider.read(dataRequest(document, variables), { accept: [200] })).body, name);
}

/** Reads a page of a list. @throws ProviderFailure */
export async function readPage(
  provider: ReadPort,
  name: keyof typeof listDocuments,
  { pageSize = 50, pageToken, ...more }: PageVariables,
) {
  const variables = { ...more, first: pageSize, after: pageToken };
  return pageOf(await readData(provider, listDocuments[name], variables, name));
}

/** Parses the nodes and cursor of a GraphQL connection. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function pageOf(connection: unknown): { nodes: unknown[]; nextPageToken: string | null } {
  const { nodes, pageInfo } = record(connection);
  const { hasNextPage, endCursor } = record(pageInfo);
  return { nodes: list(nodes), nextPageToken: flagOf(hasNextPage) ? textOf(endCursor) : null };
}

/**
 * Sends a mutation and returns the entity in its payload.
 * @throws ProviderFailure `PROVIDER_ERROR` for another shape, after the change.
 */
export async function change(
  provider: ProviderPort,
  document: string,
  variables: Readonly<Record<string, unknown>>,
  { name, entity, facts }: { name: string; entity: string; facts?: Readonly<Record<string, unknown>> },
): Promise<unknown> {
  const request = dataRequest(document, variables);
  const { body } = await provider.change(request, { accept: [200], ...(facts === undefined ? {} : { facts }) });
  const { success, [entity]: changed } = record(memberOf(body, name));
  // Linear refuses with errors, so this isn't a refusal.
  if (success !== true) throw wrongShape();
  return changed;
}

function memberOf(body: unknown, name: string): unknown {
  return record(record(body)["data"])[name];
}

/** GraphQL over POST: classifies documents, builds requests, and judges a response's `errors`. */
import type { BodyVerdict } from "./body-verdict.ts";
import type { Refusal } from "./failure.ts";
import type { ProviderResponse, ProviderRequest } from "./request.ts";

/** An error in a GraphQL response, reduced to the parts that can be judged. */
export type GraphqlError = {
  /** The error's `extensions`; empty if there are none. They can quote the input. */
  extensions: Readonly<Record<string, unknown>>;
  message: string;
};

/**
 * Creates a request for a constant document with exactly one operation. Values go into `variables`, never into the
 * document.
 * @param endpoint the path that the provider declares as `graphql`.
 */
export function graphqlRequest(
  endpoint: readonly string[],
  document: string,
  variables: Readonly<Record<string, unknown>>,
): ProviderRequest {
  return { method: "POST", path: endpoint, json: { query: document, variables } };
}

/**
 * Judges a GraphQL response (https://spec.graphql.org/October2021/#sec-Response-Format). Without `errors`, the status
 * decides. With both `errors` and data, part of the operation may have happened.
 * @param refusalOf returns the refusal that an error proves; null if it proves nothing, such as an internal error.
 * Every error has to prove a refusal; the first refusal is reported.
 */
export function judgeGraphql(
  { body }: Pick<ProviderResponse, "body">,
  refusalOf: (error: GraphqlError) => Refusal | null,
): BodyVerdict {
  const { data, errors } = Object(body) as { data?: unknown; errors?: unknown };
  if (errors === undefined) return { verdict: data === undefined ? "unknown" : "accepted" };
  if (!Array.isArray(errors) || errors.length === 0 || hasData(data)) return { verdict: "unknown" };
  const refusals = errors.map((error) => refusalOf(toError(error)));
  const [first = null] = refusals;
  return first === null || refusals.includes(null) ? { verdict: "unknown" } : { verdict: "refused", refusal: first };
}

/** A failed operation has no data, or data that contains only nulls. */
function hasData(data: unknown): boolean {
  if (data === undefined || data === null) return false;
  return typeof data !== "object" || Object.values(data).some((value) => value !== null);
}

function toError(error: unknown): GraphqlError {
  const { extensions, message } = Object(error) as { extensions?: unknown; message?: unknown };
  return {
    extensions: Object(extensions) as Readonly<Record<string, unknown>>,
    message: typeof message === "string" ? message : "",
  };
}

/** Comments, block strings and strings, whose content isn't syntax. */
const notSyntax = /#[^\n\r]*|"""(?:\\"""|[^"]|"(?!""))*"""|"(?:\\.|[^"\\\n\r])*"/g;

/**
 * Returns what a document does; null unless it has exactly one operation, which is a query or a mutation.
 * @param document the text of `query` in a request.
 */
export function graphqlOperation(document: string): "query" | "mutation" | null {
  const operations: string[] = [];
  let depth = 0;
  let isDefined = false;
  for (const [token] of document.replace(notSyntax, " ").matchAll(/[A-Za-z_][A-Za-z0-9_]*|[{}()]|"/g)) {
    // The strings are gone, so a remaining quote is a syntax error.
    if (token === '"') return null;
    if (token === "{" && depth === 0 && !isDefined) operations.push("query");
    if (token === "{" || token === "(") depth += 1;
    else if (token === "}" || token === ")") depth -= 1;
    else if (depth === 0 && !isDefined) {
      isDefined = true;
      if (token !== "fragment") operations.push(token);
    }
    if (depth < 0) return null;
    if (token === "}" && depth === 0) isDefined = false;
  }
  const [operation] = operations;
  if (depth !== 0 || isDefined || operations.length !== 1) return null;
  return operation === "query" || operation === "mutation" ? operation : null;
}

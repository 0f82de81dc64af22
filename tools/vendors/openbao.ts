/**
 * OpenBao's description of its own API, which a running server writes. HashiCorp's documents for Vault are in no
 * package; the two have the same API for the secrets engine that our actions use.
 */
import { openBaoVersion, startOpenBao } from "../real-servers/openbao.ts";
import type { Description } from "./description.ts";
import { fromOpenApi } from "./openapi.ts";
import { vault } from "./refusals/vault.ts";

type Json = Readonly<Record<string, unknown>>;

/** Starts a server, and makes the description of what it says. */
export async function openBaoDescription(): Promise<Description> {
  const server = await startOpenBao();
  try {
    const address = `${server.url}/v1/sys/internal/specs/openapi?generic_mount_paths=true`;
    const response = await fetch(address, { headers: { "x-vault-token": server.rootToken } });
    const document = (await response.json()) as Json;
    return fromOpenApi(document, {
      source: `OpenBao ${openBaoVersion()}'s own`,
      basePath: "/v1",
      refusals: vault,
      correct: inEnvelope,
      many: ["secret_mount_path", "path"],
    });
  } finally {
    await server.close();
  }
}

/**
 * OpenBao describes the `data` of a response, which comes in an envelope. Most responses of secrets engines aren't
 * described at all.
 */
function inEnvelope(operation: Json): Json {
  const responses = Object.entries(operation["responses"] as Readonly<Record<string, Json>>).map(
    ([status, response]) => {
      const schema = (response["content"] as Content | undefined)?.["application/json"]?.schema;
      if (schema === undefined) return [status, response];
      const whole = {
        type: "object",
        properties: { request_id: { type: "string" }, data: schema },
        required: ["data"],
      };
      return [status, { ...response, content: { "application/json": { schema: whole } } }];
    },
  );
  return { ...operation, responses: Object.fromEntries(responses) as Json };
}

type Content = Readonly<Record<string, { readonly schema?: unknown }>>;

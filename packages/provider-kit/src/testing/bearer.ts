/**
 * Obtains the bearer token of a credential like the server does, for tests that send to a provider or its simulator.
 */
import { createSign } from "node:crypto";
import type { BearerSource, UnsignedJwt } from "../bearer.ts";
import { judgeRead, type ExchangeFacts } from "../exchange.ts";
import { ProviderFailure } from "../failure.ts";
import type { ProviderRequest } from "../request.ts";

/**
 * Signs a token, or exchanges the credential for one with one request.
 * @param source the result of the auth's `bearer`. @param send sends to the token endpoint.
 * @param nowMs the time of the signature.
 * @throws ProviderFailure if the exchange fails or is refused.
 */
export async function makeBearer(
  source: BearerSource,
  send: (request: ProviderRequest) => Promise<ExchangeFacts>,
  nowMs: number = Date.now(),
): Promise<string> {
  if (source.kind === "signed") return signed(source.jwt(nowMs));
  const { request } = source;
  const verdict = judgeRead(await send(request), [200], { responseBody: request.responseBody });
  if (verdict.kind === "failed") throw new ProviderFailure({ code: verdict.code });
  if (verdict.kind === "not_sent") throw new ProviderFailure({ code: "PROVIDER_UNREACHABLE" });
  if (verdict.response.status !== 200) throw new ProviderFailure(source.refuse(verdict.response));
  const issued = source.read(verdict.response.body);
  if (issued === null) throw new ProviderFailure({ code: "PROVIDER_ERROR" });
  return issued.token;
}

function signed({ keyId, claims, privateKey }: UnsignedJwt): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const text = `${encode({ alg: "RS256", typ: "JWT", kid: keyId })}.${encode(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey, "base64url")}`;
}

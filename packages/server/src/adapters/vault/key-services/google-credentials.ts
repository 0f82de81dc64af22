/**
 * Access tokens for Google Cloud from the platform: workload identity federation if `GOOGLE_APPLICATION_CREDENTIALS`
 * names its file, otherwise the metadata service (Compute Engine, GKE, Cloud Run). Files with a service account's private
 * key aren't accepted: such a key never expires.
 * https://google.aip.dev/auth/4117 and https://cloud.google.com/compute/docs/access/authenticate-workloads
 */
import { readFile } from "node:fs/promises";
import { isRecord } from "@svc/provider-kit/shape";
import { KeyServiceError, type KeyServiceDeps } from "../../../domain/vault/key-service.ts";
import { ask, readToken, textIn } from "./asking.ts";

const scope = "https://www.googleapis.com/auth/cloudkms";

/** Gets a token, fresh for each use. @throws KeyServiceError `away`, `denied`. */
export async function googleToken(deps: KeyServiceDeps): Promise<string> {
  const file = deps.variable("GOOGLE_APPLICATION_CREDENTIALS");
  return file === null ? await ofMetadata(deps) : await ofFederation(file, deps);
}

async function ofMetadata(deps: KeyServiceDeps): Promise<string> {
  const host = deps.variable("GCE_METADATA_HOST") ?? "metadata.google.internal";
  const product = "the metadata service of Google Cloud";
  const { status, json } = await ask(deps, product, {
    method: "GET",
    url: `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`,
    headers: { "metadata-flavor": "Google" },
    body: null,
    isLocal: true,
  });
  if (status === 200) return textIn(product, json["access_token"]);
  throw new KeyServiceError("denied", "there are no Google credentials: give the workload a service account");
}

/** Exchanges the platform's token for Google's (RFC 8693), and for a service account's if the file says so. */
async function ofFederation(path: string, deps: KeyServiceDeps): Promise<string> {
  const config = await readConfig(path);
  const source = isRecord(config["credential_source"]) ? config["credential_source"] : {};
  const subject = await subjectToken(source);
  const form = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    audience: textOr(config["audience"]),
    scope: "https://www.googleapis.com/auth/cloud-platform",
    requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    subject_token_type: textOr(config["subject_token_type"]),
    subject_token: subject,
  });
  const answer = await ask(deps, "Google's token service", {
    method: "POST",
    url: httpsUrl(config["token_url"], deps),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: form.toString(),
  });
  if (answer.status !== 200) {
    throw new KeyServiceError(
      "denied",
      "Google's token service refuses the workload's token; check the pool's provider",
    );
  }
  const token = textIn("Google's token service", answer.json["access_token"]);
  const impersonated = config["service_account_impersonation_url"];
  return impersonated === undefined ? token : await impersonate(httpsUrl(impersonated, deps), token, deps);
}

async function impersonate(url: string, token: string, deps: KeyServiceDeps): Promise<string> {
  const answer = await ask(deps, "Google's IAM", {
    method: "POST",
    url,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ scope: [scope], lifetime: "600s" }),
  });
  if (answer.status === 200) return textIn("Google's IAM", answer.json["accessToken"]);
  throw new KeyServiceError("denied", "Google's IAM doesn't let the workload act as the service account");
}

async function readConfig(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readToken(path, "the file of GOOGLE_APPLICATION_CREDENTIALS");
  const config = parseRecord(text);
  if (config?.["type"] === "external_account") return config;
  const detail = "the file of GOOGLE_APPLICATION_CREDENTIALS isn't one of workload identity federation";
  throw new KeyServiceError("denied", detail);
}

function textOr(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The token of the platform, from a file: as text, or as a field of a JSON object. */
async function subjectToken(source: Readonly<Record<string, unknown>>): Promise<string> {
  const { file } = source;
  if (typeof file !== "string") {
    throw new KeyServiceError("denied", "credential_source must name a file with the workload's token");
  }
  const text = await readFile(file, "utf8").catch(() => "");
  const format = isRecord(source["format"]) ? source["format"] : {};
  const field = format["type"] === "json" ? format["subject_token_field_name"] : null;
  const token = typeof field === "string" ? parseRecord(text)?.[field] : text.trim();
  if (typeof token === "string" && token !== "") return token;
  throw new KeyServiceError("denied", "the file with the workload's token is empty or can't be read");
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** @throws KeyServiceError `denied` unless the URL is Google's, or is on this machine like the metadata service. */
function httpsUrl(value: unknown, { variable }: KeyServiceDeps): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isGoogles = url?.protocol === "https:" && /(?:^|\.)googleapis\.com$/.test(url.hostname);
  if (url !== null && (isGoogles || url.host === variable("GCE_METADATA_HOST"))) return url.href;
  throw new KeyServiceError("denied", "the file of GOOGLE_APPLICATION_CREDENTIALS names a URL that isn't Google's");
}

/**
 * Access tokens for Azure from the platform: workload identity (a federated token in a file), App Service's endpoint, or
 * the managed identity of the virtual machine.
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow and
 * https://learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token
 */
import { isLoopback } from "@svc/contract";
import { KeyServiceError, type KeyServiceDeps } from "../../../domain/vault/key-service.ts";
import { ask, readToken, textIn } from "./asking.ts";

/** Gets a token for the vault's cloud, fresh for each use. @throws KeyServiceError `away`, `denied`. */
export async function azureToken(origin: string, deps: KeyServiceDeps): Promise<string> {
  const { variable } = deps;
  const resource = resourceOf(origin);
  const tokenFile = variable("AZURE_FEDERATED_TOKEN_FILE");
  const clientId = variable("AZURE_CLIENT_ID");
  const tenantId = variable("AZURE_TENANT_ID");
  if (tokenFile !== null && clientId !== null && tenantId !== null) {
    return await ofWorkload({ tokenFile, clientId, tenantId, resource }, deps);
  }
  const client = clientId === null ? {} : { client_id: clientId };
  const endpoint = variable("IDENTITY_ENDPOINT");
  const secret = variable("IDENTITY_HEADER");
  if (endpoint !== null && secret !== null) {
    const query = new URLSearchParams({ "api-version": "2019-08-01", resource, ...client });
    return await ofIdentity(`${endpoint}?${query}`, { "x-identity-header": secret }, deps);
  }
  const host = variable("AZURE_POD_IDENTITY_AUTHORITY_HOST") ?? "http://169.254.169.254";
  const query = new URLSearchParams({ "api-version": "2018-02-01", resource, ...client });
  const url = `${host.replace(/\/$/, "")}/metadata/identity/oauth2/token?${query}`;
  return await ofIdentity(url, { metadata: "true" }, deps);
}

/** `https://vault.azure.net` for `https://own.vault.azure.net`, and so on in other clouds. */
function resourceOf(origin: string): string {
  const { hostname } = new URL(origin);
  return isLoopback(hostname) ? "https://vault.azure.net" : `https://${hostname.slice(hostname.indexOf(".") + 1)}`;
}

async function ofWorkload(
  given: { tokenFile: string; clientId: string; tenantId: string; resource: string },
  deps: KeyServiceDeps,
): Promise<string> {
  const authority = (deps.variable("AZURE_AUTHORITY_HOST") ?? "https://login.microsoftonline.com").replace(/\/$/, "");
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: given.clientId,
    scope: `${given.resource}/.default`,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await readToken(given.tokenFile, "the file of AZURE_FEDERATED_TOKEN_FILE"),
  });
  const { status, json } = await ask(deps, "Microsoft Entra ID", {
    method: "POST",
    url: `${authority}/${encodeURIComponent(given.tenantId)}/oauth2/v2.0/token`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: form.toString(),
  });
  if (status === 200) return textIn("Microsoft Entra ID", json["access_token"]);
  throw new KeyServiceError(
    "denied",
    "Microsoft Entra ID refuses the workload's token; check the federated credential",
  );
}

async function ofIdentity(
  url: string,
  headers: Readonly<Record<string, string>>,
  deps: KeyServiceDeps,
): Promise<string> {
  const product = "the managed identity of Azure";
  const { status, json } = await ask(deps, product, { method: "GET", url, headers, body: null, isLocal: true });
  if (status === 200) return textIn(product, json["access_token"]);
  throw new KeyServiceError("denied", "there are no Azure credentials: give the workload a managed identity");
}

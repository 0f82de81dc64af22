/** The secrets managers' fixture: every simulated manager, a server that reaches them, and connections to them. */
import assert from "node:assert/strict";
import type { SubmittedCredential } from "@svc/contract";
import { devConfig } from "../harness/fixture.ts";
import { startAwsParameterStoreSimulator } from "@svc/provider-aws-parameter-store/simulator";
import { awsCredential, startAwsSecretsManagerSimulator } from "@svc/provider-aws-secrets-manager/simulator";
import { apps, startKeyVaultSimulator } from "@svc/provider-azure-key-vault/simulator";
import { startDopplerSimulator, tokens as dopplerTokens } from "@svc/provider-doppler/simulator";
import { accounts, keyFileOf, startSecretManagerSimulator } from "@svc/provider-google-secret-manager/simulator";
import { clients, projectId, startInfisicalSimulator } from "@svc/provider-infisical/simulator";
import { startOnepasswordSimulator, tokens as onepasswordTokens, vaultId } from "@svc/provider-onepassword/simulator";
import { appRoles, startVaultSimulator } from "@svc/provider-vault/simulator";
import {
  Frontend,
  makeClient,
  openSession,
  startServer,
  uniqueName,
  untilSettled,
  type HttpResponse,
  type Caller,
  type Engine,
  type RunningServer,
} from "../harness/index.ts";

/** A simulated secrets manager: its user's submission, and a config with a secret that the simulator has initially. */
export type Manager = {
  slug: string;
  credential: Readonly<Record<string, string>>;
  place: { project: string; config: string };
  stored: { name: string; value: string };
  simulator: { url: string; ledger: Ledger; close(): Promise<void> };
  /** Whether a request changes something, if the method doesn't show it. */
  isChange?: (request: LedgerRequest) => boolean;
  /** Whether it rejects an empty value. */
  refusesEmpty?: true;
  /** The exchange of its credential for a token, if there is one. */
  exchange?: Exchange;
};

/** The exchange of a credential for tokens, and controls of the token endpoint. */
export type Exchange = {
  /** The end of the token endpoint's path. */
  path: string;
  /** The prefix of every token that the token endpoint issues. */
  tokensBegin: string;
  /** Invalidates every token that the token endpoint has issued. */
  forgetTokens: () => void;
  /** Makes the token endpoint issue tokens, be down, or refuse the credential. */
  become: (state: "issues" | "unavailable" | "refuses") => void;
};

type LedgerRequest = { method: string; path: string; bodyText: string };
type Ledger = { requests: readonly LedgerRequest[]; effects: readonly unknown[] };

async function startManagers(): Promise<Manager[]> {
  const keyVault = await startKeyVaultSimulator();
  const infisical = await startInfisicalSimulator();
  const vault = await startVaultSimulator();
  return [
    {
      slug: "doppler",
      credential: { access_token: dopplerTokens.serviceAccount },
      place: devConfig,
      stored: { name: "STRIPE_KEY", value: "canary-harbor-api-dev-stripe-key" },
      simulator: await startDopplerSimulator(),
    },
    {
      slug: "vault",
      credential: { origin: "prod", ...appRoles.everything },
      place: { project: "kv", config: "prod" },
      stored: { name: "API_KEY", value: "canary-prod-api-key" },
      simulator: vault,
      isChange: ({ method, path }) => method !== "GET" && !path.endsWith("/approle/login"),
      exchange: {
        path: "/approle/login",
        tokensBegin: "hvs.login",
        forgetTokens: () => vault.world.tokens.clear(),
        become: (login) => vault.world.set({ login }),
      },
    },
    {
      slug: "infisical",
      credential: { origin: "eu", ...clients.everything },
      place: { project: projectId, config: "prod" },
      stored: { name: "API_KEY", value: "canary-prod-api-key" },
      simulator: infisical,
      isChange: ({ method, path }) => method !== "GET" && !path.endsWith("/universal-auth/login"),
      exchange: {
        path: "/universal-auth/login",
        tokensBegin: "eyJhbGciOiJIUzI1NiJ9",
        forgetTokens: () => infisical.world.tokens.clear(),
        become: (state) => infisical.world.set({ login: state === "refuses" ? "expired" : state }),
      },
    },
    {
      slug: "onepassword",
      credential: { origin: "prod", access_token: onepasswordTokens.everything },
      place: { project: vaultId, config: "prod" },
      stored: { name: "API_KEY", value: "canary-prod-api-key" },
      simulator: await startOnepasswordSimulator(),
    },
    {
      slug: "aws-secrets-manager",
      credential: awsCredential("everything"),
      place: { project: "app", config: "prod" },
      stored: { name: "API_KEY", value: "canary-prod-api-key" },
      simulator: await startAwsSecretsManagerSimulator(),
      isChange: ({ bodyText }) => /"(?:ClientRequestToken|RecoveryWindowInDays)"/.test(bodyText),
      refusesEmpty: true,
    },
    {
      slug: "aws-parameter-store",
      credential: awsCredential("everything"),
      place: { project: "app", config: "prod" },
      stored: { name: "API_KEY", value: "canary-prod-api-key" },
      simulator: await startAwsParameterStoreSimulator(),
      // A deletion contains only the name.
      isChange: ({ bodyText }) => /"Overwrite"|^\{"Name":"[^"]*"\}$/.test(bodyText),
      refusesEmpty: true,
    },
    {
      slug: "azure-key-vault",
      credential: { origin: "prod", ...apps.everything },
      place: { project: "harbor-prod", config: "prod" },
      stored: { name: "API_KEY", value: "canary-prod--api-key" },
      simulator: keyVault,
      isChange: ({ method, path }) => method !== "GET" && !path.endsWith("/oauth2/v2.0/token"),
      exchange: {
        path: "/oauth2/v2.0/token",
        tokensBegin: "eyJ0eXAiOiJKV1QifQ",
        forgetTokens: () => keyVault.world.tokens.clear(),
        become: (tokenEndpoint) => keyVault.world.set({ tokenEndpoint }),
      },
    },
    {
      slug: "google-secret-manager",
      credential: { service_account_key: keyFileOf(accounts.everything) },
      place: { project: "harbor-prod", config: "prod" },
      stored: { name: "API_KEY", value: "canary-prod-api_key" },
      simulator: await startSecretManagerSimulator(),
      refusesEmpty: true,
    },
  ];
}

/** A server with every manager, and a tenant of its service client. */
export type Setting = {
  server: RunningServer;
  managers: readonly Manager[];
  caller: Caller;
  key: string;
  tenantId: string;
};

/** Starts the managers and a server that can reach them. */
export async function open(engine: Engine): Promise<Setting> {
  const managers = await startManagers();
  const server = await startServer({
    engine,
    sandboxProviders: Object.fromEntries(managers.map(({ slug, simulator }) => [slug, simulator.url])),
    env: {
      SVC_VAULT_ORIGINS: "prod=https://vault.internal:8200",
      SVC_INFISICAL_ORIGINS: "eu=https://eu.infisical.com",
      SVC_ONEPASSWORD_ORIGINS: "prod=https://connect.internal",
      SVC_AZURE_KEY_VAULT_ORIGINS: "prod=https://harbor-prod.vault.azure.net",
    },
  });
  const { caller, key } = await makeClient(server, { allowActions: managers.map(({ slug }) => `${slug}/*`) });
  const body = { externalId: uniqueName("t"), displayName: "Acme" };
  const made = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("made") });
  return { server, managers, caller, key, tenantId: (made.json as { id: string }).id };
}

/** The actions in the catalog for a manager. A manager that creates secrets in a separate step has `secrets.create`. */
export async function actionsOf({ http }: Caller, slug: string): Promise<string[]> {
  const page = await http.send({ method: "GET", path: `/api/catalog/v1/providers/${slug}` });
  return (page.json as { actions: { id: string }[] }).actions.map(({ id }) => id);
}

/** Connects like an end user, with every field of the credential, and returns the connection's id. */
export async function connectTo({ caller, tenantId }: Setting, { slug, credential }: Manager): Promise<string> {
  const requestedActions = await actionsOf(caller, slug);
  const session = await openSession(caller, tenantId, { provider: slug, requestedActions });
  const frontend = new Frontend(caller.http);
  const secret = await frontend.open(session.token);
  const submitted = await frontend.send("POST", "/connect/v1/credential", credential, secret);
  assert.equal(submitted.status, 200, submitted.text);
  assert.equal((submitted.json as SubmittedCredential).status, "completed");
  const { connection_id: id } = await untilSettled(caller, tenantId, session.id);
  assert.ok(id !== null);
  return id;
}

/** Executes an action of a connection by its shared id. */
export type Execute = (action: string, input: object) => Promise<HttpResponse>;

/** Returns a function that executes actions of a connection. */
export const executorOf =
  ({ caller, tenantId }: Setting, connectionId: string): Execute =>
  (action, input) =>
    caller.post(
      `/v1/tenants/${tenantId}/connections/${connectionId}/actions/${action}:execute`,
      { input },
      { idempotencyKey: uniqueName("k") },
    );

/** The output in a response, which must be a success. */
export function outputOf(response: HttpResponse): Readonly<Record<string, unknown>> {
  assert.equal(response.status, 200, response.text);
  return (response.json as { output: Readonly<Record<string, unknown>> }).output;
}

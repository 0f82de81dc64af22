/** The stand-ins for key services, and vaults whose root keys they wrap. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startKeyServices, type KeyServices, type ServiceKind } from "../../../../../../tools/key-services/all.ts";
import { createKeyServiceSend } from "../../../../src/adapters/egress/key-service-send.ts";
import { openHeldKeys, type HeldKeys } from "../../../../src/adapters/vault/key-services/held-keys.ts";
import { openKeyService } from "../../../../src/adapters/vault/key-services/open.ts";
import { parseKeyReference } from "../../../../src/adapters/vault/key-services/reference.ts";
import { keyringRootKeys, parseKeyring } from "../../../../src/adapters/vault/keyring.ts";
import { loadOrCreateDeployment } from "../../../../src/adapters/vault/start.ts";
import { openVault, type Vault } from "../../../../src/adapters/vault/vault.ts";
import type { KeyService, KeyServiceDeps } from "../../../../src/domain/vault/key-service.ts";
import { memoryStore, type VaultTables } from "../memory-store.ts";
import { realBytes } from "../fixture.ts";

/** The services, and what their clients need. */
export type ServicesFixture = {
  services: KeyServices;
  folder: string;
  /** @param variables in addition to those of the services; null removes one. */
  deps(variables?: Readonly<Record<string, string | null>>): KeyServiceDeps;
  client(kind: ServiceKind, deps?: KeyServiceDeps): Promise<KeyService>;
  close(): Promise<void>;
};

/** Sends as a server does. */
export const send = createKeyServiceSend({ userAgent: "svc/test", proxy: null, extraCa: null, timeoutMs: 5000 });

/** Starts all of them, with a folder for tokens. */
export async function startServices(): Promise<ServicesFixture> {
  const folder = mkdtempSync(join(tmpdir(), "svc-key-services-"));
  const services = await startKeyServices(folder);
  const deps: ServicesFixture["deps"] = (variables = {}) => {
    const all: Readonly<Record<string, string | null>> = { ...services.variables, ...variables };
    const variable = (name: string): string | null => all[name] ?? null;
    const transit = {
      tokenFile: variable("SVC_TRANSIT_TOKEN_FILE"),
      role: variable("SVC_TRANSIT_ROLE"),
      authMount: "kubernetes",
      jwtFile: variable("SVC_TRANSIT_JWT_FILE") ?? "",
      namespace: null,
    };
    return { send, variable, transit, nowMs: Date.now, randomBytes: realBytes };
  };
  return {
    services,
    folder,
    deps,
    async client(kind, given = deps()) {
      const reference = parseKeyReference(services.references[kind]);
      if (reference === null) throw new Error("The reference is malformed.");
      return await openKeyService(reference, given);
    },
    async close() {
      await services.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Opens a vault as a server does. */
export async function openWith(tables: VaultTables, keyring: string, deps: KeyServiceDeps): Promise<Opened> {
  const store = memoryStore(tables);
  const platform = { randomBytes: realBytes, monotonicMs: () => 0, nowMs: Date.now };
  const deployment = await loadOrCreateDeployment({ store, sandbox: false, platform });
  const entries = parseKeyring(keyring);
  const { keys, held } = await openHeldKeys({ entries, deployment, store, services: deps });
  const rootKeys = keyringRootKeys(keys, realBytes);
  return { vault: await openVault({ rootKeys, held, store, sandbox: false, platform }), held };
}

/** An open vault, and its wrapped keys. */
export type Opened = { vault: Vault; held: HeldKeys };

/** The cases that both engines pass. A test file calls this once for its engine. */
import { after, before, describe } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { claimCases } from "./claim-cases.ts";
import { clientCases } from "./client-cases.ts";
import { clockCases } from "./clock-cases.ts";
import { completionCases } from "./completion-cases.ts";
import { connectionCases } from "./connection-cases.ts";
import { endCases } from "./end-cases.ts";
import { eventCases } from "./event-cases.ts";
import { expiryCases } from "./expiry-cases.ts";
import { executionCases } from "./execution-cases.ts";
import { flowCases } from "./flow-cases.ts";
import { describedProviderCases } from "./described-provider-cases.ts";
import { providerEventCases } from "./provider-event-cases.ts";
import { oauthAppCases } from "./oauth-app-cases.ts";
import { importCases } from "./import-cases.ts";
import { keyCases } from "./key-cases.ts";
import { dashboardCases } from "./dashboard-cases.ts";
import { lookCases } from "./look-cases.ts";
import { operatorCases } from "./operator-cases.ts";
import { proposalCases } from "./proposal-cases.ts";
import { proposalEndCases } from "./proposal-end-cases.ts";
import { pruneCases } from "./prune-cases.ts";
import { recalledCases } from "./recalled-cases.ts";
import { refreshCases } from "./refresh-cases.ts";
import { searchCases } from "./search-cases.ts";
import { sealedRecordCases } from "./sealed-record-cases.ts";
import { sessionCases } from "./session-cases.ts";
import { sweepCases } from "./sweep-cases.ts";
import { tenantCases } from "./tenant-cases.ts";
import { tokenCases } from "./token-cases.ts";
import { signInCases } from "./sign-in-cases.ts";
import { textCases } from "./text-cases.ts";
import { versionCases } from "./version-cases.ts";
import { vaultCases } from "./vault-cases.ts";
import { webhookCases } from "./webhook-cases.ts";

/** A store on an empty database. */
export type OpenedStore = { store: Store; close: () => Promise<void> };

/** Registers a group of cases; `store()` is open while they run. */
export type Cases = (store: () => Store) => void;

const groups: Readonly<Record<string, Cases>> = {
  "service clients": clientCases,
  tenants: tenantCases,
  connections: connectionCases,
  "credential expiry": expiryCases,
  imports: importCases,
  refreshes: refreshCases,
  "connect sessions": sessionCases,
  completion: completionCases,
  "oauth flows": flowCases,
  "oauth apps": oauthAppCases,
  "providers' events": providerEventCases,
  "described providers": describedProviderCases,
  search: searchCases,
  "delegated tokens": tokenCases,
  "agent sign-in": signInCases,
  proposals: proposalCases,
  "ended proposals": proposalEndCases,
  keys: keyCases,
  clock: clockCases,
  claims: claimCases,
  "claims with cached connections": recalledCases,
  executions: executionCases,
  looks: lookCases,
  "batched settlements": endCases,
  sweep: sweepCases,
  pruning: pruneCases,
  events: eventCases,
  webhooks: webhookCases,
  dashboard: dashboardCases,
  operators: operatorCases,
  vault: vaultCases,
  versions: versionCases,
  "sealed records": sealedRecordCases,
  text: textCases,
};

/**
 * Registers every case for one engine, each group with its own database.
 * @param name the engine, for the report.
 * @param open creates and opens an empty database.
 */
export function exerciseStore(name: string, open: () => Promise<OpenedStore>): void {
  for (const [group, cases] of Object.entries(groups)) {
    describe(`${name}: ${group}`, () => {
      let opened: OpenedStore | undefined;
      before(async () => {
        opened = await open();
      });
      after(() => opened?.close());
      cases(() => {
        if (opened === undefined) throw new Error("The store is not open.");
        return opened.store;
      });
    });
  }
}

/** Every SDK passes the same table of calls, answers and faults. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { verifies } from "../harness/index.ts";
import type { SdkClient } from "./client.ts";
import { assertRow, type Row } from "./row.ts";
import { refusedRetryRows } from "./rows/refused-retries.ts";
import { responseRows } from "./rows/responses.ts";
import { argumentRows } from "./rows/arguments.ts";
import { actionIdRows } from "./rows/action-ids.ts";
import { operationRows } from "./rows/operations.ts";
import { proposalRows } from "./rows/proposals.ts";
import { sendingRows } from "./rows/sending.ts";
import type { Sdk } from "./sdks.ts";
import { startScriptedServer, type ScriptedServer } from "./scripted-server.ts";

export const rows: readonly Row[] = [
  ...operationRows,
  ...sendingRows,
  ...refusedRetryRows,
  ...responseRows,
  ...argumentRows,
  ...actionIdRows,
  ...proposalRows,
];

export function registerTable(sdks: readonly Sdk[]): void {
  for (const [name, start] of sdks) {
    describe(name, () => {
      let sdk: SdkClient;
      let server: ScriptedServer;
      before(async () => {
        server = await startScriptedServer();
        sdk = start();
      });
      after(async () => {
        await server.close();
        await sdk.close();
      });
      for (const row of rows) verifies("sdk.table", row.name, () => assertRow(row, sdk, server));
      test("no row caused a request to another address", () => assert.deepEqual(server.strays, []));
    });
  }
}

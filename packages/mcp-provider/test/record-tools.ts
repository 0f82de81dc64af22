/** `npm run test:real -- --record-tools`: records the tools of the vendors' servers. */
import { writeFileSync } from "node:fs";
import { askVendors, recordFile, type Recorded } from "./vendor-tools.ts";

/** Writes the record. */
export async function run(): Promise<void> {
  const recordedOn = new Date().toISOString().slice(0, 10);
  const recorded: Recorded = { recordedOn, servers: await askVendors() };
  writeFileSync(recordFile, `${JSON.stringify(recorded, null, 2)}\n`);
}

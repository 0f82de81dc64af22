/**
 * A separate process that appends events to several chains concurrently: `recorder.ts <url> <name> <clients> <count>`.
 */
import { openStore } from "../../../../src/adapters/store/open.ts";
import { sampleEvent } from "../fixture.ts";
import { testSeals } from "../../../test-seals.ts";

const [, , url = "", name = "", clients = "", count = "0"] = process.argv;
const store = await openStore({ seals: testSeals, url, nowMs: Date.now, migrate: false, serve: false });
const appends = Array.from({ length: Number(count) }, (_, n) =>
  clients.split(",").map((clientId) => store.audit.append(sampleEvent(clientId, n, { subject: name }))),
);
await Promise.all(appends.flat());
await store.close();
process.send?.("done");

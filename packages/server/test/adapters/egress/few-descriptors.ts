/** A process that has no file descriptor left tries everything that opens a connection, and prints what it reports. */
import { closeSync, openSync } from "node:fs";
import { createDocumentGet } from "../../../src/adapters/egress/document-get.ts";
import { createEgress } from "../../../src/adapters/egress/index.ts";
import { createWebhookPost } from "../../../src/adapters/egress/webhook-post.ts";
import { openFileFault } from "../../../src/app/machine-facts.ts";
import { createMachineWatch, type MachineNotes } from "../../../src/domain/machine/watch.ts";
import { patientLimits, sendOnce } from "./raw-server.ts";

const [port = ""] = process.argv.slice(2);
const monotonicMs = (): number => performance.now();
const machine = createMachineWatch({ tryFile: openFileFault, monotonicMs });
const told: string[] = [];
machine.tell(({ message }) => void told.push(message));
const reach = { isAllowedAddress: () => true, userAgent: "test", nowMs: () => 0, connectTimeoutMs: 5000, machine };
const noted: string[] = [];
const noting = { note: (code: string) => void noted.push(code), shortage: () => null };
const egressTo = (origin: string, knows: MachineNotes = machine) =>
  createEgress({
    targets: [
      { provider: "acme", service: "api", origin, requestIdHeader: "x", responseHeaders: [], loopbackOnly: true },
    ],
    limits: patientLimits,
    userAgent: "test",
    monotonicMs,
    nowMs: () => 0,
    machine: knows,
  });
const named = egressTo(`http://localhost:${port}`);
const numbered = egressTo(`http://127.0.0.1:${port}`, noting);
const post = createWebhookPost({
  ...reach,
  urlRules: { sandbox: true, isAllowedAddress: () => true },
  nameServers: ["127.0.0.1:9"],
});
const get = createDocumentGet({ ...reach, accept: "*/*" });

const all = async () => ({
  named: await sendOnce(named),
  numbered: await sendOnce(numbered),
  webhook: await post(new URL("https://hooks.example.com/"), { headers: {}, body: "", timeoutMs: 5000 }),
  document: await get(new URL(`http://127.0.0.1:${port}/`), 1000),
});

// The name's address is remembered although a lookup without a descriptor says that there is no such name.
const before = await sendOnce(named);
const taken: number[] = [];
for (let code = openFileFault(); code === null; code = openFileFault()) taken.push(openSync("/dev/null", "r"));
const during = await all();
const shortage = machine.shortage();
for (const one of taken) closeSync(one);
const after = await sendOnce(numbered);
process.stdout.write(JSON.stringify({ before, during, shortage, told, noted, after: after.kind }));
process.exit();

/** `npm run test:real`: the providers' tests with real servers, which are installed if they are missing. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { runFiles } from "../test-run/run-files.ts";
import { ensureMoto } from "./moto.ts";
import { ensureOpenBao } from "./openbao.ts";

const root = join(import.meta.dirname, "../..");
const testTimeoutMs = 120_000;

ensureOpenBao();
ensureMoto();
const files = globSync("providers/*/test/*.real.ts", { cwd: root }).map((file) => join(root, file));
const { failed, faults } = await runFiles(files, { filesAtOnce: 1, testTimeoutMs });
for (const fault of faults) console.error(fault);
process.exitCode = failed.length + faults.length === 0 ? 0 : 1;

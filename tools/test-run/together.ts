/**
 * Runs the test files named by its arguments in this process, one after another. Each is a suite with the file's path
 * as its name, so its hooks run around its own tests.
 */
import { createRequire } from "node:module";
import { describe } from "node:test";

// Unlike `import`, this loads a file while its suite is open.
const load = createRequire(import.meta.url);

for (const file of process.argv.slice(2)) describe(file, () => void load(file));

/** The program behind `npm test` and the other suites: its first word names the suite. */
import { withUsage } from "../usage.ts";
import { runSuite, usageOf } from "./run-suite.ts";
import { suiteNamed } from "./suites.ts";

const [name = "", ...words] = process.argv.slice(2);
process.exitCode = await withUsage(usageOf(suiteNamed(name)), words, (given) => runSuite(name, given));

/** The Python SDK against a real server and the simulated provider, and the Python in the docs. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, verifies } from "../harness/index.ts";
import { flowOptions, registerFlow } from "./flow-cases.ts";
import { runPython } from "./python-client.ts";
import { pythonSdks } from "./sdks.ts";

const root = join(import.meta.dirname, "../..");

suite(
  "the Python SDK",
  (stage) => {
    registerFlow(stage, pythonSdks);
    for (const page of ["docs/quickstart.md", "sdk/python/README.md"]) {
      verifies("sdk.flow", `the Python in ${page} runs unchanged`, async () => {
        const [, program = ""] =
          /```python(?: \[Python\])?\n([^]*?)\n```/.exec(await readFile(join(root, page), "utf8")) ?? [];
        const { tenantId, id } = await stage().connected();
        const env = {
          SVC_API_URL: stage().server.url,
          SVC_TOKEN: stage().client.key,
          TENANT: tenantId,
          CONNECTION: id,
        };
        assert.match(await runPython(["-c", program], env), /^act_\w{26} succeeded\n$/);
      });
    }
  },
  flowOptions,
);

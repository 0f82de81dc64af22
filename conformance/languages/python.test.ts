/** Clients in Python: every module that the generators write can be imported. */
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { pythonFolder } from "../../tools/needs/languages.ts";
import { description, openapiGenerator, run, temporaryFolder } from "./generate.ts";

const timeout = 600_000;
const folder = temporaryFolder();

const importAll = `
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
names = [module.name for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
assert len(names) > 100, names
for name in names:
    importlib.import_module(name)
`;

async function assertImports(place: string, name: string): Promise<void> {
  const env = { PYTHONPATH: [place, pythonFolder].join(delimiter) };
  await run("python3", ["-W", "error::SyntaxWarning", "-c", importAll, name], { env });
}

test("openapi-generator's client can be imported", { timeout }, async () => {
  await openapiGenerator("python", join(folder, "generated"));
  await assertImports(join(folder, "generated"), "openapi_client");
});

test("openapi-python-client's client can be imported, with nothing left out", { timeout }, async () => {
  const args = ["generate", "--path", description, "--meta", "none", "--output-path", join(folder, "svc_client")];
  // Ruff formats what it writes.
  const env = { PYTHONPATH: pythonFolder, PATH: [join(pythonFolder, "bin"), process.env["PATH"]].join(delimiter) };
  await run("python3", ["-m", "openapi_python_client", ...args, "--fail-on-warning"], { env });
  await assertImports(folder, "svc_client");
});

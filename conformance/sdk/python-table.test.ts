/** The Python SDK passes the same table as the TypeScript SDK. */
import { pythonSdks } from "./sdks.ts";
import { registerTable } from "./table-cases.ts";

registerTable(pythonSdks);

/** An app that logs at the given level, `debug` or `info`, and gets requests with the given text everywhere. */
import { createApp } from "../../../../src/entry/rest/app.ts";
import { createRequestTracker } from "../../../../src/entry/rest/connections.ts";

const [level, canary = ""] = process.argv.slice(2);
const logLevel = level === "debug" ? "debug" : "info";
const app = createApp({
  docsUrl: "https://docs.test",
  sandbox: false,
  logLevel,
  newRequestId: () => "req_1",
  phase: () => "open",
  requests: createRequestTracker(() => 0),
});
app.get("/thing/:id", (_request, reply) => reply.send({ ok: true }));
app.post("/thing", (request) => {
  throw new TypeError(`${canary} ${String(request.body)}`);
});
const headers = { authorization: `Bearer ${canary}`, cookie: `a=${canary}`, "x-request-id": `${canary}:` };
await app.inject({ url: `/thing/${canary}?a=${canary}`, headers });
await app.inject({ method: "POST", url: `/thing?a=${canary}`, headers, payload: JSON.stringify({ a: canary }) });
await app.inject({ url: `/none/${canary}`, headers });

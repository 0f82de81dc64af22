/** `svc webhooks listen`: its output for each delivery result, its retries, and its secret. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Webhook } from "standardwebhooks";
import { forwardEvent } from "../src/commands/webhooks/forward.ts";
import { environmentFor, launcher, svc } from "./fixture/launcher.ts";
import { event, signingSecret } from "./fixture/samples.ts";
import { ok, refused, startService, type FakeService, type Reply } from "./fixture/service.ts";

/** A page of the log. @param cursor the cursor to continue from. */
function page(cursor: string, events: readonly object[] = [], more = false): Reply {
  return ok({ events, nextCursor: more ? cursor : null, resumeCursor: cursor });
}

/** An environment with its own home directory. */
function withHome(context: TestContext, service: FakeService): { home: string; env: Record<string, string> } {
  const home = mkdtempSync(join(tmpdir(), "svc-listen-"));
  context.after(() => rmSync(home, { recursive: true }));
  return { home, env: { ...environmentFor(service), HOME: home } };
}

/** A program that answers with these replies; stops with the test. */
async function program(
  context: TestContext,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Listens until stdout and stderr contain a text, then interrupts. */
async function listenUntil(
  context: TestContext,
  { env, args, text }: { env: Record<string, string>; args: readonly string[]; text: string },
) {
  const child = spawn(launcher, ["webhooks", "listen", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  context.after(() => child.kill("SIGKILL"));
  const printed = { stdout: "", stderr: "" };
  let isStopping = false;
  const ended = once(child, "close") as Promise<[number | null]>;
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      printed[name] += chunk;
      if (isStopping || !(printed.stdout + printed.stderr).includes(text)) return;
      // Once, because a second Ctrl-C ends the process immediately.
      isStopping = true;
      child.kill("SIGINT");
    });
  }
  const [code] = await ended;
  return { code, ...printed };
}

/** As the server sends it, but with the shortest wait. */
const overloaded: Reply = { ...refused("OVERLOADED"), headers: { "retry-after": "0" } };

test(
  "starts with new events, forwards the chosen types, and continues after a failure",
  { timeout: 60_000 },
  async (context) => {
    const service = await startService(context);
    const { env } = withHome(context, service);
    const old = { ...event, id: `${event.id.slice(0, -1)}0` };
    const other = { ...event, id: `${event.id.slice(0, -1)}1`, type: "connection.updated" };
    const last = { ...event, id: `${event.id.slice(0, -1)}2` };
    service.on(
      "GET /v1/events",
      page("a", [old], true),
      page("b", [old]),
      page("c", [event, other], true),
      overloaded,
      page("d", [last]),
      page("d"),
    );
    const received: unknown[] = [];
    const url = await program(context, (request, response) => {
      received.push(request.headers["webhook-id"]);
      request.resume();
      response.writeHead(received.length === 1 ? 404 : 204).end();
    });
    const args = ["--forward-to", `${url}/hooks?token=canary`, "--events", "connection.created, connection.nothing"];
    const { code, stdout, stderr } = await listenUntil(context, { env, args, text: "  204  " });
    assert.equal(code, 0, stderr);
    assert.deepEqual(received, [event.id, last.id]);
    const cursors = service.seen.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("cursor"));
    assert.deepEqual(cursors.slice(0, 5), [null, "a", "b", "c", "c"]);
    const [secret, first, second] = stdout.split("\n");
    assert.match(secret ?? "", /^Signing secret: whsec_[A-Za-z0-9+/]{43}=$/);
    assert.match(
      first ?? "",
      /evt_\S+ {2}404 {2}\d+ ms {2}Your program doesn't accept POST at this path\. Correct --forward-to\.$/,
    );
    assert.match(second ?? "", /^\d{4}-\d\d-\d\dT\S+Z {2}connection\.created +evt_\S+ {2}204 {2}\d+ ms$/);
    assert.match(stderr, /doesn't know connection\.nothing/);
    assert.match(stderr, /aren't sent again/);
    assert.match(stderr, /Trying again[^]*The server answers again\.[^]*Stopped\.\n$/);
    assert.doesNotMatch(stdout + stderr, /canary|con_/);
  },
);

test("prints one document per line, with the chosen fields and no secret", { timeout: 60_000 }, async (context) => {
  const service = await startService(context);
  const { env } = withHome(context, service);
  service.on("GET /v1/events", page("a"), page("b", [event, event]), page("b"));
  const args = ["--forward-to", "http://127.0.0.1:1", "--json", "event_id,httpStatus,fault"];
  const line = `${JSON.stringify({ event_id: event.id, httpStatus: null, fault: "connect" })}\n`;
  const { code, stdout } = await listenUntil(context, { env, args, text: line + line });
  assert.deepEqual([code, stdout], [0, line + line]);
});

test("shows the remedy for each failed delivery, and follows no redirect", async (context) => {
  const url = await program(context, (request, response) => {
    request.resume();
    const status = Number(request.url?.slice(1));
    if (status === 0) request.socket.destroy();
    else if (status > 1) response.writeHead(status, { location: "/200" }).end();
  });
  const to = (target: string) =>
    forwardEvent(
      event,
      { url: new URL(target), secret: signingSecret, nowMs: () => Date.now(), timeoutMs: 200 },
      new AbortController().signal,
    );
  for (const [target, httpStatus, fault, hint] of [
    [`${url}/200`, 200, null, null],
    [`${url}/302`, 302, null, /redirects/],
    [`${url}/405`, 405, null, /accept POST at this path/],
    [`${url}/401`, 401, null, /verifies with this command's secret/],
    [`${url}/503`, 503, null, /Its log says why/],
    [`${url}/0`, null, "lost", /closed the connection before it answered/],
    [`${url}/1`, null, "timeout", /No response in 0\.2 s\. Answer with a 2xx first/],
    ["http://127.0.0.1:1/", null, "connect", /nothing accepts connections .* Start your program/],
    ["http://nothing.invalid/", null, "dns", /host in --forward-to/],
    [url.replace("http:", "https:"), null, "tls", /Forward to http on this machine/],
  ] as const) {
    const result = await to(target);
    assert.deepEqual([result.httpStatus, result.fault], [httpStatus, fault], target);
    if (hint === null) assert.equal(result.hint, null);
    else assert.match(result.hint ?? "", hint);
  }
});

test("creates one secret per machine that only its user can read, or reads one from a file", async (context) => {
  const service = await startService(context);
  const { home, env } = withHome(context, service);
  const first = await svc(["webhooks", "listen", "--print-secret"], env);
  assert.deepEqual([first.code, first.stderr], [0, ""]);
  assert.equal((await svc(["webhooks", "listen", "--print-secret"], env)).stdout, first.stdout);
  const file = join(home, ".config/svc/webhook-secret");
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(readFileSync(file, "utf8"), first.stdout);
  const other = join(home, "other");
  writeFileSync(other, `${signingSecret}\n`);
  const named = ["webhooks", "listen", "--print-secret", "--secret-file"];
  assert.equal((await svc([...named, other], env)).stdout, `${signingSecret}\n`);
  assert.equal((await svc([...named, "-"], env, signingSecret)).stdout, `${signingSecret}\n`);
  const signed = new Webhook(signingSecret);
  assert.ok(signed.sign("evt_1", new Date(), "{}").startsWith("v1,"), "the library accepts it");
  for (const text of ["whsec_c2hvcnQ=", "canary", ""]) {
    writeFileSync(other, text);
    const bad = await svc([...named, other], env);
    assert.equal(bad.code, 2);
    assert.match(bad.stderr, /--secret-file: contains no signing secret/);
    assert.doesNotMatch(bad.stderr, /canary|c2hvcnQ/);
  }
  const homeless = await svc(["webhooks", "listen", "--print-secret"], environmentFor(service));
  assert.deepEqual([homeless.code, /Set HOME/.test(homeless.stderr)], [2, true]);
});

test("exits with 2 for an unusable URL or flag, before it reads anything", async (context) => {
  const service = await startService(context);
  const { env } = withHome(context, service);
  for (const [args, message] of [
    [[], /Pass --forward-to/],
    [["--forward-to", "localhost:3000"], /isn't an http\(s\) URL/],
    [["--forward-to", "http://example.com/hooks"], /plain http to another machine/],
    [["--forward-to", "http://a:b@localhost/"], /contains a user/],
    [["--forward-to", "http://localhost/", "--events", "a,"], /--events must be types/],
    [["--forward-to", "http://localhost/", "--json", "data"], /no field data\. Available: at, type/],
    [["--forward-to", "http://localhost/", "--secret", signingSecret], /--secret-file/],
  ] as const) {
    const result = await svc(["webhooks", "listen", ...args], env);
    assert.equal(result.code, 2, args.join(" "));
    assert.match(result.stderr, message);
    assert.ok(!result.stderr.includes(signingSecret));
  }
  assert.deepEqual(service.seen, []);
  const { code } = await svc(["webhooks", "listen", "--forward-to", "http://localhost/"], { ...env, SVC_TOKEN: "x" });
  assert.equal(code, 3);
});

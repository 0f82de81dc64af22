/**
 * Two operators apply at once, as two processes: over HTTP and on one PostgreSQL database. Both have made their plan
 * before either changes anything. One changes, the other reads why not and what to do, and a second run converges.
 */
import assert from "node:assert/strict";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before as first, describe, test } from "node:test";
import { reviewFrom } from "@svc/mcp-provider";
import { Client } from "pg";
import {
  freePort,
  makeHome,
  operateJson,
  runProgram,
  startServer,
  until,
  type Ran,
  type RunningServer,
  type ServerHome,
} from "../../harness/index.ts";

/** How long two programs may take until both wait, in milliseconds. */
const waitMs = 120_000;

type Env = Readonly<Record<string, string>>;

/** What two operators want of the same thing: each a file, which gives a field its value. */
type Contest = { what: string; before?: Before; file: (value: string) => string };
/** What is there before, by part of the file. */
type Before = { client?: string; rest?: string };

const key = (name: string, more = ""): string => `    keys: [{ name: default, keyFile: ${name}.key${more} }]\n`;
const client = (name: string, more: string): string => `  - name: ${name}\n${more}`;
const clients = (...all: string[]): string => `serviceClients:\n${all.join("")}`;

function app(clientId: string): string {
  return `oauthApps: [{ provider: github, serviceClient: owner, clientId: ${clientId}, secret: "env:APP_SECRET" }]\n`;
}

/** Where the MCP server is. A sandbox connects only to its machine, and others never do. Nothing connects here. */
const mcpServers = { sandbox: "https://127.0.0.1:9/mcp", live: "https://notes.invalid/mcp" } as const;

/** A review of no tools, in which the server says that it has this version. */
function review(version: string): string {
  const server = { name: "notes", title: null, version };
  const facts = { url: mcpServers.live, protocol: "2025-06-18", server, tools: [] };
  return `providers: [{ review: ${JSON.stringify(reviewFrom("notes", { ...facts, authorization: "bearer" }))} }]\n`;
}

const contests: readonly Contest[] = [
  {
    what: "create a service client",
    file: (value) => clients(client("new", `    appName: ${value}\n${key(`new-${value}`)}`)),
  },
  {
    what: "change a service client",
    before: { client: client("changed", key("changed")) },
    file: (value) => clients(client("changed", `    appName: ${value}\n`)),
  },
  {
    what: "change a key",
    before: { client: client("keyed", key("keyed")) },
    file: (value) => clients(client("keyed", key("unused", `, tenantLabel: ${value}`))),
  },
  {
    what: "replace an OAuth app",
    before: { client: client("owner", key("owner")), rest: app("zero") },
    file: app,
  },
  {
    what: "replace the review of an MCP server",
    before: { rest: review("zero") },
    file: review,
  },
];
const before = [
  clients(...contests.map((contest) => contest.before?.client ?? "")),
  ...contests.map((contest) => contest.before?.rest ?? ""),
].join("");
const values = ["one", "two"] as const;

/** Runs two programs whose changes wait for each other's plans. @returns how they ended. */
type AtOnce = (files: readonly [string, string], order: Order) => Promise<readonly [Ran, Ran]>;
/** Which one's changes go first. */
type Order = "first" | "second" | "together";

/** The place where they apply: its variables, and how two of them start at once. */
type Place = { folder: string; env: Env; isSandbox?: boolean; atOnce: AtOnce };

function applied(
  { folder, env, isSandbox = false }: Omit<Place, "atOnce">,
  text: string,
  ...flags: string[]
): Promise<Ran> {
  const stdin = isSandbox ? text.replaceAll(mcpServers.live, mcpServers.sandbox) : text;
  return runProgram("svc-server", ["apply", "-", ...flags], { cwd: folder, env, stdin });
}

function contend(orders: readonly Order[], place: () => Place): void {
  for (const [index, { what, file }] of contests.entries()) {
    const order = orders[index % orders.length] ?? "together";
    test(`of two who ${what}, one does it, and the other reads what to do (${order})`, async () => {
      const files = [file("one"), file("two")] as const;
      const ran = await place().atOnce(files, order);
      const codes = ran.map(({ exitCode }) => exitCode);
      const winner = codes[0] === 0 ? 0 : 1;
      assert.deepEqual(codes, winner === 0 ? [0, 1] : [1, 0], JSON.stringify(ran));
      if (order !== "together") assert.equal(winner, order === "first" ? 0 : 1);
      const { stderr } = ran[winner === 0 ? 1 : 0];
      assert.match(stderr, /: Somebody changed it since the plan was made \(PRECONDITION_FAILED\)\. Nothing of theirs/);
      assert.match(stderr, /: 0 of 1 changes were made; look at what differs now with --dry-run, and apply the file/);
      // The one's change is there, and the other's next run replaces it knowingly.
      const wanted = files[winner === 0 ? 1 : 0];
      const again = await applied(place(), wanted);
      assert.equal(again.exitCode, 0, again.stderr);
      assert.ok(again.stdout.includes(`"${values[winner]}" -> "${values[winner === 0 ? 1 : 0]}"`), again.stdout);
      assert.match(again.stdout, /^Applied\.$/m);
      const third = await applied(place(), wanted, "--dry-run");
      assert.deepEqual([third.exitCode, third.stderr], [0, ""]);
      assert.match(third.stdout, /^Nothing (else )?differs\.$/m);
      assert.doesNotMatch(third.stdout, /^[+~-] /m);
    });
  }

  test("then nothing is left to do", async () => {
    const { folder } = place();
    const left = (await readdir(folder)).filter((name) => name.startsWith("new-"));
    assert.equal(left.length, 1, "A key that wasn't made leaves no file.");
    const looked = await applied(place(), before, "--dry-run");
    assert.doesNotMatch(looked.stdout, /^[+-] /m);
  });
}

describe("apply over HTTP", () => {
  let server: RunningServer;
  let gate: Gate;
  let env: Env;
  first(async () => {
    const port = await freePort();
    server = await startServer({ engine: "sqlite", env: { SVC_ADMIN_LISTEN: `127.0.0.1:${port}` } });
    const { token } = await operateJson<{ token: string }>(server, [
      "operator-tokens",
      "create",
      "--name",
      "ada",
      "--role",
      "admin",
    ]);
    gate = await startGate(port);
    env = { SVC_ADMIN_URL: `http://127.0.0.1:${port}`, SVC_ADMIN_TOKEN: token, APP_SECRET: "not-a-real-secret" };
    const made = await applied({ folder: server.home.folder, env, isSandbox: true }, before);
    assert.equal(made.exitCode, 0, made.stderr);
  });
  after(async () => {
    await gate.close();
    await server.dispose();
  });

  contend(["first", "second", "together"], () => {
    const { folder } = server.home;
    const atOnce: AtOnce = async (files, order) => {
      gate.shut();
      const running = files.map((text, index) =>
        applied({ folder, env: { ...env, SVC_ADMIN_URL: gate.urls[index] ?? "" }, isSandbox: true }, text),
      );
      await gate.bothWait();
      const [one, two] = order === "second" ? [1, 0] : [0, 1];
      gate.open(one);
      if (order !== "together") await running[one];
      gate.open(two);
      return (await Promise.all(running)) as [Ran, Ran];
    };
    return { folder, env, isSandbox: true, atOnce };
  });

  test("a brand is applied from elsewhere, with its logo", async () => {
    const logo = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const host = createServer((_request, response) => void response.end(logo));
    const logoUrl = `${await listen(host)}/logo.png`;
    const brand = `    appName: Harbor Tools\n    logoUrl: ${logoUrl}\n    agentSignInUrl: https://app.example.com/agents\n`;
    const text = clients(client("brand", brand + key("brand")));
    const apply = (file: string) => applied({ folder: server.home.folder, env }, file);
    const refused = await apply(text.replace("/logo.png", "/#logo.png"));
    assert.deepEqual([refused.exitCode, refused.stdout.includes("Applied.")], [1, false]);
    assert.match(refused.stderr, /service client brand: .*logo/);
    const made = await apply(text);
    assert.equal(made.exitCode, 0, made.stderr);
    host.close();
    assert.match((await apply(text)).stdout, /^Nothing else differs\.$/m);
    const { serviceClients } = await operateJson<{ serviceClients: { name: string; logoUrl: string | null }[] }>(
      server,
      ["service-clients", "list"],
    );
    assert.equal(serviceClients.find(({ name }) => name === "brand")?.logoUrl, logoUrl);
    assert.match(await readFile(join(server.home.folder, "brand.key"), "utf8"), /^svc_live_/);
  });
});

describe("apply on one PostgreSQL database", () => {
  let home: ServerHome;
  let lock: Client;
  let env: Env;
  first(async () => {
    home = await makeHome("postgres");
    env = {
      SVC_DATABASE_URL: home.serverDatabaseUrl ?? home.databaseUrl,
      SVC_VAULT_KEYS: `test:${Buffer.alloc(32, 7).toString("base64")}`,
      APP_SECRET: "not-a-real-secret",
    };
    const made = await applied({ folder: home.folder, env }, before);
    assert.equal(made.exitCode, 0, made.stderr);
    lock = new Client({ connectionString: home.databaseUrl });
    await lock.connect();
  });
  after(async () => {
    await lock.end();
    await home.remove();
  });

  contend(["together"], () => {
    const { folder } = home;
    const bothWait = () =>
      until(waitMs, "two processes that wait to change", async () => {
        const { rows } = await lock.query<{ waiting: number }>(
          `select count(distinct pid)::int as waiting from pg_locks where not granted
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return rows[0]?.waiting === 2 ? true : null;
      });
    // A change waits for its table, and reads don't. Then both go on at once.
    const atOnce: AtOnce = async (files) => {
      await lock.query("begin");
      await lock.query(
        "lock table service_clients, service_keys, oauth_apps, described_providers, journal_heads in exclusive mode",
      );
      const running = files.map((text) => applied({ folder, env }, text));
      await bothWait();
      await lock.query("commit");
      return (await Promise.all(running)) as [Ran, Ran];
    };
    return { folder, env, atOnce };
  });
});

/** Two addresses of one server, whose changes wait until they are let through. */
interface Gate {
  readonly urls: readonly [string, string];
  shut(): void;
  /** Lets those of one address through, also later ones. */
  open(index: number): void;
  /** Waits until a change waits at each address. */
  bothWait(): Promise<unknown>;
  close(): Promise<void>;
}

async function startGate(port: number): Promise<Gate> {
  const ways = [newWay(), newWay()] as const;
  const servers = ways.map((way) =>
    createServer((incoming, outgoing) => {
      const pass = (): void => {
        const { method, headers, url } = incoming;
        const sent = request({ port, host: "127.0.0.1", method, headers, path: url }, (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
          response.pipe(outgoing);
        });
        sent.on("error", () => outgoing.destroy());
        incoming.pipe(sent);
      };
      const isRead = incoming.method === "GET" || /:check[a-z-]*$/.test((incoming.url ?? "").split("?", 1)[0] ?? "");
      if (way.isShut && !isRead) way.waiting.push(pass);
      else pass();
    }),
  );
  const [one = "", two = ""] = await Promise.all(servers.map(listen));
  return {
    urls: [one, two],
    shut: () => ways.forEach((way) => (way.isShut = true)),
    open(index) {
      const way = ways[index] ?? ways[0];
      way.isShut = false;
      for (const pass of way.waiting.splice(0)) pass();
    },
    bothWait: () =>
      until(waitMs, "a change at each address", () => (ways.every(({ waiting }) => waiting.length > 0) ? true : null)),
    async close() {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function newWay(): { isShut: boolean; waiting: (() => void)[] } {
  return { isShut: false, waiting: [] };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

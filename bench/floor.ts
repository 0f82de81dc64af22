/**
 * The floor: the minimum work that this stack (Fastify, undici, node:sqlite or pg) needs for an action with the same
 * durability: looking up and verifying a key, the connection with its credential, an idempotency key for a write, one
 * AES-GCM decryption, the provider calls of `secrets.get` and `secrets.set`, and the same durable records in group
 * commit: one for a read, one before and one after for a write. It validates nothing, limits nothing, audits nothing
 * and recovers nothing.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import Fastify, { type FastifyRequest } from "fastify";
import { Pool as PostgresPool } from "pg";
import { Client, Pool } from "undici";
import { orderOf, tell } from "./child.ts";
import { devConfig, secretName } from "./secret.ts";

/** The floor's settings: database, upstream, and its only key, connection and credential. */
export type FloorOrder = Record<"databaseUrl" | "upstream" | "serviceKey" | "connectionId" | "credential", string>;
type Find = (...values: string[]) => unknown;
type Write = (columns: string[]) => Promise<void>;
type Store = { find: Find; findIdempotent: Find; insert: Write; settle: Write };

const { databaseUrl, upstream, serviceKey, connectionId, credential } = orderOf() as FloorOrder;
const [hashingKey, vaultKey, nonce] = [randomBytes(32), randomBytes(32), randomBytes(12)];
const hashOf = (key: string): Buffer => createHmac("sha256", hashingKey).update(key).digest();
const keyIdOf = (key: string): string => key.slice(9, 19);
const cipher = createCipheriv("aes-256-gcm", vaultKey, nonce);
const sealed = Buffer.concat([cipher.update(credential), cipher.final(), cipher.getAuthTag()]).toString("base64");
const schema = `create table keys (id text primary key, hash text not null);
  create table connections (id text primary key, sealed text not null);
  create table executions (id text primary key, connection_id text not null, action_id text not null, status text not null,
    idempotency_key text not null, summary text not null, created_at text not null);
  create index executions_newest on executions (connection_id, created_at);
  create unique index executions_keys on executions (idempotency_key) where idempotency_key <> '';
  insert into keys values ('${keyIdOf(serviceKey)}', '${hashOf(serviceKey).toString("base64")}');
  insert into connections values ('${connectionId}', '${sealed}');`;
const findSql = "select hash, sealed from keys, connections where keys.id = $1 and connections.id = $2";
const idempotentSql = "select id, status from executions where idempotency_key = $1 and idempotency_key <> ''";

/** Batches items that arrive during a commit into the next one; answers only after the commit. */
function grouped(commit: (items: string[][]) => unknown): (item: string[]) => Promise<void> {
  let waiting: string[][] = [];
  let next: Promise<void> | null = null;
  let last = Promise.resolve();
  const begin = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    const items = waiting;
    waiting = [];
    next = null;
    await commit(items);
  };
  return (item) => {
    waiting.push(item);
    next ??= last = last.then(begin);
    return next;
  };
}

function openSqlite(path: string): Store {
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; ${schema}`);
  const prepare = (sql: string) => database.prepare(sql.replaceAll("$", "?"));
  const insert = prepare("insert into executions values ($1, $2, $3, $4, $5, $6, $7)");
  const settle = prepare("update executions set status = $1, summary = $2 where id = $3 and status = 'dispatched'");
  const [begin, end] = [prepare("begin immediate"), prepare("commit")];
  // Seven columns are a new record, three a settlement.
  const write = grouped((items) => {
    if (items.length > 1) begin.run();
    for (const columns of items) (columns.length === 3 ? settle : insert).run(...columns);
    if (items.length > 1) end.run();
  });
  const getter = (sql: string): Find => {
    const statement = prepare(sql);
    return (...values) => statement.get(...values);
  };
  return { find: getter(findSql), findIdempotent: getter(idempotentSql), insert: write, settle: write };
}

async function openPostgres(url: string): Promise<Store> {
  const pool = new PostgresPool({ connectionString: url, max: 10 });
  await pool.query(schema);
  const columnsOf = (rows: string[][]): string[][] => (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? ""));
  const arrays = (count: number): string => Array.from({ length: count }, (_, at) => `$${at + 1}::text[]`).join();
  const insertSql = `insert into executions select * from unnest(${arrays(7)})`;
  const settleSql = `update executions set status = s.status, summary = s.summary
    from unnest(${arrays(3)}) as s(status, summary, id) where executions.id = s.id and executions.status = 'dispatched'`;
  const query = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values });
  return {
    find: async (...values) => (await query("find", findSql, values)).rows[0],
    findIdempotent: async (...values) => (await query("idempotent", idempotentSql, values)).rows[0],
    insert: grouped((rows) => query("insert", insertSql, columnsOf(rows))),
    settle: grouped((rows) => query("settle", settleSql, columnsOf(rows))),
  };
}

const store = databaseUrl.startsWith("sqlite:") ? openSqlite(databaseUrl.slice(7)) : await openPostgres(databaseUrl);
const [pool, idle] = [new Pool(upstream, { connections: 128 }), [] as Client[]];
const address = new URLSearchParams(devConfig).toString();
const secretPath = `/v3/configs/config/secret?${address}&name=${secretName}`;
const secretsPath = "/v3/configs/config/secrets";
const namesPath = `${secretsPath}/names?${address}&include_dynamic_secrets=false`;

/** The provider's authorization header. @throws Error for an unknown key or connection. */
async function open(authorization = "", id = ""): Promise<{ authorization: string }> {
  const key = authorization.slice("Bearer ".length);
  const known = (await store.find(keyIdOf(key), id)) as { hash: string; sealed: string } | undefined;
  if (known === undefined || !timingSafeEqual(Buffer.from(known.hash, "base64"), hashOf(key))) throw new Error("401");
  const bytes = Buffer.from(known.sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", vaultKey, nonce).setAuthTag(bytes.subarray(-16));
  const token = decipher.update(bytes.subarray(0, -16), undefined, "utf8") + decipher.final("utf8");
  return { authorization: `Bearer ${token}` };
}

type Input = { project: string; config: string; name: string; value?: string };
type Route = { Params: { id: string }; Headers: { "idempotency-key"?: string }; Body: { input: Input } };
async function read(request: FastifyRequest<Route>): Promise<object> {
  const headers = await open(request.headers.authorization, request.params.id);
  const { body } = await pool.request({ method: "GET", path: secretPath, headers });
  const { name, value } = (await body.json()) as { name: string; value: { computed: string } };
  const [id, at] = [randomUUID(), new Date().toISOString()];
  await store.insert([id, request.params.id, "secrets.get", "succeeded", "", JSON.stringify({ name }), at]);
  return { execution: { id, status: "succeeded", at }, output: { name, computed: value.computed } };
}
async function write(request: FastifyRequest<Route>): Promise<object> {
  const headers = await open(request.headers.authorization, request.params.id);
  const key = request.headers["idempotency-key"] ?? "";
  if ((await store.findIdempotent(key)) !== undefined) throw new Error("A replay.");
  const { project, config, name, value } = request.body.input;
  // The change is sent on an exclusive connection that has just answered a read of the same execution.
  const client = idle.pop() ?? new Client(upstream);
  const probe = await client.request({ method: "GET", path: namesPath, headers });
  const { names } = (await probe.body.json()) as { names: string[] };
  const change = { name, originalName: names.includes(name) ? name : null, value };
  const [id, summary, at] = [randomUUID(), JSON.stringify({ project, config, name }), new Date().toISOString()];
  await store.insert([id, request.params.id, "secrets.set", "dispatched", key, summary, at]);
  const sent = { ...headers, "content-type": "application/json" };
  const body = JSON.stringify({ project, config, change_requests: [change] });
  const response = await client.request({ method: "POST", path: secretsPath, headers: sent, body });
  await response.body.dump();
  idle.push(client);
  const status = response.statusCode === 200 ? "succeeded" : "outcome_unknown";
  await store.settle([status, summary, id]);
  return { execution: { id, status, at }, output: { project, config, name, saved: true } };
}
const app = Fastify();
app.get("/pass", async () => (await pool.request({ method: "GET", path: secretPath })).body.text());
const actions = "/v1/tenants/:tenant/connections/:id/actions";
app.post<Route>(`${actions}/secrets.get::execute`, (request) => read(request));
app.post<Route>(`${actions}/secrets.set::execute`, (request) => write(request));
tell({ port: Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port) });

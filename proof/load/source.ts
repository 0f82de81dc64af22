/**
 * A source of requests, a separate process: it sends at a fixed rate, and measures latency from when a
 * request was due, so that waiting to be sent counts (no coordinated omission).
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";

/** Requests to send in turn. A `keyed` request gets a new idempotency key each time. */
export interface SourceRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: string | null;
  readonly isKeyed: boolean;
}

/** One run. */
export interface SourceOrder {
  readonly url: string;
  readonly serviceKey: string;
  readonly requests: readonly SourceRequest[];
  readonly perSecond: number;
  readonly seconds: number;
  /** Omits latencies of requests due before this. */
  readonly leadSeconds: number;
  /** The prefix of every key. */
  readonly name: string;
}

/** The number of answers by status (0 for none), and the latencies of those with 200, in milliseconds. */
export interface SourceResult {
  readonly statuses: Readonly<Record<string, number>>;
  readonly latenciesMs: readonly number[];
}

/** Runs a source in a separate process. @throws Error if it ends without a result. */
export async function runSource(order: SourceOrder): Promise<SourceResult> {
  const child = fork(import.meta.filename, [], { execArgv: ["--disable-warning=ExperimentalWarning"] });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  try {
    const ended = once(child, "exit").then(() => {
      throw new Error("The source of requests ended early.");
    });
    ended.catch(() => undefined);
    child.send(order);
    const [result] = (await Promise.race([once(child, "message"), ended])) as [SourceResult];
    return result;
  } finally {
    process.removeListener("exit", killAtExit);
    child.kill("SIGKILL");
  }
}

async function run(order: SourceOrder): Promise<SourceResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const statuses: Record<string, number> = {};
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const total = order.perSecond * order.seconds;
  const answers: Promise<void>[] = [];
  const countAnswer = async (index: number, dueAt: number): Promise<void> => {
    const status = await send(order, index, agent);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 200 && dueAt - startedAt >= order.leadSeconds * 1000) latenciesMs.push(performance.now() - dueAt);
  };
  for (let index = 0; index < total; index += 1) {
    const dueAt = startedAt + (index * 1000) / order.perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    answers.push(countAnswer(index, dueAt));
  }
  await Promise.all(answers);
  agent.destroy();
  return { statuses, latenciesMs };
}

function send(order: SourceOrder, index: number, agent: Agent): Promise<number> {
  const { method, path, body, isKeyed } = order.requests[index % order.requests.length] ?? {};
  const headers: Record<string, string> = { authorization: `Bearer ${order.serviceKey}` };
  if (isKeyed === true) headers["idempotency-key"] = `${order.name}-${index}`;
  if (typeof body === "string") headers["content-type"] = "application/json";
  return new Promise((resolve) => {
    const outgoing = request(new URL(path ?? "/", order.url), {
      agent,
      headers,
      ...(method === undefined ? {} : { method }),
    });
    outgoing.once("response", (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once("error", () => resolve(0));
    outgoing.end(body ?? undefined);
  });
}

if (import.meta.main && process.send !== undefined) {
  process.once("message", (order) => {
    void run(order as SourceOrder).then((result) => process.send?.(result));
  });
}

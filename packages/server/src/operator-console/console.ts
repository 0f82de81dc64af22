/** What the console's pages are given: the domain's services, and what a request is. */
import type { ServiceClock } from "../clock/service-clock.ts";
import type { Connections } from "../connections/connections.ts";
import type { ExecutionRecords } from "../executions/records.ts";
import type { FenceWatch } from "../failover/watch.ts";
import type { Operator, OperatorSessions } from "../operators/sessions.ts";
import type { Overview } from "../overview/overview.ts";
import type { Platform } from "../platform.ts";
import type { Caller } from "../service-clients/caller.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import type { ServiceClients } from "../service-clients/service-clients.ts";
import type { Webhooks } from "../webhooks/endpoints.ts";
import type { WebhookOperations } from "../webhooks/operating.ts";
import type { Html } from "./markup.ts";

/** The services behind the pages. */
export type ConsoleServices = {
  sessions: OperatorSessions;
  overview: Overview;
  connections: Pick<Connections, "disconnect" | "test">;
  records: Pick<ExecutionRecords, "resolve">;
  webhooks: Pick<Webhooks, "deliveries">;
  /** Endpoints as handled by this actor of the audit trail. */
  webhookOperations: (actor: string) => Pick<WebhookOperations, "disable" | "enable" | "redeliver">;
  /** Service clients as handled by this actor of the audit trail. */
  serviceClients: (actor: string) => Pick<ServiceClients, "revokeKey">;
  findClient: (clientId: string) => Promise<ServiceClientRow | null>;
  platform: Pick<Platform, "nowMs">;
  clock: Pick<ServiceClock, "standing">;
  /** Whether writes are stopped, and how the database replicates. */
  fence: Pick<FenceWatch, "state">;
  /** Slugs of the providers of this version. */
  providers: readonly string[];
  sandbox: boolean;
};

/** A request of somebody who is signed in. */
export type ConsoleRequest = {
  services: ConsoleServices;
  operator: Operator;
  /** What every form of this session carries. */
  formToken: string;
  /** Parts of the path, by name. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Fields of a form; empty where none was sent. */
  form: URLSearchParams;
};

/** What is answered: a page, or where to go on. */
export type ConsoleAnswer = ConsolePage | { location: string };

/** A page without its frame. */
export type ConsolePage = { title: string; main: Html; status?: number };

/** Answers one route. @throws ServiceError which is shown as a page. */
export type ConsoleRoute = {
  method: "GET" | "POST";
  /** With `:name` for a part that varies. */
  path: string;
  answer: (request: ConsoleRequest) => Promise<ConsoleAnswer>;
};

/** A parameter or field that is given once and is not "", without spaces at its ends; null otherwise. */
export function textOf(given: URLSearchParams, name: string): string | null {
  const [value = "", ...others] = given.getAll(name);
  const text = value.trim();
  return text === "" || others.length > 0 ? null : text;
}

/** The same as one of these; null for any other. */
export function oneOf<Choice extends string>(
  given: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const text = textOf(given, name);
  return choices.find((choice) => choice === text) ?? null;
}

/** The cursor of a listing. */
export function cursorOf({ query }: ConsoleRequest): string | undefined {
  return textOf(query, "cursor") ?? undefined;
}

/** The client, as whose caller the operator acts; the trail names the operator. @throws Error where it is gone. */
export async function callerFor({ services, operator }: ConsoleRequest, clientId: string): Promise<Caller> {
  const client = await services.findClient(clientId);
  if (client === null) throw new Error("A row names a service client that is not there.");
  return { client, keyId: "", operatorId: operator.tokenId };
}

/** The operator as the audit trail names them. */
export function actorOf({ operator }: ConsoleRequest): string {
  return `operator:${operator.tokenId}`;
}

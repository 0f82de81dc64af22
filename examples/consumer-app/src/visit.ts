/** A handler's input: the app, and the signed-in user's request. */
import type { ServiceClient, TenantScope } from "@svc/sdk";
import type { Reply } from "./http.ts";
import type { Records } from "./records.ts";
import type { User } from "./users.ts";

/** The app's settings; `main.ts` reads them from the environment. */
export type Settings = {
  /** Harbor's own origin, as browsers see it. It must be registered for the service client. */
  origin: string;
  serviceUrl: string;
  serviceKey: string;
  /** A second key, which may decide: it says who decides about what agents with tokens of the first key propose. */
  approvalsKey: string;
  /** The origin of the hosted Connect page, if it is separate (`SVC_CONNECT_URL`). */
  connectUrl?: string;
  /** The signing secret of the webhook endpoint; without one, deliveries are refused. */
  webhookSecret?: string;
  /** Who completes a Connect session: this backend with a code (`confirmed`, safer), or svc automatically. */
  completion: "confirmed" | "automatic";
  /** The file for Harbor's own records. */
  recordsFile: string;
  log?: (line: string) => void;
};

/** The running app. */
export type App = {
  settings: Settings;
  client: ServiceClient;
  /** Calls svc with the key that may decide. */
  approvals: ServiceClient;
  records: Records;
  log: (line: string) => void;
  isHttps: boolean;
};

/** A request of a signed-in user. */
export type Visit = App & {
  user: User;
  /** The token in each of this user's forms. */
  csrf: string;
  tenantId: string;
  /** The calls for this user's tenant: none of them reaches another tenant. */
  tenant: TenantScope;
  form: URLSearchParams;
  query: URLSearchParams;
  /** The last part of the path, if the route ends in `/*`. */
  id: string;
  /** Milliseconds. */
  now: number;
  wantsJson: boolean;
};

/** Answers one request of a signed-in user. */
export type Handler = (visit: Visit) => Promise<Reply>;

/** The catalog of actions, as those who use single actions need it. */
import type { Action, Provider } from "@svc/provider-kit";
import type { ServiceClientRow } from "../service-clients/port.ts";
import type { ListedOrigins } from "./listed-origins.ts";

/** Finds actions and providers, and says which of them are allowed. */
export type ActionLookup = {
  /** Finds an action, whether or not it is enabled. */
  find(provider: string, actionId: string): { provider: Provider; action: Action } | null;
  /** Finds a provider; null if this deployment has none with this slug, or no longer has it. */
  provider(slug: string): Provider | null;
  /** Whether a connection's origin is still in the operator's list. */
  origins: Pick<ListedOrigins, "isListed">;
  /** Whether the deployment enables the action and the client's policy allows it. */
  isEffective(client: ServiceClientRow, provider: string, actionId: string): boolean;
};

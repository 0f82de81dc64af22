/** The actions of the built-in providers, for generated files. */
import type { Action } from "@svc/contract";
import { presentAction } from "../domain/catalog/present.ts";
import { registeredProviders } from "./providers.ts";

/** Every built-in action in the contract's form, for the SDK's types. */
export function codedActions(): Action[] {
  return registeredProviders.flatMap(({ provider }) =>
    provider.actions.map((action) => presentAction(provider.slug, action)),
  );
}

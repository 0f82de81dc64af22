/** Input and output types of actions, by action id. */
import type { Execution } from "@svc/contract";
import type { BuiltInActions } from "./generated/built-in-actions.ts";
import type { CallOptions, KeyedOptions } from "./transport.ts";

/**
 * The actions that your tenants may use, by id with provider. Empty unless you generate it: `svc types` writes a file
 * that adds the actions of your deployment, including those of your own providers.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- its members come from the file that `svc types` writes
export interface TenantActions {}

/** The actions that calls are checked against: yours if you generated them, otherwise the built-in ones. */
export type ActionTypes = keyof TenantActions extends never ? BuiltInActions : TenantActions;

type FullId = Extract<keyof ActionTypes, string>;
type BareId<Id extends string> = Id extends `${string}/${infer Bare}` ? Bare : never;

/** An action's id, with its provider (`doppler/secrets.get`) or without (`secrets.get`). */
export type ActionId = FullId | BareId<FullId>;

/** The types for an id: a union if several providers have an action with this id. */
type ActionOf<Id extends ActionId> = Id extends FullId
  ? ActionTypes[Id]
  : ActionTypes[Extract<FullId, `${string}/${Id}`>];

/** What the action's input schema accepts. */
export type ActionInput<Id extends ActionId> = ActionOf<Id> extends { input: infer Input } ? Input : never;

/** What the action returns the first time; a replay may return less. */
export type ActionOutput<Id extends ActionId> = ActionOf<Id> extends { output: infer Output } ? Output : never;

/** The output that a replay returns: the parts that may be stored. */
export type ReplayedOutput<Id extends ActionId> =
  ActionOf<Id> extends { replayedOutput: infer Output } ? Output : ActionOutput<Id>;

/**
 * An executed action, and whether the response is a replay of the key's first one. `output` is null if the response was
 * lost and svc's evidence settled the execution without showing the output (`execution.settlement`), or a person
 * resolved it as succeeded (`execution.resolution`).
 */
export type ExecuteResult<Output = unknown, Replayed = Output> =
  | { execution: Execution; output: Output | null; replayed: false }
  | { execution: Execution; output: Replayed | null; replayed: true };

/** The execution with its typed output. */
export type ActionResult<Id extends ActionId> = ExecuteResult<ActionOutput<Id>, ReplayedOutput<Id>>;

/** Options for a write. Create the key and store it with the work before the first call. */
export type WriteOptions = KeyedOptions & { idempotencyKey: string };

/**
 * The arguments of `execute` after the id: the input, and options, which a write requires because it needs a key. An id
 * that could be any action accepts no input, so the compiler reports a misspelled id and not a mismatch in the input.
 */
export type ExecuteArguments<Id extends ActionId> = [ActionId] extends [Id]
  ? [input: never, options?: KeyedOptions]
  : ActionOf<Id> extends { effect: "read" }
    ? [input: ActionInput<Id>, options?: CallOptions]
    : [input: ActionInput<Id>, options: WriteOptions];

/** What the compiler says about a change without a key. */
type KeyIsMissing =
  "A change needs an idempotency key: create one, store it, and pass { idempotencyKey } after the input.";
/** What it says about an id that could be any action's. */
type IdIsUnknown = "This id can be any action's, so its input can't be checked: use executeUntyped or proposeUntyped.";
/** More arguments than anybody passes: the compiler ignores the overload, and reports the mistake of another one. */
type NoCall = [never, never, never, never];

/** The arguments of a mistaken call without options, whose type is the message. */
export type ArgumentsWithoutKey<Id extends ActionId> = [ActionId] extends [Id]
  ? [input: IdIsUnknown]
  : ActionOf<Id> extends { effect: "read" }
    ? NoCall
    : [input: KeyIsMissing];

/** The ids that a misspelled one may mean: those of its provider and resource, of its provider, or all. */
export type SimilarActionId<Id extends string> = Id extends ActionId
  ? Id
  : Id extends `${infer Provider}/${infer Resource}.${string}`
    ? FirstOf<
        Extract<FullId, `${Provider}/${Resource}.${string}`>,
        FirstOf<Extract<FullId, `${Provider}/${string}`>, FullId>
      >
    : Id extends `${infer Resource}.${string}`
      ? FirstOf<Extract<ActionId, `${Resource}.${string}`>, ActionId>
      : ActionId;

type FirstOf<Found, Others> = [Found] extends [never] ? Others : Found;

/** The arguments of a call whose id is misspelled: any, so that the compiler reports only the id. */
export type ArgumentsOfUnknown<Id extends string> = Id extends ActionId ? NoCall : unknown[];

/** The arguments of `propose` after the id: the input and a key. A read changes nothing, so it can't be proposed. */
export type ProposeArguments<Id extends ActionId> = [ActionId] extends [Id]
  ? [input: never, options: WriteOptions]
  : [input: ActionOf<Id> extends { effect: "read" } ? never : ActionInput<Id>, options: WriteOptions];

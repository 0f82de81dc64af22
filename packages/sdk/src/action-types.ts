/** The types of actions by their ids: which input an action takes, and which output it gives. */
import type { Execution } from "@svc/contract";
import type { BuiltInActions } from "./generated/built-in-actions.ts";
import type { CallOptions, KeyedOptions } from "./transport.ts";

/**
 * The actions that your tenants may use, by id with provider. Empty unless you generate it: `svc types` writes a file that
 * adds the actions of your deployment, including those of your own providers.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- a file that `svc types` writes adds its members
export interface TenantActions {}

/** The actions that calls are checked against: yours, if you generated them, otherwise those that svc comes with. */
export type ActionTypes = keyof TenantActions extends never ? BuiltInActions : TenantActions;

type FullId = Extract<keyof ActionTypes, string>;
type BareId<Id extends string> = Id extends `${string}/${infer Bare}` ? Bare : never;

/** An action's id, with its provider (`doppler/secrets.get`) or without (`secrets.get`). */
export type ActionId = FullId | BareId<FullId>;

/** The types behind an id. If several providers have an action with this id, they are a union. */
type ActionOf<Id extends ActionId> = Id extends FullId
  ? ActionTypes[Id]
  : ActionTypes[Extract<FullId, `${string}/${Id}`>];

/** The input of an action. */
export type ActionInput<Id extends ActionId> = ActionOf<Id> extends { input: infer Input } ? Input : never;

/** The output of an action. */
export type ActionOutput<Id extends ActionId> = ActionOf<Id> extends { output: infer Output } ? Output : never;

/** What a replay returns of the output: the parts that may be stored. */
export type ReplayedOutput<Id extends ActionId> =
  ActionOf<Id> extends { replayedOutput: infer Output } ? Output : ActionOutput<Id>;

/**
 * An executed action, and whether the answer replays the key's first one. `output` is null if the answer was lost:
 * `execution.settlement` says that svc's evidence settled it without showing the output, or `execution.resolution` that a person
 * resolved it as succeeded.
 */
export type ExecuteResult<Output = unknown, Replayed = Output> =
  | { execution: Execution; output: Output | null; replayed: false }
  | { execution: Execution; output: Replayed | null; replayed: true };

/** The result of an action. */
export type ActionResult<Id extends ActionId> = ExecuteResult<ActionOutput<Id>, ReplayedOutput<Id>>;

/** Options for a write. Create the key and store it with the work before the first call. */
export type WriteOptions = KeyedOptions & { idempotencyKey: string };

/**
 * What `execute` takes after the id: the input, and options, which a write requires because it needs a key. If the id could
 * be any, no input fits, so that the compiler points at a misspelled id and not at what it then can't know.
 */
export type ExecuteArguments<Id extends ActionId> = [ActionId] extends [Id]
  ? [input: never, options?: KeyedOptions]
  : ActionOf<Id> extends { effect: "read" }
    ? [input: ActionInput<Id>, options?: CallOptions]
    : [input: ActionInput<Id>, options: WriteOptions];

/** What `propose` takes after the id: the input and a key. A read changes nothing, so it can't be proposed. */
export type ProposeArguments<Id extends ActionId> = [ActionId] extends [Id]
  ? [input: never, options: WriteOptions]
  : [input: ActionOf<Id> extends { effect: "read" } ? never : ActionInput<Id>, options: WriteOptions];

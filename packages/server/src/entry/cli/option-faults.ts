/**
 * Reports faults in a service client's fields by the options that they were given with, so that the operator finds
 * them.
 */
import { ServiceError, steeringCharacters, type InputError } from "@svc/contract";
import type { ClientOptions } from "./client-commands.ts";
import { OperatorFailure } from "./io.ts";

type Given = ClientOptions & { name?: string; keyName?: string };

/** An option: its flag, the values that it was given, and valid ones. */
type FaultyOption = {
  flag: string;
  values: (given: Given) => readonly (string | undefined)[];
  examples: readonly string[];
};

/** The options by the field that they set. */
const options: Readonly<Record<string, FaultyOption>> = {
  name: { flag: "--name", values: ({ name }) => [name], examples: ["backend"] },
  keyName: { flag: "--key-name", values: ({ keyName }) => [keyName], examples: ["ci"] },
  appName: { flag: "--app-name", values: ({ appName }) => [appName], examples: ["'Acme Portal'"] },
  agentSignInUrl: {
    flag: "--agent-sign-in-url",
    values: ({ agentSignInUrl }) => [agentSignInUrl],
    examples: ["https://app.example.com/agents"],
  },
  allowedOrigins: {
    flag: "--allowed-origin",
    values: ({ allowedOrigin = [] }) => allowedOrigin,
    examples: ["https://app.example.com", "http://localhost:3000"],
  },
  allowedReturnUrls: {
    flag: "--return-url",
    values: ({ returnUrl = [] }) => returnUrl,
    examples: ["https://app.example.com/connected", "http://localhost:3000/connected"],
  },
  allowedActions: {
    flag: "--allow-action",
    values: ({ allowAction = [] }) => allowAction,
    examples: ["'doppler/*'", "doppler/secrets.get"],
  },
  logoUrl: {
    flag: "--logo-url",
    values: ({ logoUrl }) => [logoUrl],
    examples: ["https://app.example.com/logo.png"],
  },
};

/**
 * Runs work on a service client.
 * @throws OperatorFailure instead of a ServiceError that points at fields. It has a line for each fault, with the
 * option, its value and an example.
 */
export async function namingOptions<T>(given: Given, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.errors === undefined) throw error;
    const lines = error.errors.map((fault) => describeFault(given, fault));
    if (!lines.every((line) => line !== null)) throw error;
    throw new OperatorFailure(lines.join("\n"));
  }
}

/** Describes a fault; null if no option set the field. */
function describeFault(given: Given, { pointer, message }: InputError): string | null {
  const [, field = "", index = "0"] = pointer.replace("/policy/actions/", "/allowedActions/").split("/");
  const option = options[field];
  const value = option?.values(given)[Number(index)];
  if (option === undefined || value === undefined) return null;
  const { flag, examples } = option;
  const example = examples.map((text) => `${flag} ${text}`).join(" or ");
  return `${flag} ${quote(value)}: ${message} For example: ${example}`;
}

/** Quotes a value. A URL may contain a password, which isn't shown. */
function quote(value: string): string {
  const shown = value.replace(/^([a-z]+:\/\/).*@/i, "$1…@");
  return JSON.stringify(shown.replaceAll(steeringCharacters, "\u{fffd}"));
}

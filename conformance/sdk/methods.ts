/** The SDKs' methods by operation, from the contract, and those of the SDKs' own. */
import { operationList, sdkCallable } from "@svc/contract";

/** A method with its arguments in order; any others are its body or query, if it has one. */
export type Method = {
  /** In TypeScript; Python's is the same in snake case. */
  readonly path: string;
  readonly inOrder: readonly string[];
  readonly rest: "object" | "options" | "none";
};

/** Methods that wait, or that return a page: they have no operation of their own. */
const ownMethods: Readonly<Record<string, Method>> = {
  readEvents: { path: "events.read", inOrder: [], rest: "object" },
  waitForProposal: { path: "tenant.proposals.wait", inOrder: ["proposal_id"], rest: "options" },
  waitForConnectSession: { path: "tenant.connectSessions.wait", inOrder: ["session_id"], rest: "options" },
  waitForExecution: { path: "tenant.executions.wait", inOrder: ["execution_id"], rest: "options" },
};

/** The methods by operation. */
export const methods: Readonly<Record<string, Method>> = { ...Object.fromEntries(declared()), ...ownMethods };

function declared(): [string, Method][] {
  return operationList.flatMap((operation): [string, Method][] => {
    const callable = sdkCallable(operation);
    if (callable === null) return [];
    const { params, args, query, body } = callable;
    const isSearch = args.some((arg) => Object.hasOwn(operation.query?.properties ?? {}, arg));
    const hasMore = Object.keys({ ...query, ...body }).length > 0;
    const path = callable.operation.call.method;
    return [
      [operation.id, { path, inOrder: [...params, ...args], rest: isSearch ? "options" : hasMore ? "object" : "none" }],
    ];
  });
}

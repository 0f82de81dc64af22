/** The example request of each operation, as a call of the SDKs and of the command line. */
import { operations, type OperationId } from "../operations.ts";
import { javascript, python, shellWord } from "./literals.ts";
import { operationExamples as examples } from "./operation-examples.ts";
import { exampleIds as ids, exampleKey } from "./resources.ts";
import { derivedCall, ofTenant, type SdkCall } from "./sdk-call.ts";

const { executeAction, proposeAction, testPolicy } = examples;

/** The calls of a connection's actions, whose input is an object of its own. */
const actionCalls: { readonly [Id in OperationId]?: SdkCall } = {
  executeAction: ofTenant({
    typescript: [
      `const connection = tenant.connection("${ids.connection}");`,
      `const input = ${javascript(executeAction.body.input, 14)};`,
      'const { execution, output } = await connection.execute("issues.create", input, {',
      `  idempotencyKey: "${exampleKey}",`,
      "});",
    ].join("\n"),
    python: [
      `connection = tenant.connection("${ids.connection}")`,
      `issue = ${python(executeAction.body.input, 8)}`,
      `result = connection.execute("issues.create", issue, idempotency_key="${exampleKey}")`,
    ].join("\n"),
    cli: [
      `svc actions execute issues.create --connection ${ids.connection} \\`,
      `  --input ${shellWord(JSON.stringify(executeAction.body.input))} \\`,
      `  --idempotency-key ${exampleKey}`,
    ].join("\n"),
  }),
  proposeAction: ofTenant({
    typescript: [
      `const connection = tenant.connection("${ids.connection}");`,
      `const input = ${javascript(proposeAction.body.input, 14)};`,
      `const proposal = await connection.propose("issues.create", input, { idempotencyKey: "${exampleKey}" });`,
    ].join("\n"),
    python: [
      `connection = tenant.connection("${ids.connection}")`,
      `issue = ${python(proposeAction.body.input, 8)}`,
      `proposal = connection.propose("issues.create", issue, idempotency_key="${exampleKey}")`,
    ].join("\n"),
    cli: [
      `svc actions propose issues.create --connection ${ids.connection} \\`,
      `  --input ${shellWord(JSON.stringify(proposeAction.body.input))} \\`,
      `  --idempotency-key ${exampleKey}`,
    ].join("\n"),
  }),
};

/** The commands that are written by hand. */
const commands: { readonly [Id in OperationId]?: string } = {
  getProvider: "svc providers get github",
  listActions: "svc actions list github",
  getAction: "svc actions get github/issues.create",
  createConnectSession: [
    "svc connect-sessions create --provider github --origin https://app.example.com \\",
    "  --return-url https://app.example.com/connected --action issues.list --action issues.create --action user.get \\",
    "  --auth-kind oauth2_authorization_code --completion confirmed",
  ].join("\n"),
  importConnection: [
    "svc connections import --provider github --auth-kind oauth2_authorization_code \\",
    "  --action issues.list --action issues.create --action user.get --credential @credential.json",
  ].join("\n"),
  decideProposal: [
    `svc proposals decide ${ids.proposal} --decision approve --decided-by maria@example.com \\`,
    `  --digest ${examples.decideProposal.body.digest} --reason 'Known regression.'`,
  ].join("\n"),
  testPolicy: [
    `svc policy test issues.create --connection ${ids.connection} \\`,
    `  --input ${shellWord(JSON.stringify(testPolicy.body.input))}`,
  ].join("\n"),
  revokeDelegatedToken: `svc tokens revoke ${ids.delegatedToken}`,
  revokeDelegatedTokens: "svc tokens revoke --label ticket-4711",
};

/** Returns an operation's call; undefined if the SDKs don't offer it. */
export function sdkCallOf(id: OperationId): SdkCall | undefined {
  const call = actionCalls[id] ?? derivedCall(operations[id], examples[id]);
  return call === undefined ? undefined : { ...call, cli: commands[id] ?? call.cli };
}

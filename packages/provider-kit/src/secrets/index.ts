/** The shared form of the actions of secrets managers. */
export { pageOf, secretsContract, type SecretsActionId } from "./contract.ts";
export { defineSecretsAction, secretsContractFaults } from "./define.ts";
export { secretPreview, type SecretState } from "./preview.ts";
export * as secretsFields from "./fields.ts";

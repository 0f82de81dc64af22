/** The actions that secrets managers share. */
export { pageOf, secretsContract, type SecretsActionId } from "./contract.ts";
export { defineSecretsAction, secretsContractFaults } from "./define.ts";
export { secretPreview, type SecretState } from "./preview.ts";
export * as secretsFields from "./fields.ts";

/** A popular client for HashiCorp Vault; HashiCorp has none for Node. */
export { default as nodeVault } from "node-vault";

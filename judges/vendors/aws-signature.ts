/** AWS's own signer for Node. */
export { SignatureV4 } from "@smithy/signature-v4";

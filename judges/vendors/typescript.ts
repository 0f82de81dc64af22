/** The compiler of TypeScript, which reads the declarations of the vendors' clients. */
export { default as ts } from "typescript";

/** Lighthouse, which scores a page. */
export { default as lighthouse } from "lighthouse";

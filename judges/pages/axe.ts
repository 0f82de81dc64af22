/** axe, which finds barriers in a page. */
export { default as axe } from "axe-core";

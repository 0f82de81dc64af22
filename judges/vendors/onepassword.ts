/** 1Password's own client for Connect servers. */
export { ItemBuilder, OnePasswordConnect, type FullItem } from "@1password/connect";

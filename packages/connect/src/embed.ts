/** The embed script: what `/connect/v1/svc-connect.js` puts on the page that includes it. */
import { connect } from "./connect.ts";
import { readReturn } from "./return.ts";

Object.defineProperty(window, "SvcConnect", { value: Object.freeze({ connect, readReturn }), configurable: true });

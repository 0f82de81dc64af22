"""The version of this package, the same as the server's and the TypeScript SDK's."""

VERSION = "0.1.0"

"""The blocking client, generated from `_async` by `npm run generate`."""

"""The client for asyncio. The blocking client in `_sync` is generated from this folder."""

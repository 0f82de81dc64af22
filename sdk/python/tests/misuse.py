"""Calls that a type checker must refuse. `reportUnnecessaryTypeIgnoreComment` fails for each that it accepts."""

# pyright: reportUnnecessaryTypeIgnoreComment=error, reportUnusedCoroutine=false

import svc


def blocking(client: svc.Svc) -> None:
    tenant = client.tenant("ten_1")
    client.tenants.create(externalId="a", display_name="A")  # pyright: ignore[reportCallIssue]
    client.tenants.create(external_id="a")  # pyright: ignore[reportCallIssue]
    tenant.connection("con_1").execute("secrets.get")  # pyright: ignore[reportCallIssue]
    tenant.connection("con_1").execute("secrets.get", "input")  # pyright: ignore[reportArgumentType]
    tenant.connection("con_1").propose("secrets.set", {})  # pyright: ignore[reportCallIssue]
    tenant.proposals.decide("prp_1", decision="approved", digest="d", decided_by="m")  # pyright: ignore[reportArgumentType]
    tenant.proposals.decide("prp_1", decision="approve", decided_by="m")  # pyright: ignore[reportCallIssue]
    tenant.proposals.list(status="waiting")  # pyright: ignore[reportArgumentType]
    tenant.executions.list(status="done")  # pyright: ignore[reportArgumentType]
    tenant.executions.resolve("act_1", outcome="unknown")  # pyright: ignore[reportArgumentType]
    client.tenants.get("ten_1").displayName  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    client.webhook_endpoints.create(url="https://a.test", event_types=1)  # pyright: ignore[reportArgumentType]


async def asynchronous(client: svc.AsyncSvc) -> None:
    (await client.tenant("ten_1").connection("con_1").execute("secrets.get", {})).missing  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    client.profile().id  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    for _ in client.tenants.list():  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
        pass

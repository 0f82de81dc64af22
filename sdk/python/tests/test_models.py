"""Results: what they show, what they keep, and how they take fields that are missing or new."""

import unittest

from svc.models import CreatedConnectSession, CreatedWebhookEndpoint, Execution, Proposal, Tenant
from svc import ApprovalRequiredError, ExecuteResult

TENANT = {"id": "ten_1", "externalId": "a", "displayName": "A", "createdAt": "2026-01-01T00:00:00Z"}


class Models(unittest.TestCase):
    def test_reads_fields_in_snake_case(self) -> None:
        tenant = Tenant(TENANT)
        self.assertEqual((tenant.id, tenant.external_id, tenant.display_name), ("ten_1", "a", "A"))
        self.assertEqual(tenant.to_dict(), TENANT)
        self.assertEqual(tenant, Tenant(dict(TENANT)))
        self.assertIn("external_id='a'", repr(tenant))

    def test_reads_nested_objects_and_lists(self) -> None:
        execution = Execution({"id": "act_1", "error": {"code": "INTERNAL", "detail": "d"}, "resolution": None})
        assert execution.error is not None
        self.assertEqual(execution.error.code, "INTERNAL")
        self.assertIsNone(execution.resolution)

    def test_shows_no_secret(self) -> None:
        session = CreatedConnectSession({"id": "cs_1", "token": "canary"})
        endpoint = CreatedWebhookEndpoint({"id": "whe_1", "secret": "canary"})
        result = ExecuteResult({"execution": {"id": "act_1", "summary": {"input": "canary"}}, "output": "canary"}, False)
        for value in (session, endpoint, result, [result], {"a": result}):
            self.assertNotIn("canary", f"{value} {value!r}")
        self.assertEqual((session.token, endpoint.secret, result.output), ("canary",) * 3)

    def test_says_that_a_call_waits_or_how_its_proposal_ended(self) -> None:
        for status, said in (
            ("pending", "A person has to approve the call: proposal prp_1. Nothing was sent."),
            ("approved", "A person has approved the call, and svc is about to make it: proposal prp_1."),
            ("denied", "A person has denied the call: proposal prp_1. Nothing was sent."),
            ("newer", "The call isn't made yet, or has ended: proposal prp_1 is newer."),
        ):
            error = ApprovalRequiredError(Proposal({"id": "prp_1", "status": status, "summary": {"input": "canary"}}))
            self.assertEqual(str(error), said)
            self.assertEqual(error.proposal.status, status)
            self.assertNotIn("canary", f"{error!r} {vars(error)!r}")

    def test_keeps_unknown_fields_and_misses_absent_ones(self) -> None:
        tenant = Tenant({"id": "ten_1", "newer": "canary"})
        self.assertEqual(tenant.to_dict()["newer"], "canary")
        self.assertNotIn("canary", repr(tenant))
        with self.assertRaises(AttributeError):
            _ = tenant.display_name
        self.assertIsNone(CreatedConnectSession({"id": "cs_1"}).token)

    def test_is_read_only(self) -> None:
        tenant = Tenant(TENANT)
        with self.assertRaises(AttributeError):
            tenant.id = "ten_2"
        tenant.to_dict()["id"] = "ten_2"
        self.assertEqual(tenant.id, "ten_1")


if __name__ == "__main__":
    unittest.main()

"""Verifying deliveries, with a signature from the reference library of Standard Webhooks."""

import base64
import unittest

from svc import WebhookEvent, WebhookVerificationError, verify_webhook

SECRET = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="
OTHER = "whsec_" + base64.b64encode(bytes([8] * 32)).decode()
SENT = 1769860800
SIGNATURE = "v1,NTbaNW+kfTLqcMUXb/xdxhc7ka06AaEyZxB99dwWf+c="
BODY = (
    '{"type":"connection.created","timestamp":"2026-01-31T11:59:59.000Z","data":{"tenant_id":"ten_1",'
    '"connection_id":"con_1","provider":"doppler","status":"active"}}'
)
HEADERS = {
    "webhook-id": "evt_01k0000000e8r9m2p4s6t8w0y2",
    "webhook-timestamp": str(SENT),
    "webhook-signature": SIGNATURE,
}


class Webhooks(unittest.TestCase):
    def refuses(self, message: str, **given: object) -> None:
        arguments = {"secret": SECRET, "headers": HEADERS, "body": BODY, "now": SENT, **given}
        with self.assertRaisesRegex(WebhookVerificationError, message):
            verify_webhook(**arguments)  # type: ignore[arg-type]

    def test_returns_the_event_that_the_reference_library_signed(self) -> None:
        event = WebhookEvent(
            "evt_01k0000000e8r9m2p4s6t8w0y2",
            "connection.created",
            "2026-01-31T11:59:59.000Z",
            {"tenant_id": "ten_1", "connection_id": "con_1", "provider": "doppler", "status": "active"},
        )
        self.assertEqual(verify_webhook(SECRET, headers=HEADERS, body=BODY, now=SENT), event)
        titled = {name.title(): value for name, value in HEADERS.items()}
        self.assertEqual(verify_webhook(SECRET, headers=titled, body=BODY.encode(), now=SENT), event)

    def test_accepts_either_signature_during_a_rotation(self) -> None:
        for signatures in (f"v1,AAAA {SIGNATURE}", f"{SIGNATURE} v1,AAAA", f"v1a,AAAA {SIGNATURE}"):
            headers = {**HEADERS, "webhook-signature": signatures}
            self.assertEqual(verify_webhook(SECRET, headers=headers, body=BODY, now=SENT).type, "connection.created")

    def test_rejects_a_changed_body_id_or_time_and_another_secret(self) -> None:
        self.refuses("No signature matches", body=BODY.replace("active", "broken"))
        self.refuses("No signature matches", headers={**HEADERS, "webhook-id": "evt_01k0000000e8r9m2p4s6t8w0y3"})
        self.refuses("No signature matches", headers={**HEADERS, "webhook-timestamp": str(SENT + 1)})
        for signatures in ("v1,AAAA v2,BBBB", "v1,", "v1,?", SIGNATURE.replace("v1,", "v2,")):
            self.refuses("No signature matches", headers={**HEADERS, "webhook-signature": signatures})
        self.refuses("No signature matches", secret=OTHER)
        for secret in ("whsec_?", "whsec_", ""):
            self.refuses("isn't a signing secret", secret=secret)

    def test_rejects_a_recording_that_is_sent_again_and_a_time_ahead(self) -> None:
        for seconds in (-301, 301):
            self.refuses("five minutes", now=SENT + seconds)
        for time in ("x", "-1", "1e9", "9" * 13):
            self.refuses("five minutes", headers={**HEADERS, "webhook-timestamp": time})

    def test_says_which_header_is_missing(self) -> None:
        for name in HEADERS:
            self.refuses(f"{name} is missing", headers={key: value for key, value in HEADERS.items() if key != name})

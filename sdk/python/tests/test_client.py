"""Settings, connections and TLS of the blocking client."""

import base64
import copy
import json
import os
import ssl
import unittest
from typing import Any, Dict
from unittest import mock

import svc
from local_server import CERTIFICATES, NAMED_CERTIFICATES, PROJECT, LocalServer
from svc._base_url import parse_base_url
from svc._proxy import find_proxy
from tunnel_proxy import TunnelProxy

TOKEN = "svc_live_canary"


def environment(variables: Dict[str, str]) -> Any:
    return mock.patch.dict(os.environ, variables, clear=True)


class Settings(unittest.TestCase):
    def test_refuses_to_start_without_a_token_or_an_address(self) -> None:
        with environment({}), self.assertRaisesRegex(svc.SvcError, "SVC_TOKEN"):
            svc.Svc(base_url="http://127.0.0.1:1")
        with environment({"SVC_TOKEN": TOKEN}), self.assertRaisesRegex(svc.SvcError, "SVC_API_URL"):
            svc.Svc()
        with environment({"SVC_TOKEN": f'"{TOKEN}"'}), self.assertRaisesRegex(svc.SvcError, "is in quotes"):
            svc.Svc(base_url="http://127.0.0.1:1")
        with environment({"SVC_TOKEN": ""}), self.assertRaises(svc.SvcError):
            svc.AsyncSvc(base_url="http://127.0.0.1:1")

    def test_takes_both_from_the_environment(self) -> None:
        with LocalServer() as server, environment({"SVC_API_URL": f"{server.url}/below/", "SVC_TOKEN": TOKEN}):
            with svc.Svc() as client:
                self.assertEqual(client.profile().id, "scl_1")
                self.assertEqual(repr(client), f"Svc(base_url='{server.url}/below/')")
        self.assertEqual(server.paths, ["/below/v1/service-client"])

    def test_holds_the_token_in_nothing_that_shows_it(self) -> None:
        with svc.Svc(base_url="http://127.0.0.1:1", access_token=TOKEN) as client:
            settings = client._transport._settings
            self.assertNotIn("canary", f"{settings} {settings!r} {vars(settings)}")
            with self.assertRaises(TypeError):
                copy.deepcopy(settings)

    def test_uses_no_proxy_for_http(self) -> None:
        proxies = {"http_proxy": "http://127.0.0.1:1", "https_proxy": "http://127.0.0.1:1"}
        with LocalServer() as server, environment(proxies):
            with svc.Svc(base_url=server.url, access_token=TOKEN) as client:
                self.assertEqual(client.profile().id, "scl_1")


class BehindAProxy(unittest.TestCase):
    """A server that is asked for by a name, and a proxy that leads there."""

    def named_server(self) -> LocalServer:
        return LocalServer(has_tls=True, certificates=NAMED_CERTIFICATES)

    def profile(self, server: LocalServer, variables: Dict[str, str], host: str = "svc.internal") -> str:
        certificates = NAMED_CERTIFICATES if host == "svc.internal" else CERTIFICATES
        tls = ssl.create_default_context(cafile=str(certificates / "test-only-certificate.pem"))
        port = server.url.rsplit(":", 1)[1]
        with environment(variables):
            options = {"access_token": TOKEN, "tls": tls, "timeout_seconds": 10, "max_retries": 0}
            with svc.Svc(base_url=f"https://{host}:{port}", **options) as client:
                return client.profile().id

    def test_sends_through_a_tunnel(self) -> None:
        with self.named_server() as server:
            port = server.url.rsplit(":", 1)[1]
            with TunnelProxy(int(port)) as proxy:
                for name in ("HTTPS_PROXY", "https_proxy"):
                    url = f"http://me:canary%2F@{proxy.host}"
                    self.assertEqual(self.profile(server, {name: url}), "scl_1")
                credentials = base64.b64encode(b"me:canary/").decode()
                expected = (
                    f"CONNECT svc.internal:{port} HTTP/1.1\r\nhost: svc.internal:{port}\r\n"
                    f"proxy-authorization: Basic {credentials}\r\n\r\n"
                )
                self.assertEqual(proxy.heads, [expected.encode()] * 2)

    def test_sends_directly_to_this_machine(self) -> None:
        with LocalServer(has_tls=True) as server:
            variables = {"HTTPS_PROXY": "http://127.0.0.1:1"}
            self.assertEqual(self.profile(server, variables, host="localhost"), "scl_1")

    def test_reads_the_variables_like_the_server_and_the_other_sdk(self) -> None:
        table = json.loads((PROJECT / "conformance/sdk/no-proxy.json").read_text())
        for case in table["cases"]:
            with environment({"HTTPS_PROXY": "proxy.test:3128", "NO_PROXY": case["noProxy"]}):
                for way in ("directly", "through"):
                    for url in case[way]:
                        with self.subTest(no_proxy=case["noProxy"], url=url):
                            self.assertEqual(find_proxy(parse_base_url(url)) is None, way == "directly")
        for case in table["variables"]:
            with self.subTest(environment=case["environment"]), environment(case["environment"]):
                proxy = find_proxy(parse_base_url(table["target"]))
                self.assertEqual(proxy and f"{proxy.host}:{proxy.port}", case["proxy"])

    def test_sends_nothing_without_a_tunnel(self) -> None:
        with self.named_server() as server:
            with TunnelProxy(1, answer=b"HTTP/1.1 407 Who?\r\n\r\n") as proxy:
                with self.assertRaises(svc.ApiConnectionError) as caught:
                    self.profile(server, {"HTTPS_PROXY": f"http://me:canary@{proxy.host}"})
            self.assertEqual(server.paths, [])
            self.assertNotIn("canary", repr(caught.exception) + str(caught.exception))

    def test_names_a_variable_that_is_no_http_proxy(self) -> None:
        for url in ("socks5://canary@proxy:1080", "https://proxy", "http://proxy/path", "http://proxy:x"):
            with environment({"HTTPS_PROXY": url}), self.assertRaisesRegex(svc.SvcError, "^HTTPS_PROXY must") as caught:
                svc.Svc(base_url="https://svc.internal", access_token=TOKEN)
            self.assertNotIn("canary", str(caught.exception))


class Ids(unittest.TestCase):
    def test_names_the_id_that_is_empty(self) -> None:
        with svc.Svc(base_url="http://127.0.0.1:1", access_token=TOKEN) as client:
            tenant = client.tenant("ten_1")
            for name, call in {
                "tenant_id": lambda: client.tenant(""),
                "connection_id": lambda: tenant.connection(""),
                "execution_id": lambda: tenant.executions.get(""),
            }.items():
                with self.assertRaisesRegex(svc.ArgumentError, f"^{name} is empty"):
                    call()


class Labels(unittest.TestCase):
    def test_removes_a_label_that_is_empty_and_keeps_one_that_is_left_out(self) -> None:
        with svc.Svc(base_url="http://127.0.0.1:1", access_token=TOKEN) as client:
            with mock.patch.object(client.tenants, "_change") as change:
                client.tenants.update("ten_1", label="")
                client.tenants.update("ten_1", display_name="A")
                client.tenants.update("ten_1", label="eu")
        bodies = [call.kwargs["body"] for call in change.call_args_list]
        self.assertEqual(bodies, [{"label": None}, {"displayName": "A"}, {"label": "eu"}])


class Connections(unittest.TestCase):
    def test_uses_a_connection_again(self) -> None:
        with LocalServer() as server, svc.Svc(base_url=server.url, access_token=TOKEN) as client:
            for _ in range(3):
                client.profile()
            self.assertEqual((server.connections, len(server.paths)), (1, 3))

    def test_sends_no_change_over_a_connection_that_the_server_closed(self) -> None:
        with LocalServer(closes_afterwards=True) as server, svc.Svc(base_url=server.url, access_token=TOKEN) as client:
            client.profile()
            self.assertTrue(server.has_closed.wait(10))
            client.tenants.update("ten_1", display_name="A")
            self.assertEqual(server.connections, 2)

    def test_uses_no_connection_of_the_process_that_it_was_forked_from(self) -> None:
        with LocalServer() as server, svc.Svc(base_url=server.url, access_token=TOKEN) as client:
            client.profile()
            with mock.patch("svc._exchange.os.getpid", return_value=-1):
                client.profile()
            self.assertEqual(server.connections, 2)

    def test_leaves_a_connection_that_hung(self) -> None:
        with LocalServer(is_silent=True) as server, svc.Svc(base_url=server.url, access_token=TOKEN) as client:
            with self.assertRaisesRegex(svc.ApiTimeoutError, "127.0.0.1.* within 0.1 s"):
                client.profile(timeout_seconds=0.1)
            self.assertTrue(server.has_hung_up.wait(10))


class Tls(unittest.TestCase):
    def test_refuses_a_certificate_that_it_cannot_verify(self) -> None:
        with LocalServer(has_tls=True) as server, svc.Svc(base_url=server.url, access_token=TOKEN) as client:
            with self.assertRaises(svc.ApiConnectionError):
                client.tenants.update("ten_1", display_name="A")
            self.assertEqual(server.paths, [])

    def test_trusts_the_authority_that_it_was_given(self) -> None:
        tls = ssl.create_default_context(cafile=str(CERTIFICATES / "test-only-certificate.pem"))
        with LocalServer(has_tls=True) as server, svc.Svc(base_url=server.url, access_token=TOKEN, tls=tls) as client:
            self.assertEqual(client.profile().id, "scl_1")
            self.assertEqual(client.profile().id, "scl_1")
            self.assertEqual(server.connections, 1)


if __name__ == "__main__":
    unittest.main()

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import svc.ApiClient;
import svc.ApiException;
import svc.ApiResponse;
import svc.api.ConnectFrontendApi;
import svc.api.ConnectSessionsApi;
import svc.api.ExecutionsApi;
import svc.api.TenantsApi;
import svc.model.AuthKind;
import svc.model.CreateConnectSession;
import svc.model.CreateTenant;
import svc.model.ErrorCode;
import svc.model.ExchangeConnectToken;
import svc.model.ExecuteAction;
import svc.model.ExecutedAction;
import svc.model.Problem;
import svc.model.Tenant;

/**
 * The main flow with the client that openapi-generator writes for java.net.http: a tenant, a Connect session that its
 * user completes, a read, a write, the same write again, and an error. It prints a line for each step; the test compares
 * them.
 */
public class Flow {
  static final String origin = System.getenv("ORIGIN");

  /** A client that authenticates with a key or secret; an empty one sends none. */
  static ApiClient client(String secret) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("SVC_API_URL"));
    client.setRequestInterceptor(
        request -> {
          if (!secret.isEmpty()) request.header("Authorization", "Bearer " + secret);
          request.header("Origin", origin);
        });
    return client;
  }

  public static void main(String[] args) throws Exception {
    ApiClient service = client(System.getenv("SVC_TOKEN"));

    CreateTenant body = new CreateTenant().externalId("java").displayName("Java");
    Tenant tenant = new TenantsApi(service).createTenant("java-tenant", body, null);
    System.out.println("tenant " + tenant.getExternalId());

    String connectionId = connect(service, tenant.getId());
    System.out.println("connection " + connectionId.substring(0, 4));

    ExecutionsApi executions = new ExecutionsApi(service);
    Map<String, Object> place = Map.of("project", "harbor-api", "config", "dev", "name", "STRIPE_KEY");
    ExecutedAction read =
        executions.executeAction(
            tenant.getId(), connectionId, "secrets.get", new ExecuteAction().input(place), null, null);
    System.out.println("read " + read.getExecution().getStatus().getValue());

    Map<String, Object> input = new HashMap<>(place);
    input.put("name", "FROM_JAVA");
    input.put("value", "hello");
    String[] ids = new String[2];
    for (int attempt = 0; attempt < ids.length; attempt++) {
      ApiResponse<ExecutedAction> write =
          executions.executeActionWithHttpInfo(
              tenant.getId(), connectionId, "secrets.set", new ExecuteAction().input(input), "java-write", null);
      ids[attempt] = write.getData().getExecution().getId();
      boolean isReplayed = write.getHeaders().containsKey("idempotent-replayed");
      System.out.println("write " + write.getData().getExecution().getStatus().getValue() + " replayed " + isReplayed);
    }
    System.out.println("same execution " + ids[0].equals(ids[1]));

    input.put("name", "lower-case");
    try {
      executions.executeAction(
          tenant.getId(), connectionId, "secrets.set", new ExecuteAction().input(input), "java-invalid", null);
      throw new IllegalStateException("an invalid input was accepted");
    } catch (ApiException error) {
      Problem problem = service.getObjectMapper().readValue(error.getResponseBody(), Problem.class);
      boolean isTyped = problem.getCode() == ErrorCode.INPUT_INVALID;
      System.out.println("refused " + isTyped + " " + problem.getErrors().get(0).getPointer());
    }
  }

  /** Opens a Connect session, and does what its user's browser does. */
  static String connect(ApiClient service, String tenantId) throws ApiException {
    CreateConnectSession body =
        new CreateConnectSession()
            .provider("doppler")
            .authKind(AuthKind.STATIC_CREDENTIAL)
            .allowedOrigin(origin)
            .returnUrl(System.getenv("RETURN_URL"))
            .requestedActions(Set.of("secrets.get", "secrets.set"));
    String token = new ConnectSessionsApi(service).createConnectSession(tenantId, "java-session", body, null).getToken();
    String secret =
        new ConnectFrontendApi(client(""))
            .exchangeConnectToken(new ExchangeConnectToken().token(token), null)
            .getSessionSecret();
    return new ConnectFrontendApi(client(secret))
        .submitCredential(Map.of("access_token", System.getenv("CREDENTIAL")), null)
        .getCredentialAccepted()
        .getConnectionId();
  }
}

// The main flow with the client that oapi-codegen writes: a tenant, a Connect session that its user completes, a read,
// a write, the same write again, and an error. It prints a line for each step; the test compares them.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"svc.test/languages/oapi"
)

var (
	ctx    = context.Background()
	origin = os.Getenv("ORIGIN")
)

// client returns one that authenticates with a key or secret; an empty one sends none.
func client(secret string) *oapi.ClientWithResponses {
	made, err := oapi.NewClientWithResponses(os.Getenv("SVC_API_URL"), oapi.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			if secret != "" {
				request.Header.Set("Authorization", "Bearer "+secret)
			}
			request.Header.Set("Origin", origin)
			return nil
		}))
	check(err)
	return made
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// some returns what a response contains. A nil pointer means that it was another response.
func some[T any](value *T, body []byte) T {
	if value == nil {
		panic("unexpected response: " + string(body))
	}
	return *value
}

func main() {
	service := client(os.Getenv("SVC_TOKEN"))

	created, err := service.CreateTenantWithResponse(ctx,
		&oapi.CreateTenantParams{IdempotencyKey: "go-tenant"},
		oapi.CreateTenant{ExternalId: "go", DisplayName: "Go"})
	check(err)
	tenant := some(created.JSON201, created.Body)
	fmt.Println("tenant", tenant.ExternalId)

	connectionId := connect(service, tenant.Id)
	fmt.Println("connection", connectionId[:4])

	place := map[string]any{"project": "harbor-api", "config": "dev", "name": "STRIPE_KEY"}
	read, err := service.ExecuteActionWithResponse(ctx, tenant.Id, connectionId, "secrets.get",
		&oapi.ExecuteActionParams{}, oapi.ExecuteAction{Input: place})
	check(err)
	fmt.Println("read", some(read.JSON200, read.Body).Execution.Status)

	key := "go-write"
	input := map[string]any{"project": "harbor-api", "config": "dev", "name": "FROM_GO", "value": "hello"}
	var executions [2]string
	for attempt := range executions {
		write, err := service.ExecuteActionWithResponse(ctx, tenant.Id, connectionId, "secrets.set",
			&oapi.ExecuteActionParams{IdempotencyKey: &key}, oapi.ExecuteAction{Input: input})
		check(err)
		executed := some(write.JSON200, write.Body)
		executions[attempt] = executed.Execution.Id
		replayed := write.HTTPResponse.Header.Get("Idempotent-Replayed") == "true"
		fmt.Println("write", executed.Execution.Status, "replayed", replayed)
	}
	fmt.Println("same execution", executions[0] == executions[1])

	input["name"] = "lower-case"
	key = "go-invalid"
	refused, err := service.ExecuteActionWithResponse(ctx, tenant.Id, connectionId, "secrets.set",
		&oapi.ExecuteActionParams{IdempotencyKey: &key}, oapi.ExecuteAction{Input: input})
	check(err)
	problem := some(refused.ApplicationproblemJSON422, refused.Body)
	fmt.Println("refused", problem.Code == oapi.INPUTINVALID, (*problem.Errors)[0].Pointer)
}

// connect opens a Connect session, and does what its user's browser does.
func connect(service *oapi.ClientWithResponses, tenantId string) string {
	actions := []string{"secrets.get", "secrets.set"}
	opened, err := service.CreateConnectSessionWithResponse(ctx, tenantId,
		&oapi.CreateConnectSessionParams{IdempotencyKey: "go-session"},
		oapi.CreateConnectSession{
			Provider: "doppler", AuthKind: oapi.StaticCredential, AllowedOrigin: origin,
			ReturnUrl: os.Getenv("RETURN_URL"), RequestedActions: &actions,
		})
	check(err)
	session := some(opened.JSON201, opened.Body)

	exchanged, err := client("").ExchangeConnectTokenWithResponse(ctx,
		&oapi.ExchangeConnectTokenParams{}, oapi.ExchangeConnectToken{Token: *session.Token})
	check(err)
	browser := client(some(exchanged.JSON200, exchanged.Body).SessionSecret)

	submitted, err := browser.SubmitCredentialWithResponse(ctx, &oapi.SubmitCredentialParams{},
		oapi.SubmitCredential{"access_token": os.Getenv("CREDENTIAL")})
	check(err)
	result := some(submitted.JSON200, submitted.Body)
	accepted, err := result.AsCredentialAccepted()
	check(err)
	return accepted.ConnectionId
}

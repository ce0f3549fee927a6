package stacks

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"anzen/functions/api"
	"anzen/functions/api/rest"
	"anzen/infra/blueprint"
)

// authorizer is the name of the user pool's authorizer in the gateway.
const authorizer = "pool"

// definition is the gateway's OpenAPI document: the API's own, less what the gateway
// ignores (bodies and answers are validated by the functions), with each operation
// connected to its function and, unless public, closed to requests without a token of
// the user pool. Endpoints have paths of their own, and identify the caller themselves.
func (a *API) definition(routes, endpoints []rest.Route, functions []blueprint.Function, refusals []blueprint.Refusal) map[string]any {
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string                `json:"operationId"`
			Security    []map[string][]string `json:"security"`
			Parameters  []struct {
				Name     string `json:"name"`
				In       string `json:"in"`
				Required bool   `json:"required"`
			} `json:"parameters"`
		} `json:"paths"`
	}
	encoded, err := api.Document()
	if err == nil {
		err = json.Unmarshal(encoded, &document)
	}
	if err != nil {
		panic(fmt.Sprintf("stacks: read the API's document: %v", err))
	}
	paths := map[string]any{}
	isolated := map[string]bool{}
	for _, f := range functions {
		isolated[f.Name] = f.Isolated
	}
	for _, r := range routes {
		described, ok := document.Paths[r.FullPath()][strings.ToLower(r.Method)]
		if !ok || described.OperationID != r.ID {
			panic(fmt.Sprintf("stacks: %s %s is not in the API's document", r.Method, r.FullPath()))
		}
		operation := a.operation(r)
		if isolated[r.ID] {
			operation["x-amazon-apigateway-integration"].(map[string]any)["requestParameters"] = tenantOfPath
		}
		var parameters []any
		for _, p := range described.Parameters {
			if p.In == "path" {
				parameters = append(parameters, map[string]any{"name": p.Name, "in": p.In, "required": true, "schema": map[string]any{"type": "string"}})
			}
		}
		if parameters != nil {
			operation["parameters"] = parameters
		}
		if len(described.Security) > 0 {
			operation["security"] = []any{map[string]any{authorizer: []any{}}}
		}
		add(paths, r, operation)
	}
	for _, r := range endpoints {
		operation := a.operation(r)
		operation["parameters"] = []any{map[string]any{"name": "resource", "in": "path", "required": true, "schema": map[string]any{"type": "string"}}}
		add(paths, r, operation)
	}
	return map[string]any{
		"openapi": "3.0.1", "info": map[string]any{"title": "Anzen", "version": "1"}, "paths": paths,
		// Files are sent as bytes, not as text.
		"x-amazon-apigateway-binary-media-types": []any{"*/*"},
		"x-amazon-apigateway-gateway-responses":  responses(refusals),
		"components": map[string]any{"securitySchemes": map[string]any{authorizer: map[string]any{
			"type": "apiKey", "name": "Authorization", "in": "header", "x-amazon-apigateway-authtype": "cognito_user_pools",
			"x-amazon-apigateway-authorizer": map[string]any{
				"type": "cognito_user_pools", "providerARNs": []any{a.things.identity.Pool.UserPoolArn()},
				// Compared with the token's aud: tokens of other clients of the pool are refused.
				"identityValidationExpression": "^" + *a.things.identity.Client.UserPoolClientId() + "$",
			},
		}}},
	}
}

// tenantOfPath names the company of the path as the tenant of an isolated function. It decides about the instance alone: the function
// compares it with the verified token's before it does anything.
var tenantOfPath = map[string]any{"integration.request.header.X-Amz-Tenant-Id": "method.request.path.id"}

func add(paths map[string]any, r rest.Route, operation map[string]any) {
	at := resourcePath(r)
	if paths[at] == nil {
		paths[at] = map[string]any{}
	}
	paths[at].(map[string]any)[strings.ToLower(r.Method)] = operation
}

// operation connects an operation to its function.
func (a *API) operation(r rest.Route) map[string]any {
	return map[string]any{
		"operationId": r.ID,
		"responses":   map[string]any{"default": map[string]any{"description": "by the function"}},
		"x-amazon-apigateway-integration": map[string]any{
			"type": "aws_proxy", "httpMethod": "POST", "passthroughBehavior": "when_no_match", "timeoutInMillis": gatewayTimeout.Milliseconds(),
			"uri": fmt.Sprintf("arn:aws:apigateway:%s:lambda:path/2015-03-31/functions/%s/invocations", blueprint.Region, *a.Live[r.ID].FunctionArn()),
		},
	}
}

// responses are the gateway's own answers in the form of all errors of the API.
func responses(refusals []blueprint.Refusal) map[string]any {
	all := map[string]any{}
	for _, r := range refusals {
		headers := map[string]any{}
		for name, value := range r.Headers {
			headers["gatewayresponse.header."+name] = "'" + value + "'"
		}
		all[r.Type] = map[string]any{
			"statusCode": strconv.Itoa(r.Status), "responseTemplates": map[string]any{"application/json": r.Body}, "responseParameters": headers,
		}
	}
	return all
}

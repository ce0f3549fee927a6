// Package api lists the API's routes and makes the function of each. Every resource is a
// package that lists its own in routes.go. A declaration has everything about a route:
// method, path, operation id, permission, grants, its handler with typed input and
// output. The OpenAPI document, the gateway, the functions' roles, the dashboard's types
// and the authorization tests derive from it.
package api

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"

	"anzen/functions/api/accounts"
	"anzen/functions/api/auditlog"
	"anzen/functions/api/batch"
	"anzen/functions/api/checklists"
	"anzen/functions/api/companies"
	"anzen/functions/api/criteria"
	"anzen/functions/api/departments"
	"anzen/functions/api/duties"
	"anzen/functions/api/exchange"
	"anzen/functions/api/exports"
	"anzen/functions/api/factors"
	"anzen/functions/api/info"
	"anzen/functions/api/jobs"
	"anzen/functions/api/laws"
	"anzen/functions/api/overview"
	"anzen/functions/api/periodic"
	"anzen/functions/api/rest"
	"anzen/functions/api/saml"
	"anzen/functions/api/scim"
	"anzen/functions/api/sdses"
	"anzen/functions/api/substances"
	"anzen/functions/api/tags"
	"anzen/functions/api/users"
	"anzen/functions/api/whitelist"
)

// Routes are all routes, in the order of the document: each resource lists its own.
func Routes() []rest.Route {
	return slices.Concat(
		[]rest.Route{rest.Handle(rest.Route{
			Method: "GET", Path: "/openapi.json", ID: "getOpenAPI", Tag: "meta", Rule: rest.Public,
			Summary: "This document",
		}, document())},
		info.Routes(),
		accounts.Routes(),
		users.Routes(),
		factors.Routes(),
		whitelist.Routes(),
		auditlog.Routes(),
		criteria.Routes(),
		companies.Routes(),
		saml.Routes(),
		scim.Routes(),
		departments.Routes(),
		tags.Routes(),
		overview.Routes(),
		duties.Routes(),
		sdses.Routes(),
		exports.Routes(),
		exchange.Routes(),
		batch.Routes(),
		jobs.Routes(),
		periodic.Routes(),
		laws.Routes(),
		substances.Routes(),
		checklists.Routes(),
	)
}

// Endpoints are the paths of the gateway that are not the API's: they speak a protocol of
// their own, and are not in the document.
func Endpoints() []rest.Route { return scim.Endpoints() }

type documentOutput struct {
	ContentType string `header:"Content-Type" produces:"application/json"`
	Body        []byte
}

// document makes the document once in the life of an instance: anybody may ask for it, and making it takes a
// hundred times what sending it does.
func document() func(context.Context, *rest.Call, *struct{}) (*documentOutput, error) {
	made := sync.OnceValues(Document)
	return func(context.Context, *rest.Call, *struct{}) (*documentOutput, error) {
		body, err := made()
		return &documentOutput{"application/json", body}, err
	}
}

// Document is the OpenAPI document, as served and as checked in for the dashboard's types.
func Document() ([]byte, error) {
	body, err := json.MarshalIndent(rest.Document(Routes()), "", " ")
	if err != nil {
		return nil, fmt.Errorf("encode the API's document: %w", err)
	}
	return append(body, '\n'), nil
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	for _, r := range slices.Concat(Routes(), Endpoints()) {
		if r.ID == name {
			services, err := rest.NewServices(cfg, env)
			if err != nil {
				return nil, fmt.Errorf("function %s: %w", name, err)
			}
			return rest.New(r, services), nil
		}
	}
	return nil, fmt.Errorf("there is no function %q", name)
}

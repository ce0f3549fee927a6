// Package api is the table of the API's routes and the function of each. One
// declaration carries everything: method, path, operation id, who may call it,
// what it may touch, its handler with typed input and output. The OpenAPI
// document, the gateway, the functions' roles, the dashboard's types and the
// authorization tests derive from it.
package api

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"

	"anzen/functions/api/accounts"
	"anzen/functions/api/companies"
	"anzen/functions/api/departments"
	"anzen/functions/api/rest"
	"anzen/functions/api/sdses"
	"anzen/functions/api/tags"
	"anzen/functions/api/users"
)

// Routes are all routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Route{
			Method: "GET", Path: "/openapi.json", ID: "getOpenAPI", Tag: "meta", Rule: rest.Public,
			Summary: "This document",
		}, document),
		rest.Handle(accounts.SigningUp, accounts.SignUp),
		rest.Handle(accounts.Verifying, accounts.Verify),
		rest.Handle(accounts.Activating, accounts.Activate),
		rest.Handle(accounts.Regenerating, accounts.Regenerate),
		rest.Handle(accounts.Recovering, accounts.Recover),
		rest.Handle(accounts.Resetting, accounts.Reset),
		rest.Handle(users.GettingMe, users.GetMe),
		rest.Handle(users.EditingMe, users.EditMe),
		rest.Handle(users.GettingLanguage, users.GetLanguage),
		rest.Handle(users.SettingLanguage, users.SetLanguage),
		rest.Handle(companies.Getting, companies.Get),
		rest.Handle(companies.Editing, companies.Edit),
		rest.Handle(companies.Setting, companies.Set),
		rest.Handle(departments.Listing, departments.List),
		rest.Handle(departments.Creating, departments.Create),
		rest.Handle(departments.Editing, departments.Edit),
		rest.Handle(departments.Deleting, departments.Delete),
		rest.Handle(tags.Listing, tags.List),
		rest.Handle(tags.Creating, tags.Create),
		rest.Handle(tags.Editing, tags.Edit),
		rest.Handle(tags.Deleting, tags.Delete),
		rest.Handle(sdses.Links, sdses.CreateLinks),
		rest.Handle(sdses.Registering, sdses.Register),
		rest.Handle(sdses.Listing, sdses.List),
		rest.Handle(sdses.Counting, sdses.Count),
		rest.Handle(sdses.Getting, sdses.Get),
		rest.Handle(sdses.GettingPDF, sdses.PDF),
		rest.Handle(sdses.Editing, sdses.Edit),
		rest.Handle(sdses.Reanalysing, sdses.Reanalyse),
		rest.Handle(sdses.GettingEdits, sdses.Edits),
	}
}

type documentOutput struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func document(context.Context, *rest.Call, *struct{}) (*documentOutput, error) {
	body, err := Document()
	return &documentOutput{"application/json", body}, err
}

// Document is the OpenAPI document, as it is served and as it is kept in the
// tree for the dashboard's types.
func Document() ([]byte, error) {
	body, err := json.MarshalIndent(rest.Document(Routes()), "", " ")
	if err != nil {
		return nil, fmt.Errorf("encode the API's document: %w", err)
	}
	return append(body, '\n'), nil
}

// New is the function with the name, connected with AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	for _, r := range Routes() {
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

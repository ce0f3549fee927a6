package stacks

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
)

// optional is the product with the options that the default one lacks.
var optional = blueprint.New(blueprint.WithMalwareScan(), blueprint.WithThreatProtection(), blueprint.WithTenantIsolation(), blueprint.WithTextract("en,de"))

// withOptions is a deployment with the options that the default one lacks, and versions that are released at once.
var withOptions = sync.OnceValue(func() deployment {
	folder, err := os.MkdirTemp("", "stacks")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	c := config
	c.Release = ReleaseAtOnce
	return deployAs(optional, c, folder)
})

// Functions that search are isolated by company only where the deployment chooses it, and the gateway tells them the company.
func TestTenantIsolationIsAnOption(t *testing.T) {
	for _, r := range made.all("AWS::Lambda::Function") {
		if r.Properties["TenancyConfig"] != nil {
			t.Errorf("%s is isolated", r.name())
		}
	}
	if testing.Short() {
		t.Skip("synthesises the stacks once more")
	}
	chosen, isolated := withOptions(), map[string]bool{}
	for _, r := range chosen.all("AWS::Lambda::Function") {
		if mode := at(r.Properties, "TenancyConfig", "TenantIsolationMode"); mode == "PER_TENANT" {
			isolated[r.Properties["Handler"].(string)] = true
		} else if mode != nil {
			t.Errorf("%s has the mode %v", r.name(), mode)
		}
	}
	var chosenRoutes []string
	for _, r := range product.Routes {
		searches := r.OfCompany() && slices.ContainsFunc(r.Grants, func(g grant.Grant) bool { return g.Resource == grant.CatalogBucket })
		if isolated[r.ID] != searches {
			t.Errorf("%s is isolated: %v", r.ID, isolated[r.ID])
		}
		if searches {
			chosenRoutes = append(chosenRoutes, r.ID)
		}
		delete(isolated, r.ID)
		api := chosen.one(t, "AWS::ApiGateway::RestApi").Properties
		given := at(api, "Body", "paths", resourcePath(r), strings.ToLower(r.Method), "x-amazon-apigateway-integration", "requestParameters", "integration.request.header.X-Amz-Tenant-Id")
		if (given == "method.request.path.id") != searches || given != nil && !searches {
			t.Errorf("%s is called for the tenant %v", r.ID, given)
		}
	}
	if len(chosenRoutes) < 10 {
		t.Errorf("only %v are isolated", chosenRoutes)
	}
	if len(isolated) > 0 {
		t.Errorf("%v are isolated and no routes", isolated)
	}
}

// The user pool judges the risk of sign-ins only where the deployment chooses it: each user costs more.
func TestThreatProtectionIsAnOption(t *testing.T) {
	plan := func(d deployment) (tier, mode any) {
		pool := d.one(t, "AWS::Cognito::UserPool").Properties
		return pool["UserPoolTier"], at(pool, "UserPoolAddOns", "AdvancedSecurityMode")
	}
	if tier, mode := plan(made); tier != "ESSENTIALS" || mode != nil {
		t.Errorf("the default has the plan %v with threat protection %v", tier, mode)
	}
	if testing.Short() {
		t.Skip("synthesises the stacks once more")
	}
	if tier, mode := plan(withOptions()); tier != "PLUS" || mode != "ENFORCED" {
		t.Errorf("chosen, it is the plan %v with threat protection %v", tier, mode)
	}
}

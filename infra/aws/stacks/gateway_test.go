package stacks

import (
	"strings"
	"testing"

	"anzen/infra/blueprint"
)

// TestGatewayIsClosed walks the gateway's definition, which no linter checks: every
// operation belongs to a route, is connected to its function, and requires a token
// unless the route is public.
func TestGatewayIsClosed(t *testing.T) {
	gateway := made.one(t, "AWS::ApiGateway::RestApi")
	body := gateway.Properties["Body"]
	paths, _ := at(body, "paths").(map[string]any)
	declared, permitted := 0, map[string]string{}
	for _, p := range made.all("AWS::Lambda::Permission") {
		if made.text(p.in, p.Properties["Principal"]) == "apigateway.amazonaws.com" {
			permitted[made.text(p.in, p.Properties["FunctionName"])] += made.text(p.in, p.Properties["SourceArn"])
		}
	}
	for _, r := range product.Routes {
		operation, ok := at(paths, strings.TrimSuffix(r.FullPath(), "/"), strings.ToLower(r.Method)).(map[string]any)
		if !ok {
			t.Errorf("%s %s is not in the gateway", r.Method, r.Path)
			continue
		}
		declared++
		security, secured := operation["security"]
		switch {
		case r.Rule.IsPublic() && secured:
			t.Errorf("%s %s is public, but requires a token", r.Method, r.Path)
		case !r.Rule.IsPublic() && (at(security, 0, authorizer) == nil || at(security, 1) != nil):
			t.Errorf("%s %s is open: %v", r.Method, r.Path, security)
		}
		arn := live(t, r.ID)
		integration := operation["x-amazon-apigateway-integration"]
		if uri := made.text(gateway.in, at(integration, "uri")); uri != "arn:aws:apigateway:ap-northeast-1:lambda:path/2015-03-31/functions/"+arn+"/invocations" {
			t.Errorf("%s %s is connected to %s", r.Method, r.Path, uri)
		}
		if at(integration, "type") != "aws_proxy" || at(integration, "httpMethod") != "POST" || at(integration, "timeoutInMillis").(float64) > 29000 {
			t.Errorf("%s %s: %v", r.Method, r.Path, integration)
		}
		want := "arn:aws:execute-api:ap-northeast-1:123456789012:${" + gateway.in.name + "/" + gateway.id + "}/test/" + r.Method + anyParameter(strings.TrimSuffix(r.FullPath(), "/"))
		if permitted[arn] != want {
			t.Errorf("%s %s: its function may be called by %q, not %q", r.Method, r.Path, permitted[arn], want)
		}
	}
	for _, r := range product.Endpoints {
		operation, ok := at(paths, r.FullPath(), strings.ToLower(r.Method)).(map[string]any)
		arn := live(t, r.ID)
		if uri := made.text(gateway.in, at(operation, "x-amazon-apigateway-integration", "uri")); !ok || operation["security"] != nil || !strings.HasSuffix(uri, "/"+arn+"/invocations") || !strings.HasSuffix(permitted[arn], "/test/"+r.Method+anyParameter(r.FullPath())) {
			t.Errorf("%s %s: %v, called by %s", r.Method, r.FullPath(), operation, permitted[arn])
		}
		declared++
	}
	operations := 0
	for _, methods := range paths {
		operations += len(methods.(map[string]any))
	}
	if operations != declared {
		t.Errorf("%d operations in the gateway for %d routes", operations, declared)
	}
	scheme := at(body, "components", "securitySchemes", authorizer)
	pool := made.texts(gateway.in, at(scheme, "x-amazon-apigateway-authorizer", "providerARNs"))
	if len(pool) != 1 || pool[0] != named(t).pool()+".Arn}" || at(scheme, "x-amazon-apigateway-authtype") != "cognito_user_pools" {
		t.Errorf("tokens are not those of the user pool: %v", scheme)
	}
	client := clientOf(t, "PoolDashboard")
	if audience := made.text(gateway.in, at(scheme, "x-amazon-apigateway-authorizer", "identityValidationExpression")); audience != "^${"+client.name()+"}$" {
		t.Errorf("tokens of another client of the pool pass: %s", audience)
	}
}

func TestStageIsThrottledAndLogged(t *testing.T) {
	stage := made.one(t, "AWS::ApiGateway::Stage")
	setting := at(stage.Properties, "MethodSettings", 0)
	if at(setting, "HttpMethod") != "*" || at(setting, "ThrottlingRateLimit") == nil || at(setting, "ThrottlingBurstLimit") == nil {
		t.Errorf("no limit of requests: %v", setting)
	}
	if at(setting, "MetricsEnabled") != false {
		t.Error("metrics of each method are paid for, and no alarm needs them")
	}
	if least := made.one(t, "AWS::ApiGateway::RestApi").Properties["MinimumCompressionSize"]; least != 1024.0 {
		t.Errorf("answers are compressed from %v bytes", least)
	}
	encodings := at(made.one(t, "AWS::CloudFront::CachePolicy").Properties, "CachePolicyConfig", "ParametersInCacheKeyAndForwardedToOrigin")
	if at(encodings, "EnableAcceptEncodingGzip") != true || at(encodings, "EnableAcceptEncodingBrotli") != true {
		t.Errorf("the gateway does not learn what browsers decompress: %v", encodings)
	}
	if at(setting, "DataTraceEnabled") != false {
		t.Error("bodies of requests would be logged")
	}
	log := strings.TrimSuffix(strings.TrimPrefix(made.text(stage.in, at(stage.Properties, "AccessLogSetting", "DestinationArn")), "${"+stage.in.name+"/"), ".Arn}")
	if days := at(stage.in.Resources[log].Properties, "RetentionInDays"); days != 365.0 {
		t.Errorf("the access log is kept %v days", days)
	}
	if format := at(stage.Properties, "AccessLogSetting", "Format").(string); strings.Contains(format, "$context.path") {
		t.Errorf("paths, with e-mail addresses, would be logged: %s", format)
	}
}

// firewallOf is the regional firewall of what has an ARN with the text, and its association.
func firewallOf(t *testing.T, arn string) (acl, association *resource) {
	t.Helper()
	for _, x := range made.all("AWS::WAFv2::WebACLAssociation") {
		if !strings.Contains(made.text(x.in, x.Properties["ResourceArn"]), arn) {
			continue
		}
		for _, r := range made.all("AWS::WAFv2::WebACL") {
			if r.Properties["Scope"] == "REGIONAL" && made.text(x.in, x.Properties["WebACLArn"]) == "${"+r.name()+".Arn}" {
				return r, x
			}
		}
	}
	t.Fatalf("nothing with %s in its ARN has a firewall", arn)
	return nil, nil
}

// One address can guess only so many passwords and codes at the user pool.
func TestSignInsOfAnAddressAreLimited(t *testing.T) {
	acl, association := firewallOf(t, "${"+made.one(t, "AWS::Cognito::UserPool").name())
	rules := acl.Properties["Rules"].([]any)
	rate := at(rules, 0, "Statement", "RateBasedStatement")
	if len(rules) != 1 || at(rules, 0, "Action", "Block") == nil || at(rate, "AggregateKeyType") != "IP" || at(rate, "Limit") != float64(product.Pool.AnswersAnAddress) ||
		at(rate, "EvaluationWindowSec") != blueprint.AddressWindow.Seconds() || at(rate, "ScopeDownStatement", "ByteMatchStatement", "SearchString") != cognitoAnswers {
		t.Errorf("%s: %v", association.name(), rules)
	}
	if at(acl.Properties, "DefaultAction", "Allow") == nil {
		t.Error("other requests are blocked")
	}
}

const cognitoAnswers = "AWSCognitoIdentityProviderService.RespondToAuthChallenge"

// Requests that do not come through the edge do not reach the API.
func TestOnlyTheEdgeReachesTheGateway(t *testing.T) {
	names := named(t)
	acl, association := firewallOf(t, ":apigateway:")
	if at(acl.Properties, "DefaultAction", "Block") == nil {
		t.Errorf("requests that no rule admits are not blocked: %v", acl.Properties["DefaultAction"])
	}
	rules := acl.Properties["Rules"].([]any)
	match := at(rules, 0, "Statement", "ByteMatchStatement")
	if len(rules) != 1 || at(rules, 0, "Action", "Allow") == nil || at(match, "FieldToMatch", "SingleHeader", "Name") != originHeader ||
		at(match, "PositionalConstraint") != "EXACTLY" || made.text(acl.in, at(match, "SearchString")) != names.secret() {
		t.Errorf("rules: %v", rules)
	}
	stage, gateway := made.one(t, "AWS::ApiGateway::Stage"), made.one(t, "AWS::ApiGateway::RestApi")
	want := "arn:aws:apigateway:ap-northeast-1::/restapis/${" + gateway.name() + "}/stages/${" + stage.name() + "}"
	if got := made.text(association.in, association.Properties["ResourceArn"]); got != want {
		t.Errorf("the firewall protects %s", got)
	}
	if got := made.text(association.in, association.Properties["WebACLArn"]); got != "${"+acl.name()+".Arn}" {
		t.Errorf("the firewall of the stage is %s", got)
	}
}

// The gateway's own answers have the form of the API's errors.
func TestTheGatewaySpeaksAsTheAPI(t *testing.T) {
	body := made.one(t, "AWS::ApiGateway::RestApi").Properties["Body"]
	for _, r := range product.Refusals {
		if got := at(body, "x-amazon-apigateway-gateway-responses", r.Type, "responseTemplates", "application/json"); got != r.Body {
			t.Errorf("%s answers %v, want %s", r.Type, got, r.Body)
		}
		for name, value := range map[string]string{"Cache-Control": "'no-store'", "X-Content-Type-Options": "'nosniff'"} {
			if got := at(body, "x-amazon-apigateway-gateway-responses", r.Type, "responseParameters", "gatewayresponse.header."+name); got != value {
				t.Errorf("%s answers %s: %v", r.Type, name, got)
			}
		}
	}
}

// API Gateway's resources have no trailing slash, neither in the definition nor in the
// permission by which it calls a function.
func TestNoResourceEndsWithASlash(t *testing.T) {
	for path := range at(made.one(t, "AWS::ApiGateway::RestApi").Properties["Body"], "paths").(map[string]any) {
		if strings.HasSuffix(path, "/") {
			t.Errorf("%s is no resource", path)
		}
	}
	for _, p := range made.all("AWS::Lambda::Permission") {
		if source := p.Properties["SourceArn"]; source != nil && strings.HasSuffix(made.text(p.in, source), "/") {
			t.Errorf("%s is for the requests of no resource: %s", p.name(), made.text(p.in, source))
		}
	}
}

package stacks

import (
	"slices"
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

// regional is the firewall of the region, and what it protects.
func regional(t *testing.T) (acl *resource, protected []string) {
	t.Helper()
	for _, r := range made.all("AWS::WAFv2::WebACL") {
		if r.Properties["Scope"] != "REGIONAL" {
			continue
		}
		if acl != nil {
			t.Fatal("two firewalls in the region: each costs as much as the rules of both")
		}
		acl = r
	}
	for _, x := range made.all("AWS::WAFv2::WebACLAssociation") {
		if got := made.text(x.in, x.Properties["WebACLArn"]); got != arn(acl) {
			t.Errorf("%s is of the firewall %s", x.name(), got)
		}
		protected = append(protected, made.text(x.in, x.Properties["ResourceArn"]))
	}
	return acl, protected
}

// One address can guess only so many passwords and codes at the user pool.
func TestSignInsOfAnAddressAreLimited(t *testing.T) {
	acl, protected := regional(t)
	rules := acl.Properties["Rules"].([]any)
	rate := at(rules, 1, "Statement", "RateBasedStatement")
	if len(rules) != 2 || at(rules, 1, "Action", "Block") == nil || at(rate, "AggregateKeyType") != "IP" || at(rate, "Limit") != float64(product.Pool.AnswersAnAddress) ||
		at(rate, "EvaluationWindowSec") != blueprint.AddressWindow.Seconds() || at(rate, "ScopeDownStatement", "ByteMatchStatement", "SearchString") != cognitoAnswers {
		t.Errorf("%v", rules)
	}
	if at(acl.Properties, "DefaultAction", "Allow") == nil {
		t.Error("other requests are blocked")
	}
	if pool := arn(made.one(t, "AWS::Cognito::UserPool")); !slices.Contains(protected, pool) {
		t.Errorf("protected are %v, not %s", protected, pool)
	}
}

const cognitoAnswers = "AWSCognitoIdentityProviderService.RespondToAuthChallenge"

// Requests that do not come through the edge do not reach the API, whatever else they are like.
func TestOnlyTheEdgeReachesTheGateway(t *testing.T) {
	acl, protected := regional(t)
	rule := at(acl.Properties, "Rules", 0)
	both := at(rule, "Statement", "AndStatement", "Statements")
	host, without := at(both, 0, "ByteMatchStatement"), at(both, 1, "NotStatement", "Statement", "ByteMatchStatement")
	if at(rule, "Priority") != 0.0 || at(rule, "Action", "Block") == nil || len(both.([]any)) != 2 {
		t.Errorf("rule: %v", rule)
	}
	if at(host, "FieldToMatch", "SingleHeader", "Name") != "host" || at(host, "PositionalConstraint") != "CONTAINS" || at(host, "TextTransformations", 0, "Type") != "LOWERCASE" {
		t.Errorf("host: %v", host)
	}
	// The host that the edge sends, as the gateway routes by it.
	if name := made.text(acl.in, at(host, "SearchString")); !strings.Contains("abc"+name+blueprint.Region+".amazonaws.com", ".execute-api.") {
		t.Errorf("requests to %s are refused", name)
	}
	if at(without, "FieldToMatch", "SingleHeader", "Name") != originHeader || at(without, "PositionalConstraint") != "EXACTLY" ||
		made.text(acl.in, at(without, "SearchString")) != named(t).secret() || at(without, "TextTransformations", 0, "Type") != "NONE" {
		t.Errorf("secret: %v", without)
	}
	stage, gateway := made.one(t, "AWS::ApiGateway::Stage"), made.one(t, "AWS::ApiGateway::RestApi")
	want := "arn:aws:apigateway:ap-northeast-1::/restapis/${" + gateway.name() + "}/stages/${" + stage.name() + "}"
	if !slices.Contains(protected, want) {
		t.Errorf("protected are %v, not %s", protected, want)
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

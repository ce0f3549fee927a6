package stacks

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anzen/functions/api"
)

// distribution is CloudFront with its configuration.
func distribution(t *testing.T) (*resource, any) {
	t.Helper()
	r := made.one(t, "AWS::CloudFront::Distribution")
	return r, at(r.Properties, "DistributionConfig")
}

func TestHeadersAreTheBlueprints(t *testing.T) {
	r := made.one(t, "AWS::CloudFront::ResponseHeadersPolicy")
	security := at(r.Properties, "ResponseHeadersPolicyConfig", "SecurityHeadersConfig")
	got := map[string]string{
		"Content-Security-Policy": made.text(r.in, at(security, "ContentSecurityPolicy", "ContentSecurityPolicy")),
		"Referrer-Policy":         made.text(r.in, at(security, "ReferrerPolicy", "ReferrerPolicy")),
	}
	if at(security, "ContentTypeOptions", "Override") == true {
		got["X-Content-Type-Options"] = "nosniff"
	}
	transport := at(security, "StrictTransportSecurity")
	age, err := json.Marshal(at(transport, "AccessControlMaxAgeSec"))
	if err != nil {
		t.Fatal(err)
	}
	got["Strict-Transport-Security"] = "max-age=" + string(age)
	if at(transport, "IncludeSubdomains") == true {
		got["Strict-Transport-Security"] += "; includeSubDomains"
	}
	for _, h := range at(r.Properties, "ResponseHeadersPolicyConfig", "CustomHeadersConfig", "Items").([]any) {
		got[at(h, "Header").(string)] = at(h, "Value").(string)
	}
	names, want := named(t), map[string]string{}
	connect := []string{"https://cognito-idp.ap-northeast-1.amazonaws.com", "https://" + hosted(t)}
	for _, b := range product.Buckets {
		if b.CORS {
			connect = append(connect, "https://"+names.bucket(b.Name)+".RegionalDomainName}")
		}
	}
	for name, value := range product.Edge.Headers {
		want[name] = strings.ReplaceAll(value, "{connect}", strings.Join(connect, " "))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// hosted is the host of the user pool's hosted pages.
func hosted(t *testing.T) string {
	t.Helper()
	domain := made.one(t, "AWS::Cognito::UserPoolDomain")
	return made.text(domain.in, domain.Properties["Domain"]) + ".auth.ap-northeast-1.amazoncognito.com"
}

func TestTheEdgePassesRequestsOn(t *testing.T) {
	r, config := distribution(t)
	api := at(config, "CacheBehaviors", 0)
	if at(api, "PathPattern") != "/api/*" || at(api, "ViewerProtocolPolicy") != "https-only" || len(at(api, "AllowedMethods").([]any)) != 7 {
		t.Errorf("behavior: %v", api)
	}
	if scim := at(config, "CacheBehaviors", 1); at(scim, "PathPattern") != "/scim/v2/*" || at(scim, "TargetOriginId") != at(api, "TargetOriginId") || at(scim, "OriginRequestPolicyId") == nil || len(at(scim, "AllowedMethods").([]any)) != 7 {
		t.Errorf("behavior of the endpoints: %v", scim)
	}
	var origin any
	for _, o := range at(config, "Origins").([]any) {
		if at(o, "Id") == at(api, "TargetOriginId") {
			origin = o
		}
	}
	gateway := made.one(t, "AWS::ApiGateway::RestApi")
	if host := made.text(r.in, at(origin, "DomainName")); host != "${"+gateway.name()+"}.execute-api.ap-northeast-1.amazonaws.com" || at(origin, "OriginPath") != "/test" {
		t.Errorf("the API is at %s%v", host, at(origin, "OriginPath"))
	}
	secret := at(origin, "OriginCustomHeaders", 0)
	if at(secret, "HeaderName") != originHeader || made.text(r.in, at(secret, "HeaderValue")) != named(t).secret() {
		t.Errorf("the edge sends the secret %v", secret)
	}
	if wait := at(origin, "CustomOriginConfig", "OriginReadTimeout").(float64); wait <= gatewayTimeout.Seconds() {
		t.Errorf("the edge times out after %v s, before the gateway", wait)
	}
	cached := made.one(t, "AWS::CloudFront::CachePolicy")
	policy := at(cached.Properties, "CachePolicyConfig")
	if at(policy, "DefaultTTL") != 0.0 || at(policy, "MinTTL") != 0.0 || at(policy, "MaxTTL").(float64) > 1 ||
		!slices.Contains(made.texts(cached.in, at(policy, "ParametersInCacheKeyAndForwardedToOrigin", "HeadersConfig", "Headers")), "Authorization") {
		t.Errorf("answers are cached: %v", policy)
	}
	forwarded := made.one(t, "AWS::CloudFront::OriginRequestPolicy")
	headers := made.texts(forwarded.in, at(forwarded.Properties, "OriginRequestPolicyConfig", "HeadersConfig", "Headers"))
	for _, name := range append(documentedHeaders(t), "CloudFront-Viewer-Address", "Accept-Language", "Content-Type") {
		if !slices.Contains(headers, name) {
			t.Errorf("the API does not receive %s", name)
		}
	}
	if slices.Contains(headers, "Host") || len(headers) > 10 {
		t.Errorf("headers: %v", headers)
	}
}

// documentedHeaders are the request headers in the API's document.
func documentedHeaders(t *testing.T) []string {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
		}
	}
	encoded, err := api.Document()
	if err == nil {
		err = json.Unmarshal(encoded, &document)
	}
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, methods := range document.Paths {
		for _, operation := range methods {
			for _, p := range operation.Parameters {
				if p.In == "header" {
					found[p.Name] = true
				}
			}
		}
	}
	var all []string
	for name := range found {
		all = append(all, name)
	}
	return all
}

func TestTheDashboardIsServedByTheEdgeAlone(t *testing.T) {
	r, config := distribution(t)
	site := at(config, "DefaultCacheBehavior")
	if at(site, "ViewerProtocolPolicy") != "redirect-to-https" || at(config, "DefaultRootObject") != "index.html" || at(config, "CustomErrorResponses") != nil {
		t.Errorf("%v", config)
	}
	for _, o := range at(config, "Origins").([]any) {
		if at(o, "Id") == at(site, "TargetOriginId") && at(o, "OriginAccessControlId") == nil {
			t.Error("CloudFront does not sign its requests to the bucket")
		}
	}
	acl := made.text(r.in, at(config, "WebACLId"))
	for _, x := range made.all("AWS::WAFv2::WebACL") {
		if x.Properties["Scope"] == "CLOUDFRONT" && acl != arn(x) {
			t.Errorf("the firewall of the edge is %s", acl)
		}
	}
	if at(config, "ViewerCertificate", "MinimumProtocolVersion") != "TLSv1.2_2021" {
		t.Errorf("TLS: %v", at(config, "ViewerCertificate"))
	}
}

// The function that runs before the cache is run here as it is deployed.
func TestViewerFunction(t *testing.T) {
	r := made.one(t, "AWS::CloudFront::Function")
	code := made.text(r.in, r.Properties["FunctionCode"])
	ask := func(uri string, headers string) any {
		t.Helper()
		script := code + "\nconsole.log(JSON.stringify(handler({request: {uri: process.argv[1], headers: JSON.parse(process.argv[2])}})));"
		out, err := exec.Command("node", "-e", script, uri, headers).Output()
		if err != nil {
			t.Fatalf("%s: %v", uri, err)
		}
		var answer any
		if err := json.Unmarshal(out, &answer); err != nil {
			t.Fatalf("%s: %v in %s", uri, err, out)
		}
		return answer
	}
	for uri, want := range map[string]string{
		"/": "/index.html", "/sheets/7": "/index.html", "/static/index-1a2b.js": "/static/index-1a2b.js", "/v1.2/sheets": "/index.html", "/favicon.svg": "/favicon.svg",
	} {
		if got := at(ask(uri, "{}"), "uri"); got != want {
			t.Errorf("%s leads to %v, not %s", uri, got, want)
		}
	}
	const all, old = `{"accept-encoding": {"value": "gzip, deflate, br, zstd"}}`, `{"accept-encoding": {"value": "gzip, deflate"}}`
	for _, tt := range []struct{ uri, headers, want string }{
		{"/static/index-1a2b.js", all, "/static/index-1a2b.js.br"},
		{"/static/index-1a2b.css", all, "/static/index-1a2b.css.br"},
		{"/static/index-1a2b.js", old, "/static/index-1a2b.js"},
		// Files of builds that had no compressed forms, for their pages that are still open.
		{"/assets/index-1a2b.js", all, "/assets/index-1a2b.js"},
		{"/pdfjs/openjpeg.js", all, "/pdfjs/openjpeg.js"},
		{"/favicon.svg", all, "/favicon.svg"},
		{"/", all, "/index.html"},
	} {
		if got := at(ask(tt.uri, tt.headers), "uri"); got != tt.want {
			t.Errorf("%s with %s leads to %v, not %s", tt.uri, tt.headers, got, tt.want)
		}
	}
	answer := ask("/config.json", "{}")
	var config map[string]any
	if err := json.Unmarshal([]byte(at(answer, "body", "data").(string)), &config); err != nil {
		t.Fatal(err)
	}
	client := clientOf(t, "PoolDashboard")
	want := map[string]any{
		"apiBase": "/api/v1", "region": "ap-northeast-1", "userPoolId": named(t).pool() + "}", "userPoolClientId": "${" + client.name() + "}",
		"userPoolEndpoint": nil, "oauthDomain": hosted(t), "marketingUrl": nil,
	}
	if diff := cmp.Diff(want, config); diff != "" || at(answer, "headers", "cache-control", "value") != "no-store" {
		t.Errorf("%v: %s", answer, diff)
	}
}

// What the edge leads to is where the build writes it.
func TestTheBuildCompressesWhatTheEdgeLeadsTo(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("..", "..", "..", "frontend", "scripts", "compressed.ts"))
	if err != nil {
		t.Fatal(err)
	}
	folder := regexp.MustCompile(`compressedFolder = '([a-z]+)'`).FindSubmatch(source)
	r := made.one(t, "AWS::CloudFront::Function")
	if code := made.text(r.in, r.Properties["FunctionCode"]); folder == nil || !strings.Contains(code, "request.uri.indexOf('/"+string(folder[1])+"/') === 0") {
		t.Errorf("the build compresses %q, the edge leads by\n%s", folder, code)
	}
}

func TestGuardLimitsWhatIsPublic(t *testing.T) {
	var guard *resource
	for _, x := range made.all("AWS::WAFv2::WebACL") {
		if x.Properties["Scope"] == "CLOUDFRONT" {
			guard = x
		}
	}
	limited, _ := json.Marshal(guard.Properties["Rules"])
	for _, prefix := range publicPrefixes(product.Routes) {
		if !strings.Contains(string(limited), `"SearchString":"`+prefix+`"`) {
			t.Errorf("requests to %s are not limited", prefix)
		}
	}
	if !strings.Contains(string(limited), `"RateBasedStatement":{"AggregateKeyType":"IP","Limit":10000}`) {
		t.Errorf("requests of one address are not limited: %s", limited)
	}
	for i, rule := range guard.Properties["Rules"].([]any) {
		if at(rule, "Priority") != float64(i) {
			t.Errorf("rule %d has the priority %v", i, at(rule, "Priority"))
		}
	}
}

package stacks

import (
	"sort"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awswafv2"

	"anzen/functions/api/rest"
	"anzen/infra/blueprint"
)

// Guard is the web application firewall in front of the edge, where the client's
// address is still known.
type Guard struct {
	Stack awscdk.Stack
	ACL   awswafv2.CfnWebACL
}

// Requests of one address in five minutes. A whole office shares one.
const (
	requestsAnAddress       = 10_000
	publicRequestsAnAddress = 100 // to routes that need no session: sign-up, recovery, inquiries
)

// managed are rule groups of AWS, with the rules that only count.
var managed = []struct {
	name     string
	counting []string
}{
	{name: "AWSManagedRulesAmazonIpReputationList"},
	{name: "AWSManagedRulesKnownBadInputsRuleSet"},
	{blueprint.CommonRules, blueprint.CountedRules},
}

func newGuard(s awscdk.Stack, routes []rest.Route, c Config) *Guard {
	var rules []any
	add := func(name string, rule map[string]any) {
		rule["name"], rule["priority"], rule["visibilityConfig"] = name, len(rules), visibility(name)
		rules = append(rules, rule)
	}
	limit := func(requests int, narrowed map[string]any) map[string]any {
		rate := map[string]any{"limit": requests, "aggregateKeyType": "IP"}
		if narrowed != nil {
			rate["scopeDownStatement"] = narrowed
		}
		return map[string]any{"action": map[string]any{"block": map[string]any{"customResponse": map[string]any{"responseCode": 429}}}, "statement": map[string]any{"rateBasedStatement": rate}}
	}
	if prefixes := publicPrefixes(routes); len(prefixes) > 0 {
		add("public-rate", limit(publicRequestsAnAddress, startsWithOne(prefixes)))
	}
	add("rate", limit(requestsAnAddress, nil))
	for _, m := range managed {
		group := map[string]any{"vendorName": "AWS", "name": m.name}
		var counting []any
		for _, rule := range m.counting {
			counting = append(counting, map[string]any{"name": rule, "actionToUse": map[string]any{"count": map[string]any{}}})
		}
		if counting != nil {
			group["ruleActionOverrides"] = counting
		}
		add(m.name, map[string]any{"overrideAction": map[string]any{"none": map[string]any{}}, "statement": map[string]any{"managedRuleGroupStatement": group}})
	}
	return &Guard{s, awswafv2.NewCfnWebACL(s, str("Firewall"), &awswafv2.CfnWebACLProps{
		Scope: str("CLOUDFRONT"), DefaultAction: map[string]any{"allow": map[string]any{}}, VisibilityConfig: visibility(c.name("edge")), Rules: rules,
	})}
}

// publicPrefixes are the path prefixes of routes that change something or send mail
// without a session.
func publicPrefixes(routes []rest.Route) []string {
	set := map[string]bool{}
	for _, r := range routes {
		if r.Rule.IsPublic() && r.Method != "GET" {
			prefix, _, _ := strings.Cut(r.FullPath(), "{")
			set[prefix] = true
		}
	}
	prefixes := make([]string, 0, len(set))
	for p := range set {
		prefixes = append(prefixes, p)
	}
	sort.Strings(prefixes)
	return prefixes
}

func startsWithOne(prefixes []string) map[string]any {
	var statements []any
	for _, p := range prefixes {
		statements = append(statements, map[string]any{"byteMatchStatement": map[string]any{
			"fieldToMatch": map[string]any{"uriPath": map[string]any{}}, "positionalConstraint": "STARTS_WITH", "searchString": p,
			"textTransformations": []any{map[string]any{"priority": 0, "type": "URL_DECODE"}},
		}})
	}
	if len(statements) == 1 {
		return statements[0].(map[string]any)
	}
	return map[string]any{"orStatement": map[string]any{"statements": statements}}
}

package stacks

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTable(t *testing.T) {
	r := made.one(t, "AWS::DynamoDB::GlobalTable")
	p := r.Properties
	want := []any{
		map[string]any{"AttributeName": product.Table.PartitionKey, "KeyType": "HASH"},
		map[string]any{"AttributeName": product.Table.SortKey, "KeyType": "RANGE"},
	}
	if diff := cmp.Diff(want, p["KeySchema"]); diff != "" {
		t.Error(diff)
	}
	if p["BillingMode"] != "PAY_PER_REQUEST" || at(p, "TimeToLiveSpecification", "AttributeName") != product.Table.TTL || at(p, "TimeToLiveSpecification", "Enabled") != true {
		t.Errorf("billing %v, time to live %v", p["BillingMode"], p["TimeToLiveSpecification"])
	}
	replica := at(p, "Replicas", 0)
	if at(replica, "PointInTimeRecoverySpecification", "PointInTimeRecoveryEnabled") != true || at(replica, "DeletionProtectionEnabled") != true {
		t.Errorf("not recoverable, or not protected from deletion: %v", replica)
	}
	if r.DeletionPolicy != "Retain" || p["GlobalSecondaryIndexes"] != nil {
		t.Errorf("deletion %s, indexes %v", r.DeletionPolicy, p["GlobalSecondaryIndexes"])
	}
}

// Every bucket, the product's and the log buckets, is private, encrypted, retained, and
// refuses requests without TLS 1.2.
func TestBucketsAreClosed(t *testing.T) {
	policies := map[string]*resource{}
	for _, p := range made.all("AWS::S3::BucketPolicy") {
		policies[made.text(p.in, p.Properties["Bucket"])] = p
	}
	for _, b := range made.all("AWS::S3::Bucket") {
		for _, block := range []string{"BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"} {
			if at(b.Properties, "PublicAccessBlockConfiguration", block) != true {
				t.Errorf("%s: %s is not set", b.name(), block)
			}
		}
		if at(b.Properties, "BucketEncryption", "ServerSideEncryptionConfiguration", 0, "ServerSideEncryptionByDefault", "SSEAlgorithm") == nil {
			t.Errorf("%s is not encrypted", b.name())
		}
		if b.DeletionPolicy != "Retain" {
			t.Errorf("%s is removed with its stack", b.name())
		}
		denied := map[string]bool{}
		policy := policies["${"+b.name()+"}"]
		if policy == nil {
			t.Errorf("%s has no policy", b.name())
			continue
		}
		for _, s := range at(policy.Properties, "PolicyDocument", "Statement").([]any) {
			switch {
			case at(s, "Effect") == "Allow" && (at(s, "Principal") == "*" || at(s, "Principal", "AWS") == "*"):
				t.Errorf("%s is open to the public: %v", b.name(), s)
			case at(s, "Effect") == "Deny" && at(s, "Action") == "s3:*" && at(s, "Principal", "AWS") == "*" && len(at(s, "Resource").([]any)) == 2:
				denied["plain"] = denied["plain"] || at(s, "Condition", "Bool", "aws:SecureTransport") == "false"
				denied["old"] = denied["old"] || at(s, "Condition", "NumericLessThan", "s3:TlsVersion") == 1.2
			}
		}
		if !denied["plain"] || !denied["old"] {
			t.Errorf("%s answers without TLS 1.2: %v", b.name(), denied)
		}
	}
}

func TestBucketsAreTheBlueprints(t *testing.T) {
	names := named(t)
	for _, b := range product.Buckets {
		id := strings.TrimPrefix(names.bucket(b.Name), "${"+names.data+"/")
		p := made.stacks[names.data].Resources[id].Properties
		got := map[string]any{
			"versions": at(p, "VersioningConfiguration", "Status") == "Enabled",
			"events":   at(p, "NotificationConfiguration", "EventBridgeConfiguration", "EventBridgeEnabled") == true,
			"origins":  at(p, "CorsConfiguration", "CorsRules", 0, "AllowedOrigins"),
			"methods":  at(p, "CorsConfiguration", "CorsRules", 0, "AllowedMethods"),
			"expires":  at(p, "LifecycleConfiguration", "Rules", 0, "ExpirationInDays"),
			"cache":    at(p, "LifecycleConfiguration", "Rules", 1, "Prefix"),
			"cached":   at(p, "LifecycleConfiguration", "Rules", 1, "ExpirationInDays"),
			"old":      at(p, "LifecycleConfiguration", "Rules", 0, "NoncurrentVersionExpiration", "NoncurrentDays"),
		}
		want := map[string]any{
			"versions": b.Versioned, "events": b.Events, "origins": nil, "methods": nil, "expires": days(b.ExpireAfter), "old": days(b.NoncurrentExpireAfter), "cache": nil, "cached": days(b.CacheExpireAfter),
		}
		if b.Cache != "" {
			want["cache"] = b.Cache
		}
		if b.CORS {
			want["origins"], want["methods"] = []any{"https://" + config.Domain}, []any{"GET", "HEAD", "POST"}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("bucket %s: %s", b.Name, diff)
		}
	}
}

func days(d time.Duration) any {
	if d == 0 {
		return nil
	}
	return d.Hours() / 24
}

// clientOf is the user pool's client whose id begins so.
func clientOf(t *testing.T, prefix string) *resource {
	t.Helper()
	for _, r := range made.all("AWS::Cognito::UserPoolClient") {
		if strings.HasPrefix(r.id, prefix) {
			return r
		}
	}
	t.Fatalf("there is no client %s", prefix)
	return nil
}

// People sign in with a password or a passkey of the dashboard's host. A passkey always
// verifies its user, and is a second factor then; at the functions' client nobody chooses.
func TestPasskeys(t *testing.T) {
	pool, admin := made.one(t, "AWS::Cognito::UserPool").Properties, clientOf(t, "PoolAdmin").Properties
	if got := at(pool, "Policies", "SignInPolicy", "AllowedFirstAuthFactors"); !cmp.Equal(got, any([]any{"PASSWORD", "WEB_AUTHN"})) {
		t.Errorf("%v", got)
	}
	for name, want := range map[string]any{
		"WebAuthnRelyingPartyID": "sds.example.com", "WebAuthnUserVerification": "required", "WebAuthnFactorConfiguration": "MULTI_FACTOR_WITH_USER_VERIFICATION",
	} {
		if pool[name] != want {
			t.Errorf("%s is %v, want %v", name, pool[name], want)
		}
	}
	if flows := admin["ExplicitAuthFlows"].([]any); slices.Contains(flows, any("ALLOW_USER_AUTH")) {
		t.Errorf("%v", flows)
	}
}

// Second factors are by choice, and changed by tokens of a client at which nobody signs in
// without the permission for AdminInitiateAuth. SMS messages go to phones, not to topics.
func TestSecondFactors(t *testing.T) {
	pool, admin := made.one(t, "AWS::Cognito::UserPool").Properties, clientOf(t, "PoolAdmin").Properties
	if pool["MfaConfiguration"] != "OPTIONAL" || !cmp.Equal(pool["EnabledMfas"], []any{"SMS_MFA", "SOFTWARE_TOKEN_MFA"}) || pool["SmsAuthenticationMessage"] != product.Pool.CodeMessage {
		t.Errorf("%v %v %v", pool["MfaConfiguration"], pool["EnabledMfas"], pool["SmsAuthenticationMessage"])
	}
	if flows := admin["ExplicitAuthFlows"].([]any); !slices.Contains(flows, any("ALLOW_ADMIN_USER_PASSWORD_AUTH")) || slices.Contains(flows, any("ALLOW_USER_PASSWORD_AUTH")) || slices.Contains(flows, any("ALLOW_USER_SRP_AUTH")) {
		t.Errorf("anybody can sign in at the client of the functions: %v", flows)
	}
	if admin["AccessTokenValidity"] != product.Pool.AdminToken.Minutes() || admin["AuthSessionValidity"] != product.Pool.AuthSession.Minutes() {
		t.Errorf("%v", admin)
	}
	for _, r := range made.all("AWS::IAM::Policy") {
		for _, s := range at(r.Properties, "PolicyDocument", "Statement").([]any) {
			if at(s, "Action") == "sns:Publish" && !cmp.Equal(at(s, "NotResource"), any("arn:aws:sns:*:*:*")) {
				t.Errorf("codes could be published to topics: %v", s)
			}
		}
	}
}

// The pool calls its triggers, which exist under the names that it knows, and nobody else does.
func TestTriggers(t *testing.T) {
	config := made.one(t, "AWS::Cognito::UserPool").Properties["LambdaConfig"]
	if at(config, "PreTokenGenerationConfig", "LambdaVersion") != "V2_0" {
		t.Errorf("the event has no scopes: %v", config)
	}
	permitted := map[string]int{}
	for _, p := range made.all("AWS::Lambda::Permission") {
		if made.text(p.in, p.Properties["Principal"]) == "cognito-idp.amazonaws.com" && made.text(p.in, p.Properties["SourceArn"]) == named(t).pool()+".Arn}" {
			permitted[made.text(p.in, p.Properties["FunctionName"])]++
		}
	}
	for _, trigger := range product.Pool.Triggers {
		f := functions(t)[trigger.Function]
		arn := at(config, trigger.Operation)
		if trigger.Operation == "PreTokenGeneration" {
			arn = at(config, "PreTokenGenerationConfig", "LambdaArn")
		}
		text := made.text(f.in, arn)
		if name, _ := f.Properties["FunctionName"].(string); name == "" || !strings.HasSuffix(text, ":function:"+name+":live") {
			t.Errorf("%s: the pool calls %s, the function is %v", trigger.Operation, text, f.Properties["FunctionName"])
		}
	}
	if len(permitted) != 5 {
		t.Errorf("the pool may call %v", permitted)
	}
}

func TestUserPool(t *testing.T) {
	pool, client := made.one(t, "AWS::Cognito::UserPool"), clientOf(t, "PoolDashboard")
	password := at(pool.Properties, "Policies", "PasswordPolicy")
	wanted := map[string]any{
		"MinimumLength": float64(product.Pool.PasswordLength), "RequireLowercase": true, "RequireUppercase": true, "RequireNumbers": true, "RequireSymbols": true,
	}
	if diff := cmp.Diff(any(wanted), password); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]any{"email"}, pool.Properties["UsernameAttributes"]); diff != "" {
		t.Error(diff)
	}
	if pool.DeletionPolicy != "Retain" || pool.Properties["DeletionProtection"] != "ACTIVE" || at(pool.Properties, "AdminCreateUserConfig", "AllowAdminCreateUserOnly") != true {
		t.Errorf("accounts can be deleted with the stack, or created by anyone: %v", pool.Properties)
	}
	attributes := map[string]bool{}
	for _, a := range pool.Properties["Schema"].([]any) {
		attributes[at(a, "Name").(string)] = true
	}
	readable := map[string]bool{}
	for _, a := range client.Properties["ReadAttributes"].([]any) {
		readable[a.(string)] = true
	}
	for _, name := range product.Pool.CustomAttributes {
		if !attributes[name] || !readable["custom:"+name] {
			t.Errorf("attribute %s would not be in the token", name)
		}
	}
	// A user who could write their own e-mail address or company could impersonate
	// another.
	if diff := cmp.Diff([]any{"custom:asserted_email", "locale"}, client.Properties["WriteAttributes"]); diff != "" {
		t.Error(diff)
	}
	got := map[string]any{}
	for _, name := range []string{
		"GenerateSecret", "PreventUserExistenceErrors", "EnableTokenRevocation", "AccessTokenValidity", "IdTokenValidity", "RefreshTokenValidity", "TokenValidityUnits",
		"ExplicitAuthFlows", "RefreshTokenRotation", "AllowedOAuthFlows", "AllowedOAuthFlowsUserPoolClient", "CallbackURLs", "LogoutURLs", "SupportedIdentityProviders",
	} {
		got[name] = client.Properties[name]
	}
	want := map[string]any{
		"AllowedOAuthFlows": []any{"code"}, "AllowedOAuthFlowsUserPoolClient": true, "SupportedIdentityProviders": []any{"COGNITO"},
		"CallbackURLs": []any{"https://" + config.Domain + "/"}, "LogoutURLs": []any{"https://" + config.Domain + "/"},
		"GenerateSecret": false, "PreventUserExistenceErrors": "ENABLED", "EnableTokenRevocation": true,
		"AccessTokenValidity": product.Pool.AccessToken.Minutes(), "IdTokenValidity": product.Pool.IDToken.Minutes(), "RefreshTokenValidity": product.Pool.RefreshToken.Minutes(),
		"TokenValidityUnits": map[string]any{"AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": "minutes"},
		// Without ALLOW_REFRESH_TOKEN_AUTH: tokens that rotate are renewed by GetTokensFromRefreshToken alone.
		"ExplicitAuthFlows":    []any{"ALLOW_CUSTOM_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_USER_AUTH"},
		"RefreshTokenRotation": map[string]any{"Feature": "ENABLED", "RetryGracePeriodSeconds": product.Pool.RotationGrace.Seconds()},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

package stacks

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudfront"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudfrontorigins"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"

	"anzen/functions/api/rest"
	"anzen/functions/api/scim"
	"anzen/infra/blueprint"
)

// Edge is the one domain of the product: the dashboard, the API below /api, and the endpoints
// of identity providers below /scim.
type Edge struct {
	Stack        awscdk.Stack
	Site         awss3.Bucket
	Distribution awscloudfront.Distribution
}

func newEdge(s awscdk.Stack, b blueprint.Edge, c Config, a *App) *Edge {
	e := &Edge{Stack: s}
	e.Site = awss3.NewBucket(s, str("Site"), &awss3.BucketProps{
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), Encryption: awss3.BucketEncryption_S3_MANAGED,
		EnforceSSL: jsii.Bool(true), MinimumTLSVersion: jsii.Number(1.2), Versioned: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
		ServerAccessLogsBucket: a.Data.Logs, ServerAccessLogsPrefix: str("buckets/site/"),
		LifecycleRules: &[]*awss3.LifecycleRule{{NoncurrentVersionExpiration: duration(30 * 24 * time.Hour)}},
	})
	headers := newHeaders(s, b, a)
	forwarded := newAPIBehavior(s, c, a, headers)
	props := &awscloudfront.DistributionProps{
		Comment: str(c.name("dashboard")), DefaultRootObject: str("index.html"), WebAclId: a.Guard.ACL.AttrArn(),
		HttpVersion:   awscloudfront.HttpVersion_HTTP2_AND_3,
		EnableLogging: jsii.Bool(true), LogBucket: a.Data.Logs, LogFilePrefix: str("edge/"),
		DefaultBehavior: &awscloudfront.BehaviorOptions{
			Origin:               awscloudfrontorigins.S3BucketOrigin_WithOriginAccessControl(e.Site, nil),
			ViewerProtocolPolicy: awscloudfront.ViewerProtocolPolicy_REDIRECT_TO_HTTPS, CachePolicy: awscloudfront.CachePolicy_CACHING_OPTIMIZED(),
			ResponseHeadersPolicy: headers,
			FunctionAssociations: &[]*awscloudfront.FunctionAssociation{{
				EventType: awscloudfront.FunctionEventType_VIEWER_REQUEST,
				Function: awscloudfront.NewFunction(s, str("Viewer"), &awscloudfront.FunctionProps{
					Runtime: awscloudfront.FunctionRuntime_JS_2_0(), Code: awscloudfront.FunctionCode_FromInline(str(viewerFunction(c, a))),
					Comment: str("answers /config.json, leads pages of the dashboard to its document, and browsers to compressed files"),
				}),
			}},
		},
		AdditionalBehaviors: &map[string]*awscloudfront.BehaviorOptions{"/api/*": forwarded, scim.Root + "/*": forwarded},
	}
	exceptions := []exception{{rule: "CFR1", because: "people of Japanese companies work from abroad too"}}
	if c.Certificate == "" {
		exceptions = append(exceptions, exception{rule: "CFR4", because: "without a domain of one's own, CloudFront's certificate decides which TLS is spoken"})
	} else {
		props.MinimumProtocolVersion = awscloudfront.SecurityPolicyProtocol_TLS_V1_2_2021
		props.DomainNames = strs(c.Domain)
		props.Certificate = awscertificatemanager.Certificate_FromCertificateArn(s, str("Certificate"), &c.Certificate)
	}
	e.Distribution = awscloudfront.NewDistribution(s, str("Distribution"), props)
	except(e.Distribution, exceptions...)
	e.addRotation(b, c, a)
	output(s, "SiteBucket", *e.Site.BucketName(), "where the files of the dashboard go")
	output(s, "DistributionDomain", *e.Distribution.DistributionDomainName(), "what the domain's DNS record points at; the domain itself where one has no certificate")
	return e
}

// newAPIBehavior forwards requests to the API unchanged.
func newAPIBehavior(s awscdk.Stack, c Config, a *App, headers awscloudfront.ResponseHeadersPolicy) *awscloudfront.BehaviorOptions {
	return &awscloudfront.BehaviorOptions{
		Origin: awscloudfrontorigins.NewHttpOrigin(str(a.API.host()), &awscloudfrontorigins.HttpOriginProps{
			OriginPath: str("/" + c.Stage), ProtocolPolicy: awscloudfront.OriginProtocolPolicy_HTTPS_ONLY,
			OriginSslProtocols: &[]awscloudfront.OriginSslPolicy{awscloudfront.OriginSslPolicy_TLS_V1_2},
			CustomHeaders:      &map[string]*string{originHeader: a.API.things.originSecret()},
			// Longer than the gateway waits for a function.
			ReadTimeout: duration(gatewayTimeout + time.Second),
		}),
		ViewerProtocolPolicy: awscloudfront.ViewerProtocolPolicy_HTTPS_ONLY, AllowedMethods: awscloudfront.AllowedMethods_ALLOW_ALL(),
		// Authorization is forwarded only as a part of the cache key, and a policy with a key
		// must allow a TTL of 1 s. Answers without Cache-Control are not cached at all.
		CachePolicy: awscloudfront.NewCachePolicy(s, str("NotCached"), &awscloudfront.CachePolicyProps{
			Comment: str("keeps nothing, and passes Authorization on"),
			MinTtl:  duration(0), DefaultTtl: duration(0), MaxTtl: duration(time.Second),
			HeaderBehavior:      awscloudfront.CacheHeaderBehavior_AllowList(str("Authorization")),
			QueryStringBehavior: awscloudfront.CacheQueryStringBehavior_All(), CookieBehavior: awscloudfront.CacheCookieBehavior_None(),
			// Accept-Encoding reaches the gateway only so, which compresses the answers.
			EnableAcceptEncodingGzip: jsii.Bool(true), EnableAcceptEncodingBrotli: jsii.Bool(true),
		}),
		// Not Host: the gateway answers to its own name alone.
		OriginRequestPolicy: awscloudfront.NewOriginRequestPolicy(s, str("Forwarded"), &awscloudfront.OriginRequestPolicyProps{
			HeaderBehavior:      awscloudfront.OriginRequestHeaderBehavior_AllowList(*strs(forwardedHeaders...)...),
			QueryStringBehavior: awscloudfront.OriginRequestQueryStringBehavior_All(), CookieBehavior: awscloudfront.OriginRequestCookieBehavior_None(),
		}),
		ResponseHeadersPolicy: headers,
	}
}

// forwardedHeaders are the request headers that functions read, including the client
// address that only CloudFront knows. Ten is CloudFront's limit.
var forwardedHeaders = []string{
	"Accept", "Accept-Language", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Origin", "User-Agent", "X-Request-Id", "CloudFront-Viewer-Address",
}

// newHeaders creates a policy of the blueprint's headers. CloudFront takes the ones it
// knows only in dedicated fields.
func newHeaders(s awscdk.Stack, b blueprint.Edge, a *App) awscloudfront.ResponseHeadersPolicy {
	security := &awscloudfront.ResponseSecurityHeadersBehavior{}
	var custom []*awscloudfront.ResponseCustomHeader
	names := make([]string, 0, len(b.Headers))
	for name := range b.Headers {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		value := strings.ReplaceAll(b.Headers[name], "{connect}", strings.Join(connections(a), " "))
		switch name {
		case "Content-Security-Policy":
			security.ContentSecurityPolicy = &awscloudfront.ResponseHeadersContentSecurityPolicy{ContentSecurityPolicy: &value, Override: jsii.Bool(true)}
		case "Strict-Transport-Security":
			security.StrictTransportSecurity = transportSecurity(value)
		case "X-Content-Type-Options":
			security.ContentTypeOptions = &awscloudfront.ResponseHeadersContentTypeOptions{Override: jsii.Bool(true)}
		case "X-Frame-Options":
			security.FrameOptions = &awscloudfront.ResponseHeadersFrameOptions{FrameOption: awscloudfront.HeadersFrameOption(value), Override: jsii.Bool(true)}
		case "Referrer-Policy":
			policy := awscloudfront.HeadersReferrerPolicy(strings.ToUpper(strings.ReplaceAll(value, "-", "_")))
			security.ReferrerPolicy = &awscloudfront.ResponseHeadersReferrerPolicy{ReferrerPolicy: policy, Override: jsii.Bool(true)}
		default:
			custom = append(custom, &awscloudfront.ResponseCustomHeader{Header: &name, Value: &value, Override: jsii.Bool(true)})
		}
	}
	return awscloudfront.NewResponseHeadersPolicy(s, str("Headers"), &awscloudfront.ResponseHeadersPolicyProps{
		SecurityHeadersBehavior: security, CustomHeadersBehavior: &awscloudfront.ResponseCustomHeadersBehavior{CustomHeaders: &custom},
	})
}

// connections are the other origins that the dashboard connects to: the user pool with its
// hosted pages, and the buckets that browsers upload to.
func connections(a *App) []string {
	origins := []string{"https://cognito-idp." + blueprint.Region + ".amazonaws.com", "https://" + a.Identity.Domain}
	for _, name := range a.Data.browsed {
		origins = append(origins, "https://"+*a.Data.Buckets[name].BucketRegionalDomainName())
	}
	return origins
}

func transportSecurity(value string) *awscloudfront.ResponseHeadersStrictTransportSecurity {
	h := &awscloudfront.ResponseHeadersStrictTransportSecurity{
		Override: jsii.Bool(true), IncludeSubdomains: jsii.Bool(strings.Contains(value, "includeSubDomains")), Preload: jsii.Bool(strings.Contains(value, "preload")),
	}
	age, _, _ := strings.Cut(strings.TrimPrefix(value, "max-age="), ";")
	seconds, err := strconv.Atoi(age)
	if err != nil {
		panic(fmt.Sprintf("stacks: Strict-Transport-Security %q: %v", value, err))
	}
	h.AccessControlMaxAge = duration(time.Duration(seconds) * time.Second)
	return h
}

// viewerFunction runs in CloudFront before the cache. It answers /config.json itself,
// so that the settings are always those of this deployment and no file has to be
// written after it. A path without a dot in its last part is a page of the dashboard.
// (Error pages of CloudFront would change the API's 403 and 404 too.) The build has all
// files below static/ compressed with Brotli too, further than CloudFront does it
// (frontend/scripts/compressed.ts); they are stored with that encoding. Earlier builds are
// below assets/ without it: this function is deployed before the build is published, and
// their pages stay open after that.
func viewerFunction(c Config, a *App) string {
	config, err := json.Marshal(map[string]any{
		"apiBase": rest.Base, "region": blueprint.Region,
		"userPoolId": *a.Identity.Pool.UserPoolId(), "userPoolClientId": *a.Identity.Client.UserPoolClientId(),
		"userPoolEndpoint": nil, "oauthDomain": a.Identity.Domain, "marketingUrl": orNull(c.Marketing),
	})
	if err != nil {
		panic(fmt.Sprintf("stacks: encode config.json: %v", err))
	}
	return fmt.Sprintf(`var config = %s;
function handler(event) {
  var request = event.request;
  if (request.uri === '/config.json') {
    return {
      statusCode: 200,
      statusDescription: 'OK',
      headers: {
        'content-type': { value: 'application/json' },
        'cache-control': { value: 'no-store' },
        'x-content-type-options': { value: 'nosniff' }
      },
      body: { encoding: 'text', data: JSON.stringify(config) }
    };
  }
  if (request.uri.slice(request.uri.lastIndexOf('/')).indexOf('.') < 0) {
    request.uri = '/index.html';
  }
  var accepted = request.headers['accept-encoding'];
  if (accepted && /\bbr\b/.test(accepted.value) && request.uri.indexOf('/static/') === 0) {
    request.uri += '.br';
  }
  return request;
}
`, config)
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

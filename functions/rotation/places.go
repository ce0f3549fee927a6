package rotation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudfront"
	edge "github.com/aws/aws-sdk-go-v2/service/cloudfront/types"
	"github.com/aws/aws-sdk-go-v2/service/wafv2"
	waf "github.com/aws/aws-sdk-go-v2/service/wafv2/types"
)

// admit has the firewall admit requests with one of the values and no others.
func (r *Rotation) admit(ctx context.Context, values ...string) error {
	out, err := r.Firewall.GetWebACL(ctx, &wafv2.GetWebACLInput{ARN: &r.ACL})
	if err != nil {
		return fmt.Errorf("read the firewall: %w", err)
	}
	acl := out.WebACL
	demanded, err := demand(acl.Rules)
	if err != nil {
		return err
	}
	wanted := slices.Compact(slices.Sorted(slices.Values(values)))
	if slices.Equal(admitted(demanded), wanted) {
		return nil
	}
	demanded.Statement = among(demanded.Statement, wanted)
	_, err = r.Firewall.UpdateWebACL(ctx, &wafv2.UpdateWebACLInput{
		Name: acl.Name, Id: acl.Id, Scope: waf.ScopeRegional, LockToken: out.LockToken, Rules: acl.Rules, DefaultAction: acl.DefaultAction, VisibilityConfig: acl.VisibilityConfig,
		Description: acl.Description, AssociationConfig: acl.AssociationConfig, CaptchaConfig: acl.CaptchaConfig, ChallengeConfig: acl.ChallengeConfig,
		CustomResponseBodies: acl.CustomResponseBodies, DataProtectionConfig: acl.DataProtectionConfig, OnSourceDDoSProtectionConfig: acl.OnSourceDDoSProtectionConfig, TokenDomains: acl.TokenDomains,
	})
	if err != nil {
		return fmt.Errorf("change the firewall: %w", err)
	}
	return nil
}

var errUnknownRule = errors.New("the firewall has no rule that demands the origin secret in a form that is known")

// demand is the part of the rule that no request with the secret meets.
func demand(rules []waf.Rule) (*waf.NotStatement, error) {
	for _, rule := range rules {
		if aws.ToString(rule.Name) != Rule || rule.Statement == nil || rule.Statement.AndStatement == nil {
			continue
		}
		for _, s := range rule.Statement.AndStatement.Statements {
			if s.NotStatement != nil && len(admitted(s.NotStatement)) > 0 {
				return s.NotStatement, nil
			}
		}
	}
	return nil, errUnknownRule
}

// matches are the comparisons of a statement with values of the header.
func matches(s *waf.Statement) (all []*waf.ByteMatchStatement) {
	switch {
	case s == nil:
	case s.ByteMatchStatement != nil:
		if f := s.ByteMatchStatement.FieldToMatch; f != nil && f.SingleHeader != nil && strings.EqualFold(aws.ToString(f.SingleHeader.Name), Header) {
			all = append(all, s.ByteMatchStatement)
		}
	case s.OrStatement != nil:
		for i := range s.OrStatement.Statements {
			all = append(all, matches(&s.OrStatement.Statements[i])...)
		}
	}
	return all
}

// admitted are the values that meet a demand, sorted.
func admitted(s *waf.NotStatement) []string {
	var all []string
	for _, m := range matches(s.Statement) {
		all = append(all, string(m.SearchString))
	}
	slices.Sort(all)
	return all
}

// among compares with each of the values, as the statement does with its first.
func among(s *waf.Statement, values []string) *waf.Statement {
	like := *matches(s)[0]
	all := make([]waf.Statement, len(values))
	for i, v := range values {
		m := like
		m.SearchString = []byte(v)
		all[i] = waf.Statement{ByteMatchStatement: &m}
	}
	if len(all) == 1 {
		return &all[0]
	}
	return &waf.Statement{OrStatement: &waf.OrStatement{Statements: all}}
}

// headers are the distribution's headers that carry the secret.
func headers(c *edge.DistributionConfig) ([]*edge.OriginCustomHeader, error) {
	var all []*edge.OriginCustomHeader
	if c != nil && c.Origins != nil {
		for _, o := range c.Origins.Items {
			if o.CustomHeaders == nil {
				continue
			}
			for i := range o.CustomHeaders.Items {
				if h := &o.CustomHeaders.Items[i]; strings.EqualFold(aws.ToString(h.HeaderName), Header) {
					all = append(all, h)
				}
			}
		}
	}
	if all == nil {
		return nil, errors.New("the distribution sends no origin secret")
	}
	return all, nil
}

func (r *Rotation) distribution(ctx context.Context) (*cloudfront.GetDistributionOutput, []*edge.OriginCustomHeader, error) {
	out, err := r.Edge.GetDistribution(ctx, &cloudfront.GetDistributionInput{Id: &r.Distribution})
	if err != nil {
		return nil, nil, fmt.Errorf("read the distribution: %w", err)
	}
	sent, err := headers(out.Distribution.DistributionConfig)
	return out, sent, err
}

// send has CloudFront send a value.
func (r *Rotation) send(ctx context.Context, value string) error {
	out, sent, err := r.distribution(ctx)
	if err != nil {
		return err
	}
	changed := false
	for _, h := range sent {
		changed = changed || aws.ToString(h.HeaderValue) != value
		h.HeaderValue = &value
	}
	if !changed {
		return nil
	}
	if _, err := r.Edge.UpdateDistribution(ctx, &cloudfront.UpdateDistributionInput{
		Id: &r.Distribution, IfMatch: out.ETag, DistributionConfig: out.Distribution.DistributionConfig,
	}); err != nil {
		return fmt.Errorf("change the distribution: %w", err)
	}
	return nil
}

// sent waits until CloudFront sends a value everywhere.
func (r *Rotation) sent(ctx context.Context, value string) error {
	for range mostLooks {
		out, sent, err := r.distribution(ctx)
		if err != nil {
			return err
		}
		for _, h := range sent {
			if aws.ToString(h.HeaderValue) != value {
				return errors.New("the distribution sends another value")
			}
		}
		if aws.ToString(out.Distribution.Status) == "Deployed" {
			return nil
		}
		if err := r.Wait(ctx, looks); err != nil {
			return err
		}
	}
	return errors.New("the distribution is not deployed everywhere yet")
}

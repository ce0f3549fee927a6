package rotation_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudfront"
	edge "github.com/aws/aws-sdk-go-v2/service/cloudfront/types"
	"github.com/aws/aws-sdk-go-v2/service/secretsmanager"
	"github.com/aws/aws-sdk-go-v2/service/secretsmanager/types"
	"github.com/aws/aws-sdk-go-v2/service/wafv2"
	waf "github.com/aws/aws-sdk-go-v2/service/wafv2/types"

	"anzen/functions/rotation"
)

var errDies = errors.New("the function dies")

// world is Secrets Manager, the firewall and CloudFront, whose changes take a while to hold everywhere. After every call each
// value that an edge may send is admitted by every part of the firewall, or the test fails.
type world struct {
	t      *testing.T
	calls  int
	diesAt int

	versions map[string]string // by their ids
	stages   map[string]string // ids by stage

	rule     waf.Rule
	lock     int
	partly   map[string]bool // admitted by some parts of the firewall, and not by others
	config   *edge.DistributionConfig
	etag     int
	sending  map[string]bool // what edges may send
	deployed int             // looks until the last change holds everywhere
}

func newWorld(t *testing.T) *world {
	w := &world{
		t: t, versions: map[string]string{"v0": "first"}, stages: map[string]string{"AWSCURRENT": "v0"}, partly: map[string]bool{},
		sending: map[string]bool{"first": true}, config: &edge.DistributionConfig{Origins: &edge.Origins{Items: []edge.Origin{
			{Id: aws.String("site")},
			{Id: aws.String("api"), CustomHeaders: &edge.CustomHeaders{Items: []edge.OriginCustomHeader{{HeaderName: aws.String("X-Origin-Verify"), HeaderValue: aws.String("first")}}}},
		}}},
	}
	w.rule = waf.Rule{Name: aws.String("origin"), Statement: &waf.Statement{AndStatement: &waf.AndStatement{Statements: []waf.Statement{
		{ByteMatchStatement: match("host", ".execute-api.")},
		{NotStatement: &waf.NotStatement{Statement: &waf.Statement{ByteMatchStatement: match("x-origin-verify", "first")}}},
	}}}}
	return w
}

func match(header, text string) *waf.ByteMatchStatement {
	return &waf.ByteMatchStatement{FieldToMatch: &waf.FieldToMatch{SingleHeader: &waf.SingleHeader{Name: &header}}, SearchString: []byte(text)}
}

// admitted are the values that the firewall's rule admits.
func (w *world) admitted() map[string]bool {
	all := map[string]bool{}
	switch s := w.rule.Statement.AndStatement.Statements[1].NotStatement.Statement; {
	case s.ByteMatchStatement != nil:
		all[string(s.ByteMatchStatement.SearchString)] = true
	default:
		for _, one := range s.OrStatement.Statements {
			all[string(one.ByteMatchStatement.SearchString)] = true
		}
	}
	return all
}

// call counts a call, after which the function may die, and checks that nobody is shut out.
func (w *world) call() error {
	w.t.Helper()
	for value := range w.sending {
		if !w.admitted()[value] || w.partly[value] {
			w.t.Fatalf("call %d: an edge may send %q, and the firewall admits %v, %v not everywhere", w.calls, value, slices.Collect(maps.Keys(w.admitted())), slices.Collect(maps.Keys(w.partly)))
		}
	}
	if w.calls++; w.calls == w.diesAt {
		return errDies
	}
	return nil
}

func (w *world) GetSecretValue(_ context.Context, in *secretsmanager.GetSecretValueInput, _ ...func(*secretsmanager.Options)) (*secretsmanager.GetSecretValueOutput, error) {
	if err := w.call(); err != nil {
		return nil, err
	}
	id := w.stages[*in.VersionStage]
	if text, ok := w.versions[id]; ok && (in.VersionId == nil || *in.VersionId == id) {
		return &secretsmanager.GetSecretValueOutput{SecretString: &text, VersionId: &id}, nil
	}
	return nil, &types.ResourceNotFoundException{}
}

func (w *world) PutSecretValue(_ context.Context, in *secretsmanager.PutSecretValueInput, _ ...func(*secretsmanager.Options)) (*secretsmanager.PutSecretValueOutput, error) {
	w.versions[*in.ClientRequestToken] = *in.SecretString
	w.stages[in.VersionStages[0]] = *in.ClientRequestToken
	return &secretsmanager.PutSecretValueOutput{}, w.call()
}

func (w *world) UpdateSecretVersionStage(_ context.Context, in *secretsmanager.UpdateSecretVersionStageInput, _ ...func(*secretsmanager.Options)) (*secretsmanager.UpdateSecretVersionStageOutput, error) {
	if w.stages[*in.VersionStage] != *in.RemoveFromVersionId {
		return nil, errors.New("another version has the stage")
	}
	w.stages[*in.VersionStage] = *in.MoveToVersionId
	return &secretsmanager.UpdateSecretVersionStageOutput{}, w.call()
}

func (w *world) GetWebACL(context.Context, *wafv2.GetWebACLInput, ...func(*wafv2.Options)) (*wafv2.GetWebACLOutput, error) {
	other := waf.Rule{Name: aws.String("answers"), Statement: &waf.Statement{RateBasedStatement: &waf.RateBasedStatement{}}}
	return &wafv2.GetWebACLOutput{LockToken: aws.String(fmt.Sprint(w.lock)), WebACL: &waf.WebACL{
		Name: aws.String("n"), Id: aws.String("i"), Rules: []waf.Rule{other, w.rule}, Description: aws.String("d"), DefaultAction: &waf.DefaultAction{}, VisibilityConfig: &waf.VisibilityConfig{},
	}}, w.call()
}

func (w *world) UpdateWebACL(_ context.Context, in *wafv2.UpdateWebACLInput, _ ...func(*wafv2.Options)) (*wafv2.UpdateWebACLOutput, error) {
	if *in.LockToken != fmt.Sprint(w.lock) || len(in.Rules) != 2 || in.DefaultAction == nil || in.VisibilityConfig == nil || *in.Description != "d" || in.Scope != waf.ScopeRegional {
		return nil, fmt.Errorf("the firewall would be another: %+v", in)
	}
	before := w.admitted()
	w.lock++
	w.rule = in.Rules[1]
	for value := range w.admitted() {
		if !before[value] {
			w.partly[value] = true
		}
	}
	return &wafv2.UpdateWebACLOutput{}, w.call()
}

func (w *world) GetDistribution(context.Context, *cloudfront.GetDistributionInput, ...func(*cloudfront.Options)) (*cloudfront.GetDistributionOutput, error) {
	status := "InProgress"
	if w.deployed--; w.deployed <= 0 {
		status = "Deployed"
		w.sending = map[string]bool{*w.config.Origins.Items[1].CustomHeaders.Items[0].HeaderValue: true}
	}
	// A copy, as an answer is.
	header := w.config.Origins.Items[1].CustomHeaders.Items[0]
	config := &edge.DistributionConfig{Origins: &edge.Origins{Items: []edge.Origin{w.config.Origins.Items[0], {CustomHeaders: &edge.CustomHeaders{Items: []edge.OriginCustomHeader{header}}}}}}
	return &cloudfront.GetDistributionOutput{ETag: aws.String(fmt.Sprint(w.etag)), Distribution: &edge.Distribution{Status: &status, DistributionConfig: config}}, w.call()
}

func (w *world) UpdateDistribution(_ context.Context, in *cloudfront.UpdateDistributionInput, _ ...func(*cloudfront.Options)) (*cloudfront.UpdateDistributionOutput, error) {
	if *in.IfMatch != fmt.Sprint(w.etag) || len(in.DistributionConfig.Origins.Items) != 2 {
		return nil, fmt.Errorf("the distribution would be another: %+v", in)
	}
	w.etag++
	w.config = in.DistributionConfig
	w.deployed = 5
	w.sending[*w.config.Origins.Items[1].CustomHeaders.Items[0].HeaderValue] = true
	return &cloudfront.UpdateDistributionOutput{}, w.call()
}

func (w *world) wait(_ context.Context, d time.Duration) error {
	if d >= time.Minute {
		w.partly = map[string]bool{}
	}
	return w.call()
}

// rotate does all steps of a rotation.
func (w *world) rotate(token string) error {
	r := &rotation.Rotation{
		Secrets: w, Firewall: w, Edge: w, ACL: "acl", Distribution: "d", Wait: w.wait, Log: slog.New(slog.DiscardHandler),
		Probe: func(context.Context) (int, error) { return http.StatusOK, w.call() },
	}
	for _, step := range []string{"createSecret", "setSecret", "testSecret", "finishSecret"} {
		if err := r.Step(context.Background(), rotation.Event{Step: step, SecretID: "s", ClientRequestToken: token}); err != nil {
			return err
		}
	}
	return nil
}

// done checks that one value is current, sent and admitted.
func (w *world) done(t *testing.T, token string) {
	t.Helper()
	value := w.versions[token]
	if w.stages["AWSCURRENT"] != token || len(w.admitted()) != 1 || !w.admitted()[value] || len(w.sending) != 1 || !w.sending[value] {
		t.Errorf("after rotation %s: stages %v, admitted %v, sent %v", token, w.stages, w.admitted(), w.sending)
	}
	if len(value) < 48 || strings.ContainsAny(value, " ,;\"\r\n") {
		t.Errorf("the secret is %q", value)
	}
}

func TestRotation(t *testing.T) {
	w := newWorld(t)
	for n := range 3 {
		token := fmt.Sprintf("v%d", n+1)
		if err := w.rotate(token); err != nil {
			t.Fatal(err)
		}
		w.done(t, token)
		before := w.calls
		if err := w.rotate(token); err != nil {
			t.Errorf("the steps again: %v", err)
		}
		if w.done(t, token); w.lock != 2*(n+1) || w.etag != n+1 {
			t.Errorf("%d changes of the firewall and %d of the distribution after %d calls", w.lock, w.etag, w.calls-before)
		}
	}
	if a, b := w.versions["v1"], w.versions["v2"]; a == b {
		t.Error("the secret stays the same")
	}
}

// Wherever the function dies, no request of the edge is refused, and both the same rotation and another one go on from there.
func TestItDiesAnywhere(t *testing.T) {
	w := newWorld(t)
	if err := w.rotate("v1"); err != nil {
		t.Fatal(err)
	}
	calls := w.calls
	if calls < 15 {
		t.Fatalf("only %d calls", calls)
	}
	for dies := 1; dies <= calls; dies++ {
		for _, next := range []string{"v1", "v2"} {
			w := newWorld(t)
			w.diesAt = dies
			if err := w.rotate("v1"); !errors.Is(err, errDies) {
				t.Fatalf("call %d: %v", dies, err)
			}
			w.diesAt = 0
			if err := w.rotate(next); err != nil {
				t.Fatalf("after a death at call %d rotation %s fails: %v", dies, next, err)
			}
			w.done(t, next)
		}
	}
}

// As the schedule is made, Secrets Manager tries the third step alone: nothing is asked through an edge that has no domain yet, and
// the next rotation finds everything as it was.
func TestTheScheduleIsTried(t *testing.T) {
	for name, copied := range map[string]bool{"the current value": true, "none": false} {
		w := newWorld(t)
		if copied {
			w.versions["v1"], w.stages["AWSPENDING"] = w.versions["v0"], "v1"
		}
		r := &rotation.Rotation{Secrets: w, Firewall: w, Edge: w, Wait: w.wait, Log: slog.New(slog.DiscardHandler), Probe: func(context.Context) (int, error) {
			return 0, errors.New("no such host")
		}}
		if err := r.Step(t.Context(), rotation.Event{Step: "testSecret", SecretID: "s", ClientRequestToken: "v1"}); err != nil || w.lock != 0 || w.etag != 0 {
			t.Errorf("with %s: %v, %d and %d changes", name, err, w.lock, w.etag)
		}
		delete(w.versions, "v1")
		delete(w.stages, "AWSPENDING")
		if err := w.rotate("v2"); err != nil {
			t.Fatal(err)
		}
		w.done(t, "v2")
	}
}

// Where a step finds something that it does not know, it changes nothing and says so.
func TestWhatIsUnknownStays(t *testing.T) {
	w := newWorld(t)
	w.rule.Name = aws.String("another")
	if err := w.rotate("v1"); err == nil || w.lock != 0 || w.etag != 0 {
		t.Errorf("a firewall without the rule: %v, %d and %d changes", err, w.lock, w.etag)
	}
	w = newWorld(t)
	r := &rotation.Rotation{Secrets: w, Firewall: w, Edge: w, Wait: w.wait, Log: slog.New(slog.DiscardHandler), Probe: func(context.Context) (int, error) { return http.StatusForbidden, nil }}
	step := func(name string) error {
		return r.Step(t.Context(), rotation.Event{Step: name, SecretID: "s", ClientRequestToken: "v1"})
	}
	if err := errors.Join(step("createSecret"), step("setSecret")); err != nil {
		t.Fatal(err)
	}
	if err := step("testSecret"); err == nil || w.stages["AWSCURRENT"] != "v0" {
		t.Errorf("refused through the edge: %v, current %s", err, w.stages["AWSCURRENT"])
	}
	if err := step("dropSecret"); err == nil {
		t.Error("an unknown step is done")
	}
}

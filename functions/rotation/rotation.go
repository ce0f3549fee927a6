// Package rotation changes the origin secret, which CloudFront sends with every request and the gateway's firewall demands, so that
// requests reach the API through the edge alone. AWS Secrets Manager calls it by a schedule, once for each of four steps ("Rotation
// by Lambda function" in its user guide), and again where one fails:
//
//	createSecret  a new value is stored, as pending
//	setSecret     the firewall admits both values; once it does everywhere, CloudFront sends the new one
//	testSecret    CloudFront does so everywhere, and a request through it is answered
//	finishSecret  the new value is the current one, and the firewall admits no other
//
// At every moment the firewall admits what CloudFront sends, also where a step ends halfway: a later call goes on. No function and no
// template has the secret: a deployment has CloudFormation read the current value. A deployment that changes the firewall during the
// quarter of an hour of a rotation takes the second value away until Secrets Manager repeats the step.
//
// On the local stack edge, firewall and gateway are one process, and nothing is to be rotated.
package rotation

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	awshandler "github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudfront"
	"github.com/aws/aws-sdk-go-v2/service/secretsmanager"
	"github.com/aws/aws-sdk-go-v2/service/secretsmanager/types"
	"github.com/aws/aws-sdk-go-v2/service/wafv2"

	"anzen/functions/handler"
	"anzen/shared/domain/trace"
)

const (
	// Name is the function's name.
	Name = "origin-rotation"
	// Summary says what it does.
	Summary = "changes the secret by which the gateway's firewall knows the edge"
	// Timeout is how long a step may take: CloudFront distributes a change in some minutes.
	Timeout = 15 * time.Minute
	// Every is when it runs: the night to the second of each month, Japanese time.
	Every = "cron(0 18 1 * ? *)"
	// Header carries the secret.
	Header = "x-origin-verify"
	// Rule is the name of the firewall's rule that demands it.
	Rule = "origin"
)

// The environment variables: the firewall's ARN, the distribution's id, and an address that it answers without a session.
const (
	EnvFirewall     = "FIREWALL"
	EnvDistribution = "DISTRIBUTION"
	EnvProbe        = "PROBE"
)

const (
	// settles is how long a change of a firewall may take to hold everywhere: "a few seconds to a number of minutes"
	// ("Temporary inconsistencies during updates" in AWS WAF's developer guide).
	settles = 3 * time.Minute
	// looks is the time between two looks at the distribution, of which there are so many in a step.
	looks, mostLooks = 15 * time.Second, 48
)

// Secrets is the used part of Secrets Manager.
type Secrets interface {
	GetSecretValue(context.Context, *secretsmanager.GetSecretValueInput, ...func(*secretsmanager.Options)) (*secretsmanager.GetSecretValueOutput, error)
	PutSecretValue(context.Context, *secretsmanager.PutSecretValueInput, ...func(*secretsmanager.Options)) (*secretsmanager.PutSecretValueOutput, error)
	UpdateSecretVersionStage(context.Context, *secretsmanager.UpdateSecretVersionStageInput, ...func(*secretsmanager.Options)) (*secretsmanager.UpdateSecretVersionStageOutput, error)
}

// Firewall is the used part of AWS WAF.
type Firewall interface {
	GetWebACL(context.Context, *wafv2.GetWebACLInput, ...func(*wafv2.Options)) (*wafv2.GetWebACLOutput, error)
	UpdateWebACL(context.Context, *wafv2.UpdateWebACLInput, ...func(*wafv2.Options)) (*wafv2.UpdateWebACLOutput, error)
}

// Edge is the used part of CloudFront.
type Edge interface {
	GetDistribution(context.Context, *cloudfront.GetDistributionInput, ...func(*cloudfront.Options)) (*cloudfront.GetDistributionOutput, error)
	UpdateDistribution(context.Context, *cloudfront.UpdateDistributionInput, ...func(*cloudfront.Options)) (*cloudfront.UpdateDistributionOutput, error)
}

// Rotation is what the function works with.
type Rotation struct {
	Secrets  Secrets
	Firewall Firewall
	Edge     Edge
	// ACL is the firewall's ARN, Distribution the id of CloudFront's.
	ACL, Distribution string
	// Probe asks for a page of the API through the edge, and returns the status of the answer.
	Probe func(context.Context) (int, error)
	Wait  func(context.Context, time.Duration) error
	Log   *slog.Logger
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (awshandler.Handler, error) {
	if name != Name {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	for _, needed := range []string{EnvFirewall, EnvDistribution, EnvProbe} {
		if env(needed) == "" {
			return nil, fmt.Errorf("environment variable %s is not set", needed)
		}
	}
	r := &Rotation{
		Secrets: secretsmanager.NewFromConfig(cfg), Firewall: wafv2.NewFromConfig(cfg), Edge: cloudfront.NewFromConfig(cfg),
		ACL: env(EnvFirewall), Distribution: env(EnvDistribution), Wait: wait, Log: trace.Logger(os.Stderr).With("function", Name),
		Probe: func(ctx context.Context) (int, error) { return probe(ctx, env(EnvProbe)) },
	}
	return handler.Taking(r.Step), nil
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func probe(ctx context.Context, address string) (int, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, fmt.Errorf("ask the API through the edge: %w", err)
	}
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		return 0, fmt.Errorf("ask the API through the edge: %w", err)
	}
	return a.StatusCode, a.Body.Close()
}

// Event is a call by Secrets Manager: the step, the secret's ARN, and the id of the version that the rotation makes.
type Event struct {
	Step               string
	SecretID           string `json:"SecretId"`
	ClientRequestToken string
}

// Step does a step of a rotation. Doing it again changes nothing.
func (r *Rotation) Step(ctx context.Context, e Event) error {
	do, ok := map[string]func(context.Context, Event) error{
		"createSecret": r.create, "setSecret": r.set, "testSecret": r.test, "finishSecret": r.finish,
	}[e.Step]
	if !ok {
		return fmt.Errorf("rotate the origin secret: there is no step %q", e.Step)
	}
	if err := do(ctx, e); err != nil {
		return fmt.Errorf("rotate the origin secret: %s: %w", e.Step, err)
	}
	r.Log.InfoContext(ctx, "step of the rotation done", "step", e.Step, "version", e.ClientRequestToken)
	return nil
}

const (
	current = "AWSCURRENT"
	pending = "AWSPENDING"
)

// value is a version of the secret; "" where there is none.
func (r *Rotation) value(ctx context.Context, e Event, stage string) (text, version string, err error) {
	in := &secretsmanager.GetSecretValueInput{SecretId: &e.SecretID, VersionStage: &stage}
	if stage == pending {
		in.VersionId = &e.ClientRequestToken
	}
	out, err := r.Secrets.GetSecretValue(ctx, in)
	var missing *types.ResourceNotFoundException
	if errors.As(err, &missing) {
		return "", "", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("read the version %s: %w", stage, err)
	}
	return aws.ToString(out.SecretString), aws.ToString(out.VersionId), nil
}

func (r *Rotation) create(ctx context.Context, e Event) error {
	switch text, _, err := r.value(ctx, e, pending); {
	case err != nil:
		return err
	case text != "":
		return nil
	}
	// 52 letters and digits of 5 bits.
	_, err := r.Secrets.PutSecretValue(ctx, &secretsmanager.PutSecretValueInput{
		SecretId: &e.SecretID, ClientRequestToken: &e.ClientRequestToken, SecretString: aws.String(rand.Text() + rand.Text()), VersionStages: []string{pending},
	})
	return err
}

// both are the values of the secret during the change. A rotation that is over has no pending one.
func (r *Rotation) both(ctx context.Context, e Event) (old, next string, err error) {
	old, version, err := r.value(ctx, e, current)
	if err != nil || version == e.ClientRequestToken {
		return old, old, err
	}
	next, _, err = r.value(ctx, e, pending)
	if err == nil && (old == "" || next == "") {
		err = errors.New("the secret has no current or no pending version")
	}
	return old, next, err
}

// untouched says that the version of the call is not current, and is not another value than the current one.
func (r *Rotation) untouched(ctx context.Context, e Event) (bool, error) {
	now, version, err := r.value(ctx, e, current)
	if err != nil || version == e.ClientRequestToken {
		return false, err
	}
	next, _, err := r.value(ctx, e, pending)
	return next == "" || next == now, err
}

func (r *Rotation) set(ctx context.Context, e Event) error {
	old, next, err := r.both(ctx, e)
	if err != nil {
		return err
	}
	// An earlier rotation may have ended after it had changed what CloudFront sends.
	_, sent, err := r.distribution(ctx)
	if err != nil {
		return err
	}
	values := []string{old, next}
	for _, h := range sent {
		values = append(values, aws.ToString(h.HeaderValue))
	}
	if err := r.admit(ctx, values...); err != nil {
		return err
	}
	// Also where the firewall admitted both already: the call before may have ended at once.
	if err := r.Wait(ctx, settles); err != nil {
		return err
	}
	return r.send(ctx, next)
}

// test does nothing where nothing was rotated: as a deployment makes the schedule, Secrets Manager tries this step alone, with a
// version that has the current value or none ("RotateImmediately" of RotateSecret in its API reference). The domain's DNS record
// is not there yet.
func (r *Rotation) test(ctx context.Context, e Event) error {
	switch untouched, err := r.untouched(ctx, e); {
	case err != nil:
		return err
	case untouched:
		return nil
	}
	_, next, err := r.both(ctx, e)
	if err != nil {
		return err
	}
	if err := r.sent(ctx, next); err != nil {
		return err
	}
	switch status, err := r.Probe(ctx); {
	case err != nil:
		return err
	case status != http.StatusOK:
		return fmt.Errorf("the API answers %d through the edge", status)
	}
	return nil
}

func (r *Rotation) finish(ctx context.Context, e Event) error {
	_, next, err := r.both(ctx, e)
	if err != nil {
		return err
	}
	// Nothing else is admitted only once nothing else is sent, whatever happened between the steps.
	if err := r.sent(ctx, next); err != nil {
		return err
	}
	_, version, err := r.value(ctx, e, current)
	if err != nil {
		return err
	}
	if version != e.ClientRequestToken {
		if _, err := r.Secrets.UpdateSecretVersionStage(ctx, &secretsmanager.UpdateSecretVersionStageInput{
			SecretId: &e.SecretID, VersionStage: aws.String(current), MoveToVersionId: &e.ClientRequestToken, RemoveFromVersionId: &version,
		}); err != nil {
			return err
		}
	}
	return r.admit(ctx, next)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/acm"
	acmtypes "github.com/aws/aws-sdk-go-v2/service/acm/types"
	"github.com/aws/aws-sdk-go-v2/service/apigateway"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	lambdatypes "github.com/aws/aws-sdk-go-v2/service/lambda/types"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	sestypes "github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	ssmtypes "github.com/aws/aws-sdk-go-v2/service/ssm/types"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/aws/smithy-go"

	"anzen/infra/blueprint"
)

// errMissing: what was asked for does not exist.
var errMissing = errors.New("it does not exist")

// mailRegion is where mails are sent from.
const mailRegion = blueprint.Region

// account answers questions on an AWS account. Nothing in it changes the account.
type account interface {
	// number is that of the account of the credentials.
	number(ctx context.Context) (string, error)
	// bootstrap is the version of the CDK's bootstrap stack, or errMissing.
	bootstrap(ctx context.Context, region string) (int, error)
	// stack is the status of a stack, or errMissing.
	stack(ctx context.Context, region, name string) (string, error)
	// gatewayRole is the role by which API Gateway writes logs, if there is one.
	gatewayRole(ctx context.Context) (string, error)
	// concurrency is how many executions of functions the account may have at once.
	concurrency(ctx context.Context) (int, error)
	// memory is what of the wanted memory in MB a function may have.
	memory(ctx context.Context, wanted int) (int, error)
	// certificate describes one of us-east-1, or errMissing.
	certificate(ctx context.Context, arn string) (issued, error)
	sending(ctx context.Context) (sending, error)
	// identity describes a domain in SES, or errMissing.
	identity(ctx context.Context, domain string) (identity, error)
}

type issued struct {
	status string
	names  []string
	until  time.Time
}

type sending struct {
	enabled, production bool
	daily               float64 // mails
}

type identity struct {
	verified bool
	dkim     string   // its status
	tokens   []string // of the DKIM records
}

// real asks AWS.
type real struct{ config aws.Config }

func connect(config aws.Config) account { return real{config} }

func (r real) in(region string) aws.Config {
	c := r.config.Copy()
	c.Region = region
	return c
}

func (r real) number(ctx context.Context) (string, error) {
	out, err := sts.NewFromConfig(r.config).GetCallerIdentity(ctx, nil)
	if err != nil {
		return "", err
	}
	return aws.ToString(out.Account), nil
}

func (r real) bootstrap(ctx context.Context, region string) (int, error) {
	name := "/cdk-bootstrap/hnb659fds/version"
	out, err := ssm.NewFromConfig(r.in(region)).GetParameter(ctx, &ssm.GetParameterInput{Name: &name})
	if missing := (*ssmtypes.ParameterNotFound)(nil); errors.As(err, &missing) {
		return 0, errMissing
	}
	if err != nil {
		return 0, err
	}
	version, err := strconv.Atoi(aws.ToString(out.Parameter.Value))
	if err != nil {
		return 0, fmt.Errorf("the version of the bootstrap stack: %w", err)
	}
	return version, nil
}

func (r real) stack(ctx context.Context, region, name string) (string, error) {
	out, err := cloudformation.NewFromConfig(r.in(region)).DescribeStacks(ctx, &cloudformation.DescribeStacksInput{StackName: &name})
	// CloudFormation has no type for it.
	if refusal := smithy.APIError(nil); errors.As(err, &refusal) && refusal.ErrorCode() == "ValidationError" {
		return "", errMissing
	}
	if err != nil {
		return "", err
	}
	if len(out.Stacks) == 0 {
		return "", errMissing
	}
	return string(out.Stacks[0].StackStatus), nil
}

func (r real) gatewayRole(ctx context.Context) (string, error) {
	out, err := apigateway.NewFromConfig(r.config).GetAccount(ctx, nil)
	if err != nil {
		return "", err
	}
	return aws.ToString(out.CloudwatchRoleArn), nil
}

func (r real) concurrency(ctx context.Context) (int, error) {
	out, err := lambda.NewFromConfig(r.config).GetAccountSettings(ctx, nil)
	if err != nil {
		return 0, err
	}
	return int(out.AccountLimit.ConcurrentExecutions), nil
}

var memoryRefused = regexp.MustCompile(`less than or equal to (\d+)`)

// memory asks to change a function that does not exist: no API tells the limit, but a request above it is
// refused with it before Lambda looks for the function.
func (r real) memory(ctx context.Context, wanted int) (int, error) {
	name, size := "anzen-preflight-does-not-exist", int32(wanted) //nolint:gosec // at most 10,240
	_, err := lambda.NewFromConfig(r.config).UpdateFunctionConfiguration(ctx, &lambda.UpdateFunctionConfigurationInput{FunctionName: &name, MemorySize: &size})
	if missing := (*lambdatypes.ResourceNotFoundException)(nil); errors.As(err, &missing) {
		return wanted, nil
	}
	if err == nil {
		return 0, errors.New("there is a function " + name)
	}
	if found := memoryRefused.FindStringSubmatch(err.Error()); found != nil {
		return strconv.Atoi(found[1])
	}
	return 0, err
}

func (r real) certificate(ctx context.Context, arn string) (issued, error) {
	out, err := acm.NewFromConfig(r.in(edgeRegion)).DescribeCertificate(ctx, &acm.DescribeCertificateInput{CertificateArn: &arn})
	if missing := (*acmtypes.ResourceNotFoundException)(nil); errors.As(err, &missing) {
		return issued{}, errMissing
	}
	if err != nil {
		return issued{}, err
	}
	c := out.Certificate
	return issued{string(c.Status), append([]string{aws.ToString(c.DomainName)}, c.SubjectAlternativeNames...), aws.ToTime(c.NotAfter)}, nil
}

func (r real) sending(ctx context.Context) (sending, error) {
	out, err := sesv2.NewFromConfig(r.in(mailRegion)).GetAccount(ctx, nil)
	if err != nil {
		return sending{}, err
	}
	s := sending{enabled: out.SendingEnabled, production: out.ProductionAccessEnabled}
	if out.SendQuota != nil {
		s.daily = out.SendQuota.Max24HourSend
	}
	return s, nil
}

func (r real) identity(ctx context.Context, domain string) (identity, error) {
	out, err := sesv2.NewFromConfig(r.in(mailRegion)).GetEmailIdentity(ctx, &sesv2.GetEmailIdentityInput{EmailIdentity: &domain})
	if missing := (*sestypes.NotFoundException)(nil); errors.As(err, &missing) {
		return identity{}, errMissing
	}
	if err != nil {
		return identity{}, err
	}
	id := identity{verified: out.VerifiedForSendingStatus}
	if out.DkimAttributes != nil {
		id.dkim, id.tokens = string(out.DkimAttributes.Status), out.DkimAttributes.Tokens
	}
	return id, nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
)

// world is what is asked.
type world struct {
	account account
	names   resolver
	docker  docker
}

// edgeRegion is where CloudFront takes firewalls and certificates from.
const edgeRegion = "us-east-1"

// check asks everything. Without credentials nothing else of the account can be told.
func check(ctx context.Context, p plan, w world) []result {
	var all []result
	number, err := w.account.number(ctx)
	if err != nil {
		all = append(all, failing.of("credentials", err.Error(), "log in (aws sso login), or set AWS_PROFILE"))
	} else {
		all = append(all, ok("credentials", "of the account %s", number))
		for _, region := range []string{blueprint.Region, edgeRegion} {
			all = append(all, bootstrap(ctx, w.account, number, region))
		}
		all = append(all, stacks(ctx, p, w.account)...)
		all = append(
			all,
			gatewayRole(ctx, p, w.account), concurrency(ctx, p, w.account), memory(ctx, p, w.account),
			certificate(ctx, p, w.account), sandbox(ctx, w.account),
		)
		all = append(all, sender(ctx, p, w)...)
	}
	all = append(all, mailRecords(ctx, p, w.names)...)
	return append(all, image(ctx, w.docker))
}

// bootstrapVersion is the oldest version of the CDK's bootstrap stack that its command line accepts.
const bootstrapVersion = 6

func bootstrap(ctx context.Context, a account, number, region string) result {
	what, command := "CDK bootstrap in "+region, fmt.Sprintf("run: infra/aws/node_modules/.bin/cdk bootstrap aws://%s/%s", number, region)
	version, err := a.bootstrap(ctx, region)
	switch {
	case errors.Is(err, errMissing):
		return failing.of(what, "missing", command)
	case err != nil:
		return unknown(what, err)
	case version < bootstrapVersion:
		return failing.of(what, fmt.Sprintf("version %d is too old", version), command)
	}
	return ok(what, "version %d", version)
}

// stacks finds those that an interrupted deployment left in a state from which it cannot go on.
func stacks(ctx context.Context, p plan, a account) []result {
	var all []result
	deployed := 0
	for _, s := range stacknames.Stacks(p.stage, p.sender()) {
		region := blueprint.Region
		if s == stacknames.Stage(p.stage, "Guard") {
			region = edgeRegion
		}
		status, err := a.stack(ctx, region, s)
		switch {
		case errors.Is(err, errMissing):
		case err != nil:
			return append(all, unknown("stacks", err))
		case status == "ROLLBACK_COMPLETE" || status == "ROLLBACK_FAILED" || status == "DELETE_FAILED":
			all = append(all, failing.of("stack "+s, status+": its first deployment failed",
				"look at its events in CloudFormation for the cause, delete it, and deploy again",
				"buckets, the table and the user pool that it made are kept: delete those that are empty by hand"))
		case strings.HasSuffix(status, "_FAILED") || strings.HasSuffix(status, "_IN_PROGRESS"):
			all = append(all, failing.of("stack "+s, status, "wait until it ends, or continue its rollback in CloudFormation"))
		default:
			deployed++
		}
	}
	if all == nil {
		all = append(all, ok("stacks", "%d deployed, none in the way", deployed))
	}
	return all
}

func gatewayRole(ctx context.Context, p plan, a account) result {
	const what = "role of API Gateway's logs"
	role, err := a.gatewayRole(ctx)
	switch {
	case err != nil:
		return unknown(what, err)
	case role == "" && p.ownGatewayRole:
		return failing.of(what, "the account has none", "leave out --context gateway-role=own: the stack "+stacknames.Account+" makes one")
	case role == "":
		return ok(what, "the stack %s makes it", stacknames.Account)
	case p.ownGatewayRole || strings.Contains(role, stacknames.Account):
		return ok(what, "%s", role)
	}
	return notice.of(what, role+" is replaced by that of the stack "+stacknames.Account, "add --context gateway-role=own to keep it")
}

func concurrency(ctx context.Context, p plan, a account) result {
	const what = "concurrency of functions"
	limit, err := a.concurrency(ctx)
	if err != nil {
		return unknown(what, err)
	}
	increase := "ask for more in Service Quotas: AWS Lambda, concurrent executions (L-B99A9384); 1,000 is usual"
	fit := fmt.Sprintf("or deploy now with --context lambda-concurrency=%d, which reserves less", limit)
	switch reserved := p.blueprint.Reserved(); {
	case reserved > 0 && limit-reserved < blueprint.UnreservedConcurrency:
		return failing.of(what, fmt.Sprintf("%d; functions reserve %d, and Lambda keeps %d unreserved", limit, reserved, blueprint.UnreservedConcurrency), increase, fit)
	case limit < 2*blueprint.UnreservedConcurrency:
		return notice.of(what, fmt.Sprintf("%d, of which %d are reserved: analyses of many sheets wait for one another", limit, reserved), increase)
	default:
		return ok(what, "%d, of which %d are reserved", limit, reserved)
	}
}

func memory(ctx context.Context, p plan, a account) result {
	const what = "memory of functions"
	wanted := p.blueprint.Largest()
	limit, err := a.memory(ctx, wanted)
	switch {
	case err != nil:
		return unknown(what, err)
	case limit < wanted:
		return failing.of(what, fmt.Sprintf("%d MB at most; the largest function has %d", limit, wanted),
			"ask AWS Support for 10,240 MB a function", fmt.Sprintf("or deploy now with --context lambda-memory=%d: text recognition and large companies take longer", limit))
	}
	return ok(what, "%d MB are allowed", wanted)
}

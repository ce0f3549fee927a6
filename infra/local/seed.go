package main

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/infra/local/demo"
	"anzen/infra/local/stack"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
)

// seed creates the demo company.
func seed(ctx context.Context, s *stack.Stack) ([]stack.Account, error) {
	cfg, names := s.Config(), s.Names()
	made, err := demo.Seed(ctx, demo.Target{
		Root:    names.Root,
		Table:   table.New(sdk.NewFromConfig(cfg), names.Table, time.Now),
		Sheets:  files.New(s3.NewFromConfig(cfg), names.Bucket("sheets")),
		Users:   idp.New(cognitoidentityprovider.NewFromConfig(cfg), names.Pool),
		Machine: workflow.New(sfn.NewFromConfig(cfg), names.Machine("analysis")),
		Now:     time.Now,
	})
	accounts := make([]stack.Account, len(made))
	for i, a := range made {
		accounts[i] = stack.Account(a)
	}
	return accounts, err
}

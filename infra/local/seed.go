package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
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
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/judgement/evaluate"
)

// samplesWithin bounds the registration and analysis of the sample sheets. A large company is
// made for as long as the machine takes.
const samplesWithin = 2 * time.Minute

// seed creates the demo company, and reports its growth on the console.
func seed(ctx context.Context, console io.Writer, s *stack.Stack) ([]stack.Account, error) {
	cfg, names := s.Config(), s.Names()
	target := demo.Target{
		Root:    names.Root,
		Table:   table.New(sdk.NewFromConfig(cfg), names.Table, time.Now),
		Sheets:  files.New(s3.NewFromConfig(cfg), names.Bucket("sheets")),
		Users:   idp.New(cognitoidentityprovider.NewFromConfig(cfg), names.Pool),
		Machine: workflow.New(sfn.NewFromConfig(cfg), names.Machine("analysis")),
		Now:     time.Now,
	}
	first, cancel := context.WithTimeout(ctx, samplesWithin)
	defer cancel()
	made, err := demo.Seed(first, target)
	if err == nil {
		err = grow(ctx, console, target, snapshots.Store{Requests: target.Table, Objects: files.New(s3.NewFromConfig(cfg), names.Bucket("catalog"))})
	}
	accounts := make([]stack.Account, len(made))
	for i, a := range made {
		accounts[i] = stack.Account(a)
	}
	return accounts, err
}

// EnvSheets is how many sheets the demo company has at least; made ones are added to the
// samples.
const EnvSheets = "ANZEN_SHEETS"

// grow adds made sheets to the demo company where EnvSheets wants more than the samples, and
// makes the snapshot of its catalog: without one, each function instance reads all records.
func grow(ctx context.Context, console io.Writer, target demo.Target, store snapshots.Store) error {
	wanted := os.Getenv(EnvSheets)
	if wanted == "" {
		return nil
	}
	n, err := strconv.Atoi(wanted)
	if err != nil || n < 0 {
		return fmt.Errorf("%s is no number of sheets: %q", EnvSheets, wanted)
	}
	report := func(done int) { _, _ = fmt.Fprintf(console, "demo company: %d of %d sheets\n", done, n) }
	if err := target.Grow(ctx, n, report); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(console, "demo company: all sheets; their catalog follows")
	return catalog.Compact(ctx, target.Table, store, evaluate.Rules{}, demo.Company, time.Now)
}

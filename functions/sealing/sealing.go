// Package sealing seals the audit records of every company once a day, so that a later
// change of them shows (package audit), and removes those that are older than the company
// keeps them. The hash of every seal is in this function's log, too: whoever can change the
// table cannot change that.
package sealing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"golang.org/x/sync/errgroup"

	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/table"
	"anzen/shared/domain/audit"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/trace"
)

// Name is the function's name.
const Name = "audit-seal"

// Every is how often the function runs, as an expression of EventBridge Scheduler: it seals
// each day once, and with many companies it continues where the run before has ended.
const Every = "rate(1 hour)"

// Task is the function.
var Task = grant.Task{
	Name: Name, Summary: "seals the audit records of every company, and removes those older than the company keeps them", Memory: 512, Timeout: 15 * time.Minute, Concurrency: 1,
	Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "DeleteItem")},
}

// New is the function, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	if name != Name {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	s := &sealer{
		table: table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now), now: time.Now,
		log: trace.Logger(os.Stderr).With("function", name),
	}
	return handler.Called(s.run), nil
}

type sealer struct {
	table *table.Table
	now   func() time.Time
	log   *slog.Logger
}

const (
	atOnce   = 200 // companies that are read together
	parallel = 8   // companies that are sealed side by side
	// oneTakes is longer than a company takes; with less time left the next run continues.
	oneTakes = time.Minute
	// settled is longer than the write of a record may take after its id was made.
	settled = 30 * time.Minute
)

// run seals the records of all companies up to the beginning of the day. A company that
// fails does not stop the others; its records are sealed the next day.
func (s *sealer) run(ctx context.Context) error {
	day := sds.Day(s.now().Add(-settled))
	midnight := day.Add(-9 * time.Hour) // in Japan
	state, err := s.table.SealingState(ctx)
	if err != nil {
		return err
	}
	if today := day.Format(time.DateOnly); state.Day != today {
		state = table.Sealing{Day: today}
	}
	var failed []error
	for !state.Done {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < oneTakes {
			break
		}
		companies, err := s.table.CompaniesAfter(ctx, state.After, atOnce)
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		failed = append(failed, s.seal(ctx, companies, midnight)...)
		if state.Done = len(companies) < atOnce; len(companies) > 0 {
			state.After = companies[len(companies)-1]
		}
		if err := s.table.PutSealing(ctx, state); err != nil {
			return errors.Join(append(failed, err)...)
		}
	}
	return errors.Join(failed...)
}

// seal handles some companies.
func (s *sealer) seal(ctx context.Context, companies []sds.CompanyID, before time.Time) (failed []error) {
	var mu sync.Mutex
	var g errgroup.Group
	g.SetLimit(parallel)
	for _, c := range companies {
		g.Go(func() error {
			if err := s.company(ctx, c, before); err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = append(failed, fmt.Errorf("company %s: %w", c, err))
			}
			return nil
		})
	}
	_ = g.Wait()
	return failed
}

func (s *sealer) company(ctx context.Context, c sds.CompanyID, before time.Time) error {
	made, err := s.table.SealAudits(ctx, c, before)
	for _, seal := range made {
		s.log.InfoContext(ctx, "sealed", "company", c, "seal", seal.Number, "records", seal.Records, "until", seal.Until, "hash", seal.Hash, "previous", seal.Previous)
	}
	if err != nil {
		return err
	}
	of, err := s.table.Company(ctx, c)
	if errors.Is(err, table.ErrNotFound) {
		return nil // its account is being closed
	}
	if err != nil {
		return err
	}
	removed, err := s.table.RemoveAudits(ctx, c, audit.KeptFrom(s.now(), of.AuditYears))
	if removed > 0 {
		s.log.InfoContext(ctx, "removed", "company", c, "records", removed)
	}
	return err
}

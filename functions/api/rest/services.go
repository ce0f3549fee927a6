package rest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	awsscheduler "github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sts"

	"anzen/functions/common/domainproof"
	"anzen/functions/common/measure"
	"anzen/functions/grant"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/metrics"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/aws/tenant"
	"anzen/shared/aws/workflow"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/job"
	"anzen/shared/domain/trace"
	"anzen/shared/judgement/evaluate"
)

// Services are the dependencies of routes. Those that give access to a resource name
// it in a tag; a route gets only those that its grants name (For).
type Services struct {
	Table   *table.Table     `grant:"table"`
	Catalog *catalog.Catalog `grant:"bucket/catalog"`
	Files   *files.Bucket    `grant:"bucket/sheets/*"` // the uploaded PDFs
	Results *files.Bucket    `grant:"bucket/work/*"`   // results of jobs
	// NightlyResults has what the nightly runs found of checklists.
	NightlyResults *files.Bucket                  `grant:"bucket/catalog/*"`
	Analysis       *workflow.Machine              `grant:"machine/analysis"`
	Accounts       *workflow.Machine              `grant:"machine/accounts"` // handles requests of people without a session
	Jobs           map[job.Kind]*workflow.Machine `grant:"machine/job-"`
	Users          *idp.Pool                      `grant:"pool"`
	Mail           *mailer.Mailer                 `grant:"mail"`
	// Schedules are those of periodic exports.
	Schedules *scheduler.Group `grant:"schedules/periodic-exports"`

	// TXT are the TXT records of a name of DNS; none and no error where there is no such name.
	TXT domainproof.Lookup

	Client   string // the dashboard's app client at the user pool, the audience of tokens
	Scanning bool   // uploads wait for a malware scan
	Operator string // the operator's mail address, for inquiries and requests
	AppURL   string // the dashboard's URL, without a trailing slash
	Now      func() time.Time
	Wait     func(context.Context, time.Duration)
	Metrics  metrics.Namespaced
	Log      *slog.Logger

	withheld []string // services that the grants do not name, with their resources
}

// For are the services of a route. Those that its grants do not name are nil: using one
// fails with an error that names it.
func (s *Services) For(r Route) *Services {
	granted, withheld := grant.Restrict(*s, r.AllGrants())
	granted.withheld = withheld
	return &granted
}

// CatalogOf is the catalog of routes over a table: the answer comes first, and rules that are new behind it.
func CatalogOf(t *table.Table, now func() time.Time, more ...catalog.Option) *catalog.Catalog {
	return catalog.New(t, now, append([]catalog.Option{evaluate.Rules{}.Options(t, now), catalog.Later()}, more...)...)
}

// newCatalog makes the catalog, which starts from snapshots where the function may read them.
func newCatalog(t *table.Table, cfg aws.Config, env func(string) string) *catalog.Catalog {
	bucket, loads := env(grant.EnvCatalog), measure.Loads(measure.Of(env), trace.Logger(os.Stderr))
	if bucket == "" {
		return CatalogOf(t, time.Now, loads)
	}
	return CatalogOf(t, time.Now, loads, catalog.WithSnapshots(snapshots.Store{Requests: t, Objects: files.New(s3.NewFromConfig(cfg), bucket)}))
}

// tableOf is the client of the table: by the role narrowed to the caller's company where the function has one.
func tableOf(cfg aws.Config, env func(string) string) table.API {
	client := dynamodb.NewFromConfig(cfg)
	if role := env(grant.EnvTenantRole); role != "" {
		return tenant.New(client, sts.NewFromConfig(cfg), role)
	}
	return client
}

// NewServices connects a function to AWS; an error where a required environment variable is not set.
func NewServices(cfg aws.Config, env func(string) string) (*Services, error) {
	for _, name := range []string{grant.EnvTable, grant.EnvAppURL} {
		if env(name) == "" {
			return nil, fmt.Errorf("environment variable %s is not set", name)
		}
	}
	t := table.New(tableOf(cfg, env), env(grant.EnvTable), time.Now)
	machines := map[job.Kind]*workflow.Machine{}
	for _, kind := range job.Kinds {
		machines[kind] = workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvJob(kind)))
	}
	return &Services{
		Table:          t,
		Catalog:        newCatalog(t, cfg, env),
		Files:          files.New(s3.NewFromConfig(cfg), env(grant.EnvSheets)),
		Results:        files.New(s3.NewFromConfig(cfg), env(grant.EnvWork)),
		NightlyResults: files.New(s3.NewFromConfig(cfg), env(grant.EnvCatalog)),
		Jobs:           machines,
		Accounts:       workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvAccounts)),
		Analysis:       workflow.New(sfn.NewFromConfig(cfg), env(grant.EnvAnalysis)),
		Users:          idp.New(cognitoidentityprovider.NewFromConfig(cfg), env(grant.EnvUserPool)).For(env(grant.EnvUserPoolClient)).WithAdmin(env(grant.EnvUserPoolAdminClient)),
		TXT:            domainproof.DNS(env(grant.EnvResolver)),
		Client:         env(grant.EnvUserPoolClient),
		Mail:           mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)),
		Operator:       env(grant.EnvOperator),
		Scanning:       env(grant.EnvMalware) != "",
		AppURL:         env(grant.EnvAppURL),
		Metrics:        measure.Of(env),
		Now:            time.Now,
		Wait:           wait,
		Log:            trace.Logger(os.Stderr),
		Schedules:      scheduler.New(awsscheduler.NewFromConfig(cfg), env(grant.EnvPeriodicGroup), env(grant.EnvPeriodicRole), env(grant.EnvPeriodicTarget)),
	}, nil
}

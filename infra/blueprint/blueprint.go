// Package blueprint says what exists, as plain data: the table, the buckets,
// the functions with what each may touch, the routes, the state machines, the
// user pool, the rules. infra/aws deploys it and infra/local answers for it on
// a laptop, so the two cannot drift apart.
package blueprint

import (
	"slices"
	"sort"
	"time"

	"anzen/functions/accounts"
	"anzen/functions/analysis"
	"anzen/functions/api"
	"anzen/functions/api/batch"
	"anzen/functions/api/rest"
	"anzen/functions/api/sdses"
	"anzen/functions/checks"
	"anzen/functions/compaction"
	"anzen/functions/grant"
	"anzen/functions/jobs"
	"anzen/functions/periodic"
	"anzen/functions/removal"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/job"
)

// Region is where the product lives: the customers' data stays in Japan.
const Region = "ap-northeast-1"

// Blueprint is everything that exists.
type Blueprint struct {
	Table     Table
	Buckets   []Bucket
	Functions []Function
	Routes    []rest.Route
	Refusals  []Refusal
	Machines  []Machine
	Rules     []Rule
	Schedules []Schedule
	Groups    []ScheduleGroup
	Pool      UserPool
	Edge      Edge
}

// Table is the DynamoDB table, billed by request, with point-in-time recovery.
type Table struct {
	PartitionKey, SortKey, TTL string
	Indexes                    []Index
}

// Index is a global secondary index.
type Index struct{ Name, PartitionKey, SortKey string }

// Bucket is an S3 bucket: private, encrypted, versioned where said.
type Bucket struct {
	Name      string // as in grant: "sheets", "work", "catalog"
	Versioned bool
	// Events: tells the event bus of new objects.
	Events bool
	// Scanned: new objects are searched for malware, and the event bus is told what was found.
	Scanned bool
	// CORS: the dashboard's origin may POST and GET.
	CORS bool
	// ExpireAfter removes objects after so long; 0 keeps them.
	ExpireAfter time.Duration
	// NoncurrentExpireAfter removes overwritten versions after so long; 0 keeps them.
	NoncurrentExpireAfter time.Duration
}

// Function is a Lambda function.
type Function struct {
	Name        string // unique; also its _HANDLER
	Package     string // of the binary, from the root: functions/api/bootstrap
	Group       string // the resource group it belongs to
	Summary     string
	Memory      int // MB
	Timeout     time.Duration
	Concurrency int // 0: no bound
	// Image: it runs from the container image of the Dockerfile in its package, with the binary beside it.
	Image  bool
	Grants []grant.Grant
	// Env are the names of its environment variables with what each holds.
	Env map[string]Value
}

// Value names what an environment variable holds.
type Value string

// The values.
const (
	TableName       Value = "table"
	SheetsBucket    Value = "bucket/sheets"
	WorkBucket      Value = "bucket/work"
	CatalogBucket   Value = "bucket/catalog"
	AnalysisMachine Value = "machine/analysis"
	ChecksMachine   Value = "machine/checks"
	AccountsMachine Value = "machine/accounts"
	UserPoolID      Value = "pool"
	UserPoolClient  Value = "pool-client"
	MailFrom        Value = "mail-from"
	OperatorMail    Value = "operator-mail"
	AppURL          Value = "app-url"
	OriginSecret    Value = "origin-secret"
)

// GroupName, GroupRole and GroupTarget are the name of a group of schedules, the ARN
// of the role with which its schedules call, and of the function that they call.
func GroupName(name string) Value   { return "schedules/" + Value(name) }
func GroupRole(name string) Value   { return "schedules-role/" + Value(name) }
func GroupTarget(name string) Value { return "schedules-target/" + Value(name) }

// Literal is a variable that holds the text itself.
func Literal(text string) Value { return "text/" + Value(text) }

// Machine is a Step Functions state machine of the standard kind.
type Machine struct {
	Name       string // as in grant: "analysis"
	Definition string // Amazon States Language, functions as ${name}
	Functions  []string
}

// Rule sends events of the bus to a function.
type Rule struct {
	Name       string
	Source     string // "aws.s3"
	DetailType string // "Object Created"
	Bucket     string // the bucket's name in the blueprint
	// BucketIn is where the event's detail names the bucket; empty: bucket, name.
	BucketIn []string
	Function string
}

// BucketPath is where the event's detail names the bucket.
func (r Rule) BucketPath() []string {
	if len(r.BucketIn) > 0 {
		return r.BucketIn
	}
	return []string{"bucket", "name"}
}

// Schedule calls a function at times.
type Schedule struct {
	Name       string
	Expression string // EventBridge Scheduler's: cron(...), rate(...)
	Timezone   string
	Function   string
}

// ScheduleGroup is a group in which functions make schedules while the product
// runs. Its role lets them call the one function and nothing else.
type ScheduleGroup struct {
	Name     string // as in grant: "periodic-exports"
	Function string
}

// Group is the group of schedules with the name.
func (b Blueprint) Group(name string) (ScheduleGroup, bool) {
	for _, g := range b.Groups {
		if g.Name == name {
			return g, true
		}
	}
	return ScheduleGroup{}, false
}

// UserPool is the Cognito user pool: people sign in with their e-mail address.
//
// Its recovery of forgotten passwords is off: the API has its own, which mails links
// and ends sessions.
type UserPool struct {
	CustomAttributes []string // not writable by the dashboard's client
	Writable         []string // the attributes that people may write with the dashboard's client
	PasswordLength   int      // with upper, lower, digit and symbol
	AccessToken      time.Duration
	IDToken          time.Duration
	RefreshToken     time.Duration
	// RotationGrace is how long a refresh token that was just replaced still works, so
	// that an answer lost on the way does not sign anybody out.
	RotationGrace time.Duration
}

// Edge is what stands before the dashboard and the API.
type Edge struct {
	// Headers are on every answer of the dashboard. {connect} in the content
	// security policy stands for the origins of the user pool and the bucket of PDFs.
	Headers map[string]string
}

const (
	apiBinary        = "functions/api/bootstrap"
	analysisBinary   = "functions/analysis/bootstrap"
	compactionBinary = "functions/compaction/bootstrap"
	removalBinary    = "functions/removal/bootstrap"
	jobsBinary       = "functions/jobs/bootstrap"
	checksBinary     = "functions/checks/bootstrap"
	accountsBinary   = "functions/accounts/bootstrap"
	periodicBinary   = "functions/periodic/bootstrap"
)

// Option changes the blueprint where deployments differ in what exists.
type Option func(*Blueprint)

// WithTextract has Amazon Textract recognise the text of pages in the languages (ISO 639-1, parted by commas), and
// lets the one function that does so use it.
func WithTextract(languages string) Option {
	return func(b *Blueprint) {
		for i := range b.Functions {
			if f := &b.Functions[i]; f.Name == analysis.TaskRecognise {
				f.Grants = append(slices.Clone(f.Grants), grant.Recognition())
				f.Env[grant.EnvOCREngine], f.Env[grant.EnvOCRLanguages] = Literal("textract"), Literal(languages)
			}
		}
	}
}

// WithMalwareScan has what people send searched for malware: nothing is read or handed out before it was found clean.
func WithMalwareScan() Option {
	waits := []string{
		sdses.Registering.ID, sdses.Revising.ID, sdses.Reconfirming.ID, sdses.Attaching.ID, batch.Patching.ID,
		analysis.TaskStart, analysis.TaskSweep, analysis.TaskAssort, analysis.TaskScanned,
	}
	return func(b *Blueprint) {
		for i := range b.Buckets {
			b.Buckets[i].Scanned = b.Buckets[i].Name == "sheets"
		}
		b.addTask(analysisBinary, "analysis", analysis.Scanned)
		b.Functions[len(b.Functions)-1].addEnv()
		b.Rules = append(b.Rules, Rule{
			Name: "upload-searched", Source: "aws.guardduty", DetailType: "GuardDuty Malware Protection Object Scan Result",
			Bucket: "sheets", BucketIn: []string{"s3ObjectDetails", "bucketName"}, Function: analysis.TaskScanned,
		})
		for i := range b.Functions {
			if f := &b.Functions[i]; slices.Contains(waits, f.Name) {
				f.Env[grant.EnvMalware] = Literal("on")
			}
		}
	}
}

// New is the blueprint of the product.
func New(options ...Option) Blueprint {
	b := Blueprint{
		Table: Table{PartitionKey: table.PartitionAttribute, SortKey: table.SortAttribute, TTL: table.TTLAttribute},
		Buckets: []Bucket{
			{Name: "sheets", Versioned: true, Events: true, CORS: true, NoncurrentExpireAfter: 30 * 24 * time.Hour},
			{Name: "work", ExpireAfter: 7 * 24 * time.Hour},
			{Name: "catalog"},
		},
		Routes:   api.Routes(),
		Refusals: refusals(),
		Machines: append([]Machine{
			{Name: "analysis", Definition: analysis.Definition},
			{Name: "checks", Definition: checks.Definition, Functions: []string{checks.Plan, checks.Company}},
			{Name: accounts.Machine, Definition: accounts.Definition, Functions: []string{accounts.Handle}},
		}, jobMachines()...),
		Rules: []Rule{
			{Name: "pdf-arrived", Source: "aws.s3", DetailType: "Object Created", Bucket: "sheets", Function: analysis.TaskStart},
		},
		Schedules: []Schedule{
			{Name: "analysis-sweep", Expression: analysis.SweepEvery, Timezone: "Asia/Tokyo", Function: analysis.TaskSweep},
			{Name: "jobs-sweep", Expression: jobs.SweepEvery, Timezone: "Asia/Tokyo", Function: jobs.Sweep},
			{Name: "periodic-sweep", Expression: periodic.SweepEvery, Timezone: "Asia/Tokyo", Function: periodic.Sweep},
			{Name: "checks-nightly", Expression: checks.Nightly, Timezone: "Asia/Tokyo", Function: checks.Start},
			{Name: "catalog-compact", Expression: compaction.Every, Timezone: "Asia/Tokyo", Function: compaction.Name},
			{Name: "sheets-purge", Expression: removal.Every, Timezone: "Asia/Tokyo", Function: removal.Name},
			{Name: "uploads-sweep", Expression: removal.Every, Timezone: "Asia/Tokyo", Function: removal.Uploads},
		},
		Groups: []ScheduleGroup{{Name: grant.PeriodicGroup, Function: periodic.Run}},
		Pool: UserPool{
			CustomAttributes: []string{idp.AttributeCompany, idp.AttributeUser}, PasswordLength: 8,
			Writable: []string{"locale"}, RotationGrace: 10 * time.Second,
			AccessToken: time.Hour, IDToken: time.Hour, RefreshToken: 30 * 24 * time.Hour,
		},
		Edge: Edge{Headers: map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
				"img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' {connect}; manifest-src 'self'; " +
				"form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
			"Strict-Transport-Security":    "max-age=63072000; includeSubDomains",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Permissions-Policy":           "camera=(), geolocation=(), microphone=()",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		}},
	}
	for _, r := range b.Routes {
		f := Function{
			Name: r.ID, Package: apiBinary, Group: r.Tag, Summary: r.Summary, Memory: r.Memory, Timeout: r.Timeout,
			Grants: r.AllGrants(), Env: map[string]Value{grant.EnvOriginSecret: OriginSecret},
		}
		if !r.Rule.IsPublic() {
			f.Env[grant.EnvUserPoolClient] = UserPoolClient
		}
		b.Functions = append(b.Functions, f)
	}
	for _, t := range analysis.Tasks {
		b.addTask(analysisBinary, "analysis", t)
		if t.Name != analysis.TaskStart && t.Name != analysis.TaskSweep {
			b.Machines[0].Functions = append(b.Machines[0].Functions, t.Name)
		}
	}
	b.addTask(accountsBinary, "accounts", accounts.Task)
	b.addTask(compactionBinary, "catalog", compaction.Task)
	for _, t := range removal.Tasks {
		b.addTask(removalBinary, "catalog", t)
	}
	b.addTask(jobsBinary, "jobs", jobs.SweepTask())
	for _, k := range jobs.Kinds() {
		b.addTask(jobsBinary, "jobs", k.Task())
	}
	for _, t := range periodic.Tasks {
		b.addTask(periodicBinary, "periodic-exports", t)
	}
	for _, t := range checks.Tasks {
		b.addTask(checksBinary, "checklists", t)
	}
	for i := range b.Functions {
		b.Functions[i].addEnv()
	}
	for _, o := range options {
		o(&b)
	}
	return b
}

func (b *Blueprint) addTask(binary, group string, t grant.Task) {
	b.Functions = append(b.Functions, Function{
		Name: t.Name, Package: binary, Group: group, Summary: t.Summary, Memory: t.Memory, Timeout: t.Timeout,
		Concurrency: t.Concurrency, Image: t.Image, Grants: t.Grants, Env: map[string]Value{},
	})
}

// jobMachines are a state machine a kind of job.
func jobMachines() []Machine {
	var machines []Machine
	for _, k := range jobs.Kinds() {
		machines = append(machines, Machine{Name: k.FunctionName(), Definition: jobs.Definition(k), Functions: []string{k.FunctionName()}})
	}
	return machines
}

func (f *Function) addEnv() {
	f.Env[grant.EnvAppURL] = AppURL
	f.Env[grant.EnvTable] = TableName
	if f.Name == analysis.TaskRecognise {
		f.Env[grant.EnvOCREngine] = Literal("tesseract")
	}
	for _, g := range f.Grants {
		for _, kind := range job.Kinds {
			if g.Resource == grant.Job(kind) {
				f.Env[grant.EnvJob(kind)] = Value(g.Resource)
			}
		}
		switch g.Resource {
		case grant.SheetObjects:
			f.Env[grant.EnvSheets] = SheetsBucket
		case grant.WorkObjects:
			f.Env[grant.EnvWork] = WorkBucket
		case grant.CatalogObjects:
			f.Env[grant.EnvCatalog] = CatalogBucket
		case grant.Analysis:
			f.Env[grant.EnvAnalysis] = AnalysisMachine
		case grant.Accounts:
			f.Env[grant.EnvAccounts] = AccountsMachine
		case grant.Checks:
			f.Env[grant.EnvChecks] = ChecksMachine
		case grant.UserPool:
			f.Env[grant.EnvUserPool] = UserPoolID
		case grant.PeriodicSchedules:
			f.Env[grant.EnvPeriodicGroup], f.Env[grant.EnvPeriodicRole] = GroupName(grant.PeriodicGroup), GroupRole(grant.PeriodicGroup)
			f.Env[grant.EnvPeriodicTarget] = GroupTarget(grant.PeriodicGroup)
		case grant.MailSender:
			f.Env[grant.EnvMailFrom], f.Env[grant.EnvOperator] = MailFrom, OperatorMail
		}
	}
}

// Statement is a part of a function's policy: IAM's actions on a resource.
type Statement struct {
	Actions  []string
	Resource grant.Resource
}

// Statements is the function's policy: one statement a resource, its actions
// sorted, so that the same grants always read the same.
func (f Function) Statements() []Statement {
	actions := map[grant.Resource]map[string]bool{}
	for _, g := range f.Grants {
		if actions[g.Resource] == nil {
			actions[g.Resource] = map[string]bool{}
		}
		for _, a := range g.Actions {
			actions[g.Resource][a] = true
		}
	}
	statements := make([]Statement, 0, len(actions))
	for resource, set := range actions {
		s := Statement{Resource: resource}
		for a := range set {
			s.Actions = append(s.Actions, a)
		}
		sort.Strings(s.Actions)
		statements = append(statements, s)
	}
	sort.Slice(statements, func(i, j int) bool { return statements[i].Resource < statements[j].Resource })
	return statements
}

// Function is the function with the name.
func (b Blueprint) Function(name string) (Function, bool) {
	for _, f := range b.Functions {
		if f.Name == name {
			return f, true
		}
	}
	return Function{}, false
}

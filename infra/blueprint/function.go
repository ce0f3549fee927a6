package blueprint

import (
	"sort"
	"time"

	"anzen/functions/analysis"
	"anzen/functions/grant"
	"anzen/functions/identity"
	"anzen/shared/domain/job"
)

// Function is a Lambda function.
type Function struct {
	Name        string // unique; also its _HANDLER
	Package     string // of the binary, from the root: functions/api/bootstrap
	Group       string // the resource group it belongs to
	Summary     string
	Memory      int // MB
	Timeout     time.Duration
	Concurrency int // 0: unlimited
	// Isolated: no instance serves more than one company.
	Isolated bool
	// Image: runs from the container image of its package's Dockerfile, with the binary beside it.
	Image  bool
	Grants []grant.Grant
	// Env are its environment variables by name.
	Env map[string]Value
}

// Value names the content of an environment variable.
type Value string

// The values.
const (
	TableName           Value = "table"
	SheetsBucket        Value = "bucket/sheets"
	WorkBucket          Value = "bucket/work"
	CatalogBucket       Value = "bucket/catalog"
	AnalysisMachine     Value = "machine/analysis"
	NightlyMachine      Value = "machine/nightly"
	CompactionMachine   Value = Value(grant.Compaction)
	AccountsMachine     Value = "machine/accounts"
	UserPoolID          Value = "pool"
	UserPoolClient      Value = "pool-client"
	UserPoolAdminClient Value = "pool-admin-client"
	MailFrom            Value = "mail-from"
	MailSet             Value = "mail-set"
	OperatorMail        Value = "operator-mail"
	AppURL              Value = "app-url"
	Metrics             Value = "metrics"
)

// GroupName, GroupRole and GroupTarget are the name of a schedule group, the ARN of the
// role its schedules assume, and the ARN of the function they call.
func GroupName(name string) Value   { return "schedules/" + Value(name) }
func GroupRole(name string) Value   { return "schedules-role/" + Value(name) }
func GroupTarget(name string) Value { return "schedules-target/" + Value(name) }

// Literal is a variable with a fixed text.
func Literal(text string) Value { return "text/" + Value(text) }

// Function returns the function with the name.
func (b Blueprint) Function(name string) (Function, bool) {
	for _, f := range b.Functions {
		if f.Name == name {
			return f, true
		}
	}
	return Function{}, false
}

func (b *Blueprint) addTask(binary, group string, t grant.Task) {
	b.Functions = append(b.Functions, Function{
		Name: t.Name, Package: binary, Group: group, Summary: t.Summary, Memory: t.Memory, Timeout: t.Timeout,
		Concurrency: t.Concurrency, Image: t.Image, Grants: t.Grants, Env: map[string]Value{},
	})
}

func (f *Function) addEnv() {
	f.Env[grant.EnvAppURL] = AppURL
	f.Env[grant.EnvTable] = TableName
	f.Env[grant.EnvMetrics] = Metrics
	if f.Name == analysis.TaskRecognise {
		f.Env[grant.EnvOCREngine] = Literal("tesseract")
	}
	if f.Name == identity.Tokens {
		f.Env[grant.EnvUserPoolAdminClient] = UserPoolAdminClient
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
		case grant.TenantRole:
			f.Env[grant.EnvTenantRole] = Value(grant.TenantRole)
		case grant.Compaction:
			f.Env[grant.EnvCompaction] = CompactionMachine
		case grant.Nightly:
			f.Env[grant.EnvNightly] = NightlyMachine
		case grant.UserPool:
			f.Env[grant.EnvUserPool], f.Env[grant.EnvUserPoolClient], f.Env[grant.EnvUserPoolAdminClient] = UserPoolID, UserPoolClient, UserPoolAdminClient
		case grant.PeriodicSchedules:
			f.Env[grant.EnvPeriodicGroup], f.Env[grant.EnvPeriodicRole] = GroupName(grant.PeriodicGroup), GroupRole(grant.PeriodicGroup)
			f.Env[grant.EnvPeriodicTarget] = GroupTarget(grant.PeriodicGroup)
		case grant.MailSender:
			f.Env[grant.EnvMailFrom], f.Env[grant.EnvMailSet], f.Env[grant.EnvOperator] = MailFrom, MailSet, OperatorMail
		}
	}
}

// Statement is a part of a function's policy: IAM's actions on a resource.
type Statement struct {
	Actions  []string
	Resource grant.Resource
}

// Statements is the function's policy: one statement per resource, its actions sorted,
// so that the same grants give the same policy.
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

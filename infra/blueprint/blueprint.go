// Package blueprint lists what exists, as plain data: the table, the buckets, the
// functions with their grants, the routes, the state machines, the user pool, the
// rules. infra/aws deploys it and infra/local serves it on a laptop, so the two cannot
// drift apart.
package blueprint

import (
	"encoding/json"
	"slices"
	"time"

	"anzen/functions/accounts"
	"anzen/functions/analysis"
	"anzen/functions/api"
	"anzen/functions/api/rest"
	"anzen/functions/bounces"
	"anzen/functions/compaction"
	"anzen/functions/grant"
	"anzen/functions/identity"
	"anzen/functions/jobs"
	"anzen/functions/maildomains"
	"anzen/functions/nightly"
	"anzen/functions/periodic"
	"anzen/functions/redrive"
	"anzen/functions/removal"
	"anzen/functions/rotation"
	"anzen/functions/sealing"
	"anzen/functions/signin"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/company"
)

// Region is where the product runs: the customers' data stays in Japan.
const Region = "ap-northeast-1"

// Blueprint is everything that exists.
type Blueprint struct {
	Table     Table
	Buckets   []Bucket
	Functions []Function
	Routes    []rest.Route
	// Endpoints are paths of the gateway that are not the API's: their functions identify the
	// caller themselves.
	Endpoints []rest.Route
	Refusals  []Refusal
	Machines  []Machine
	Rules     []Rule
	Schedules []Schedule
	Groups    []ScheduleGroup
	Queues    []Queue
	Pool      UserPool
	Edge      Edge
	Tenant    TenantRole
}

// Table is the DynamoDB table, billed by request, with point-in-time recovery.
type Table struct{ PartitionKey, SortKey, TTL string }

// Bucket is an S3 bucket: private, encrypted, and versioned where set.
type Bucket struct {
	Name      string // as in grant: "sheets", "work", "catalog"
	Versioned bool
	// Events: new objects are announced on the event bus.
	Events bool
	// Scanned: new objects are scanned for malware, and the result is announced on the event bus.
	Scanned bool
	// CORS: the dashboard's origin may POST and GET.
	CORS bool
	// ExpireAfter is the lifetime of objects; 0 keeps them.
	ExpireAfter time.Duration
	// Cache is the prefix of objects that are made again where they are missing, whose lifetime is CacheExpireAfter; "" for none.
	Cache            string
	CacheExpireAfter time.Duration
	// Rebuilt is how its objects are made again if they are lost; a bucket of which that cannot be said is versioned.
	Rebuilt string
	// NoncurrentExpireAfter is the lifetime of overwritten versions; 0 keeps them.
	NoncurrentExpireAfter time.Duration
}

// Machine is a Step Functions state machine of the standard kind.
type Machine struct {
	Name       string // as in grant: "analysis"
	Definition string // Amazon States Language, functions as ${name}
	Functions  []string
	// Endings: its functions fail for what they work on, a file that cannot be read; its last ones count how executions
	// end, by reason.
	Endings *Endings
}

// EndsWell reports whether an execution ends well even if one of its steps fails for good, as another step notifies its user.
func (m Machine) EndsWell() bool {
	var definition struct {
		States map[string]struct{ Catch []any }
	}
	if err := json.Unmarshal([]byte(m.Definition), &definition); err != nil {
		return false // loading it fails as well
	}
	for _, s := range definition.States {
		if len(s.Catch) > 0 {
			return true
		}
	}
	return false
}

// Endings is the metric of how executions of a machine end.
type Endings struct {
	Metric, Dimension string
	Faults            []string // the reasons that are nobody's fault but ours
}

// UserPool is the Cognito user pool: people sign in with their e-mail address.
//
// Its password recovery is off: the API has its own, which mails links and ends
// sessions.
type UserPool struct {
	CustomAttributes []string
	WriteAttributes  []string // what the dashboard's client can write
	PasswordLength   int      // with upper, lower, digit and symbol
	AccessToken      time.Duration
	IDToken          time.Duration
	RefreshToken     time.Duration
	// Triggers are the functions that the pool calls.
	Triggers []Trigger
	// AuthSession is how long a code of a sign-in is valid.
	AuthSession time.Duration
	// AdminToken is the lifetime of the access tokens of the client by which only functions
	// sign in.
	AdminToken time.Duration
	// FirstFactors are those among which people choose at a sign-in: PASSWORD, WEB_AUTHN. A
	// passkey is for the dashboard's host, it verifies its user, and counts as a second factor.
	FirstFactors []string
	// ThreatProtection has the pool judge the risk of sign-ins, at a higher price per user.
	ThreatProtection bool
	// CodeMessage is the SMS message with a code, {####}.
	CodeMessage string
	// RotationGrace is how long a replaced refresh token still works, so that a lost
	// answer does not sign the user out.
	RotationGrace time.Duration
	// AnswersAnAddress is how many passwords and codes one address may enter in
	// AddressWindow, right or wrong, whoever's they are. A whole office shares an address.
	AnswersAnAddress int
}

// AddressWindow is the time in which the requests of an address are counted.
const AddressWindow = 5 * time.Minute

// Trigger is a function that the user pool calls. Its name is fixed on AWS, as the pool and the
// functions refer to one another.
type Trigger struct {
	// Operation is the pool's name of it: PreSignUp, PreAuthentication, PostAuthentication, PreTokenGeneration, DefineAuthChallenge,
	// CreateAuthChallenge or VerifyAuthChallengeResponse.
	Operation string
	Function  string
}

// Edge is the part in front of the dashboard and the API.
type Edge struct {
	// Headers are sent with every answer of the dashboard. {connect} in the content
	// security policy stands for the origins of the user pool and the bucket of PDFs.
	Headers map[string]string
	// Rotation changes the secret by which the gateway's firewall knows the edge, by the schedule RotatedEvery. It works on what is
	// the deployment's own, so that its rights are declared there.
	Rotation     Function
	RotatedEvery string
}

const (
	apiBinary        = "functions/api/bootstrap"
	analysisBinary   = "functions/analysis/bootstrap"
	rotationBinary   = "functions/rotation/bootstrap"
	compactionBinary = "functions/compaction/bootstrap"
	removalBinary    = "functions/removal/bootstrap"
	sealingBinary    = "functions/sealing/bootstrap"
	jobsBinary       = "functions/jobs/bootstrap"
	nightlyBinary    = "functions/nightly/bootstrap"
	bouncesBinary    = "functions/bounces/bootstrap"
	accountsBinary   = "functions/accounts/bootstrap"
	domainsBinary    = "functions/maildomains/bootstrap"
	identityBinary   = "functions/identity/bootstrap"
	signInBinary     = "functions/signin/bootstrap"
	periodicBinary   = "functions/periodic/bootstrap"
	redriveBinary    = "functions/redrive/bootstrap"
)

// New is the blueprint of the product.
func New(options ...Option) Blueprint {
	b := Blueprint{
		Table: Table{PartitionKey: table.PartitionAttribute, SortKey: table.SortAttribute, TTL: table.TTLAttribute},
		Buckets: []Bucket{
			{Name: "sheets", Versioned: true, Events: true, CORS: true, NoncurrentExpireAfter: 30 * 24 * time.Hour},
			{Name: "work", ExpireAfter: 7 * 24 * time.Hour, Rebuilt: "the results of jobs, which their users request again, and the working objects of analyses, which are repeated"},
			// Snapshots are made again, what nightly runs have found is not.
			{Name: "catalog", Versioned: true, NoncurrentExpireAfter: 7 * 24 * time.Hour, Cache: snapshots.Prefix, CacheExpireAfter: 90 * 24 * time.Hour},
		},
		Routes: api.Routes(), Endpoints: api.Endpoints(),
		Refusals: refusals(),
		Machines: append([]Machine{
			{Name: "analysis", Definition: analysis.Definition, Endings: &Endings{analysis.Endings, analysis.EndingReason, []string{analysis.ReasonInternal, analysis.ReasonMemory, analysis.ReasonFault}}},
			{Name: "nightly", Definition: nightly.Definition, Functions: []string{nightly.Plan, nightly.Company, nightly.Next}},
			{Name: compaction.Machine, Definition: compaction.Definition, Functions: []string{compaction.Company, compaction.Outcome}},
			{Name: accounts.Machine, Definition: accounts.Definition, Functions: []string{accounts.Handle}},
		}, jobMachines()...),
		Rules: []Rule{
			{Name: "pdf-arrived", Source: "aws.s3", DetailType: "Object Created", Bucket: "sheets", Function: analysis.TaskStart},
			{Name: "mail-bounced", Source: "aws.ses", DetailType: bounces.EventBounced, Mails: true, Function: bounces.Name},
			{Name: "mail-complained", Source: "aws.ses", DetailType: bounces.EventComplained, Mails: true, Function: bounces.Name},
		},
		Schedules: []Schedule{
			{Name: "analysis-sweep", Expression: analysis.SweepEvery, Timezone: "Asia/Tokyo", Function: analysis.TaskSweep},
			{Name: "jobs-sweep", Expression: jobs.SweepEvery, Timezone: "Asia/Tokyo", Function: jobs.Sweep},
			{Name: "periodic-sweep", Expression: periodic.SweepEvery, Timezone: "Asia/Tokyo", Function: periodic.Sweep},
			{Name: "nightly", Expression: nightly.Nightly, Timezone: "Asia/Tokyo", Function: nightly.Start},
			{Name: "catalog-compact", Expression: compaction.Every, Timezone: "Asia/Tokyo", Function: compaction.Name},
			{Name: "sheets-purge", Expression: removal.Every, Timezone: "Asia/Tokyo", Function: removal.Name},
			{Name: sealing.Name, Expression: sealing.Every, Timezone: "Asia/Tokyo", Function: sealing.Name},
			{Name: "uploads-sweep", Expression: removal.Every, Timezone: "Asia/Tokyo", Function: removal.Uploads},
			{Name: maildomains.Verify, Expression: maildomains.Daily, Timezone: "Asia/Tokyo", Function: maildomains.Verify},
		},
		Groups: []ScheduleGroup{{Name: grant.PeriodicGroup, Function: periodic.Run}},
		Queues: []Queue{FailedEvents},
		Pool: UserPool{
			CustomAttributes: []string{idp.AttributeCompany, idp.AttributeUser, idp.AttributeAsserted}, WriteAttributes: []string{"locale", "custom:" + idp.AttributeAsserted}, PasswordLength: 8,
			Triggers: []Trigger{
				{"PreSignUp", identity.Link},
				{"PreAuthentication", signin.Name},
				{"PostAuthentication", signin.Name},
				{"PreTokenGeneration", identity.Tokens},
				{"DefineAuthChallenge", identity.Challenge},
				{"CreateAuthChallenge", identity.Challenge},
				{"VerifyAuthChallengeResponse", identity.Recovery},
			},
			FirstFactors: []string{"PASSWORD", "WEB_AUTHN"},
			AuthSession:  10 * time.Minute, AdminToken: company.ReauthenticationLasts, CodeMessage: "Anzen 認証コード / verification code: {####}",
			RotationGrace: 10 * time.Second, AnswersAnAddress: 500, AccessToken: 15 * time.Minute, IDToken: 15 * time.Minute, RefreshToken: 30 * 24 * time.Hour,
		},
		Edge: Edge{Rotation: Function{
			Name: rotation.Name, Package: rotationBinary, Group: "edge", Summary: rotation.Summary, Memory: 256, Timeout: rotation.Timeout,
		}, RotatedEvery: rotation.Every, Headers: map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
				"img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' {connect}; manifest-src 'self'; " +
				"form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
			"Strict-Transport-Security":    "max-age=63072000; includeSubDomains",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		}},
	}
	for _, r := range slices.Concat(b.Routes, b.Endpoints) {
		f := Function{
			Name: r.ID, Package: apiBinary, Group: r.Tag, Summary: r.Summary, Memory: r.Memory, Timeout: r.Timeout,
			Grants: r.AllGrants(), Env: map[string]Value{},
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
	b.addTask(bouncesBinary, "accounts", bounces.Task)
	for _, t := range identity.Tasks {
		b.addTask(identityBinary, "identity", t)
	}
	for _, t := range maildomains.Tasks {
		b.addTask(domainsBinary, "saml", t)
	}
	b.addTask(signInBinary, "accounts", signin.Task)
	b.Functions[len(b.Functions)-1].Env[grant.EnvUserPoolClient] = UserPoolClient
	for _, t := range compaction.Tasks {
		b.addTask(compactionBinary, "catalog", t)
	}
	b.addTask(sealingBinary, "catalog", sealing.Task)
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
	for _, t := range nightly.Tasks {
		b.addTask(nightlyBinary, "checklists", t)
	}
	b.addTask(redriveBinary, "events", redrive.Task)
	b.narrow()
	for i := range b.Functions {
		b.Functions[i].addEnv()
	}
	for _, o := range options {
		o(&b)
	}
	b.keepFailed()
	return b
}

// jobMachines is a state machine per kind of job.
func jobMachines() []Machine {
	var machines []Machine
	for _, k := range jobs.Kinds() {
		machines = append(machines, Machine{Name: k.FunctionName(), Definition: jobs.Definition(k), Functions: []string{k.FunctionName()}})
	}
	return machines
}

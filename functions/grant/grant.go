// Package grant declares what a function may touch, as plain data. A route or task
// declares its grants; its role on AWS, its credentials on the local stack and its
// environment variables derive from them.
package grant

import (
	"slices"

	"anzen/shared/domain/job"
)

// Resource names a resource of the blueprint.
type Resource string

// The resources.
const (
	TableItems   Resource = "table"
	SheetObjects Resource = "bucket/sheets/*" // the PDFs as uploaded
	SheetBucket  Resource = "bucket/sheets"
	WorkObjects  Resource = "bucket/work/*" // working objects and results of jobs and tasks
	WorkBucket   Resource = "bucket/work"
	// The catalog's snapshots of each company, and the nightly results.
	CatalogObjects Resource = "bucket/catalog/*"
	CatalogBucket  Resource = "bucket/catalog"
	Analysis       Resource = "machine/analysis"
	Nightly        Resource = "machine/nightly"
	Compaction     Resource = "machine/" + CompactionMachine
	Accounts       Resource = "machine/accounts"
	UserPool       Resource = "pool"
	MailSender     Resource = "mail"
	// The schedules of periodic exports, and their role.
	PeriodicSchedules Resource = "schedules/" + PeriodicGroup
	PeriodicRole      Resource = "schedules-role/" + PeriodicGroup
	Textract          Resource = "textract" // has no resources on AWS
	// The role that sees the records of one company.
	TenantRole Resource = "role/tenant"
	// The queue of events whose function failed.
	FailedEvents Resource = "queue/" + FailedQueue
)

// Alias is the alias by which every function is called: a new version gets the calls as it is released.
const Alias = "live"

// FailedQueue is the queue of events whose function failed, beyond Lambda's own attempts.
const FailedQueue = "failed-events"

// Grant allows a function the IAM actions on the resource.
type Grant struct {
	Resource Resource
	Actions  []string
}

func grant(r Resource, service string, verbs []string) Grant {
	actions := make([]string, len(verbs))
	for i, v := range verbs {
		actions[i] = service + ":" + v
	}
	return Grant{r, actions}
}

// Table allows the DynamoDB verbs (GetItem, BatchGetItem, Query, PutItem, UpdateItem,
// DeleteItem, ConditionCheckItem) on the table. A transaction needs the verbs of its
// parts. PutItem implies UpdateItem: a new record is put, one that may exist is updated.
func Table(verbs ...string) Grant {
	if slices.Contains(verbs, "PutItem") && !slices.Contains(verbs, "UpdateItem") {
		verbs = append(slices.Clip(verbs), "UpdateItem")
	}
	return grant(TableItems, "dynamodb", verbs)
}

// Sheets allows the S3 verbs on the uploaded PDFs.
func Sheets(verbs ...string) Grant { return grant(SheetObjects, "s3", verbs) }

// SheetsList lets a function detect missing PDFs: without s3:ListBucket S3 answers 403
// for a missing object, not 404.
func SheetsList() Grant { return grant(SheetBucket, "s3", []string{"ListBucket"}) }

// SheetVersions lets a function list the versions of the uploaded PDFs.
func SheetVersions() Grant { return grant(SheetBucket, "s3", []string{"ListBucketVersions"}) }

// Work allows the S3 verbs on working objects.
func Work(verbs ...string) Grant { return grant(WorkObjects, "s3", verbs) }

// WorkList lets a function detect missing working objects.
func WorkList() Grant { return grant(WorkBucket, "s3", []string{"ListBucket"}) }

// Snapshots allows the S3 verbs on the catalog's snapshots and the nightly results.
func Snapshots(verbs ...string) Grant { return grant(CatalogObjects, "s3", verbs) }

// Catalog lets a function search a company's sheets: from a snapshot, which may be
// missing, and from the table, in which it requests a new one.
func Catalog() []Grant {
	return []Grant{
		Table("GetItem", "BatchGetItem", "Query", "UpdateItem"), Snapshots("GetObject"), grant(CatalogBucket, "s3", []string{"ListBucket"}),
	}
}

// StartAnalysis lets a function start the analysis of a sheet.
func StartAnalysis() Grant { return grant(Analysis, "states", []string{"StartExecution"}) }

// AssumeTenant lets a function see the records of the company that it names.
func AssumeTenant() Grant { return grant(TenantRole, "sts", []string{"AssumeRole", "TagSession"}) }

// StartNightly lets a function start the nightly run of checklists.
func StartNightly() Grant { return grant(Nightly, "states", []string{"StartExecution"}) }

// CompactionMachine is the state machine that makes snapshots of catalogs.
const CompactionMachine = "compaction"

// StartCompaction lets a function start the making of snapshots.
func StartCompaction() Grant { return grant(Compaction, "states", []string{"StartExecution"}) }

// StartAccounts lets a function start the handling of a request about accounts.
func StartAccounts() Grant { return grant(Accounts, "states", []string{"StartExecution"}) }

// Job is the state machine that runs the jobs of a kind.
func Job(kind job.Kind) Resource { return Resource("machine/job-" + string(kind)) }

// StartJob lets a function start jobs of a kind.
func StartJob(kind job.Kind) Grant { return grant(Job(kind), "states", []string{"StartExecution"}) }

// Users allows the Cognito verbs (AdminCreateUser, ...) on the user pool.
func Users(verbs ...string) Grant { return grant(UserPool, "cognito-idp", verbs) }

// PeriodicGroup is the group of the schedules of periodic exports.
const PeriodicGroup = "periodic-exports"

// Periodic lets a function make, change and remove the schedules of periodic exports, and
// pass their role.
func Periodic() []Grant {
	return []Grant{
		grant(PeriodicSchedules, "scheduler", []string{"CreateSchedule", "UpdateSchedule", "DeleteSchedule"}),
		grant(PeriodicRole, "iam", []string{"PassRole"}),
	}
}

// PeriodicEnd lets a function remove the schedules of periodic exports.
func PeriodicEnd() Grant { return grant(PeriodicSchedules, "scheduler", []string{"DeleteSchedule"}) }

// Erase lets a function remove objects of all buckets with their versions.
func Erase() []Grant {
	var all []Grant
	for _, b := range []struct{ bucket, objects Resource }{{SheetBucket, SheetObjects}, {WorkBucket, WorkObjects}, {CatalogBucket, CatalogObjects}} {
		all = append(all, grant(b.bucket, "s3", []string{"ListBucketVersions"}), grant(b.objects, "s3", []string{"DeleteObject", "DeleteObjectVersion"}))
	}
	return all
}

// Mail lets a function send mail as the product.
func Mail() Grant { return grant(MailSender, "ses", []string{"SendEmail"}) }

// TakeFailed lets a function be called with the events whose function failed.
func TakeFailed() Grant {
	return grant(FailedEvents, "sqs", []string{"ReceiveMessage", "DeleteMessage", "GetQueueAttributes"})
}

// KeepFailed lets Lambda, in the name of a function, keep the events for which the function failed.
func KeepFailed() Grant { return grant(FailedEvents, "sqs", []string{"SendMessage"}) }

// Call lets a function call another, by its name.
func Call(function string) Grant {
	return grant(Resource("function/"+function), "lambda", []string{"InvokeFunction"})
}

// Recognition lets a function recognise text with Amazon Textract.
func Recognition() Grant { return grant(Textract, "textract", []string{"DetectDocumentText"}) }

package grant

import (
	"strings"

	"anzen/shared/domain/job"
)

// The environment variables of the functions. Each function gets those of the resources
// it may touch; the blueprint has their values.
const (
	EnvTable    = "TABLE_NAME"
	EnvSheets   = "SHEETS_BUCKET"
	EnvWork     = "WORK_BUCKET"
	EnvCatalog  = "CATALOG_BUCKET"
	EnvAnalysis = "ANALYSIS_MACHINE"
	EnvAccounts = "ACCOUNTS_MACHINE"
	EnvNightly  = "NIGHTLY_MACHINE"
	// The role by which the function reads the table in the name of one company; empty: it reads by its own.
	EnvTenantRole = "TENANT_ROLE"
	// The state machine that makes snapshots of catalogs.
	EnvCompaction = "COMPACTION_MACHINE"
	EnvUserPool   = "USER_POOL_ID"
	// The dashboard's app client at the user pool.
	EnvUserPoolClient = "USER_POOL_CLIENT"
	// The app client at the user pool by which only functions sign in.
	EnvUserPoolAdminClient = "USER_POOL_ADMIN_CLIENT"
	EnvMailFrom            = "MAIL_FROM"
	EnvMailSet             = "MAIL_SET"      // the configuration set of SES
	EnvOperator            = "OPERATOR_MAIL" // the operator's mail address
	EnvAppURL              = "APP_URL"
	// The group, role and target function of the schedules of periodic exports.
	EnvPeriodicGroup  = "PERIODIC_GROUP"
	EnvPeriodicRole   = "PERIODIC_ROLE"
	EnvPeriodicTarget = "PERIODIC_TARGET"
	// The engine of text recognition, "tesseract" or "textract", and the languages of the latter.
	EnvOCREngine    = "OCR_ENGINE"
	EnvOCRLanguages = "OCR_LANGUAGES"
	// EnvResolver is the name server that is asked for the proofs of mail domains, by UDP; empty
	// on AWS: the system's.
	EnvResolver = "DNS_RESOLVER"
	// EnvMetrics is the namespace of the product's metrics in CloudWatch.
	EnvMetrics = "METRICS"
	// EnvMalware is not empty where uploads are scanned for malware.
	EnvMalware = "MALWARE_SCAN"
)

// EnvJob is the variable with the state machine of a kind of jobs.
func EnvJob(kind job.Kind) string { return "JOB_" + strings.ToUpper(string(kind)) + "_MACHINE" }

package grant

import (
	"strings"

	"anzen/shared/domain/job"
)

// The environment variables of the functions. Each function gets those of the
// things it may touch; the blueprint says what each holds.
const (
	EnvTable    = "TABLE_NAME"
	EnvSheets   = "SHEETS_BUCKET"
	EnvWork     = "WORK_BUCKET"
	EnvCatalog  = "CATALOG_BUCKET"
	EnvAnalysis = "ANALYSIS_MACHINE"
	EnvAccounts = "ACCOUNTS_MACHINE"
	EnvNightly  = "NIGHTLY_MACHINE"
	EnvUserPool = "USER_POOL_ID"
	// The dashboard's app client at the user pool.
	EnvUserPoolClient = "USER_POOL_CLIENT"
	EnvMailFrom       = "MAIL_FROM"
	EnvOperator       = "OPERATOR_MAIL" // who runs the product
	EnvAppURL         = "APP_URL"
	EnvOriginSecret   = "ORIGIN_SECRET"
	// The group of the schedules of periodic exports, the role they call with, and the function they call.
	EnvPeriodicGroup  = "PERIODIC_GROUP"
	EnvPeriodicRole   = "PERIODIC_ROLE"
	EnvPeriodicTarget = "PERIODIC_TARGET"
	// Which engine recognises text, "tesseract" or "textract", and what languages the latter is trusted with.
	EnvOCREngine    = "OCR_ENGINE"
	EnvOCRLanguages = "OCR_LANGUAGES"
	// EnvMalware is not empty where uploads are searched for malware.
	EnvMalware = "MALWARE_SCAN"
)

// EnvJob is the variable that holds the state machine of a kind of jobs.
func EnvJob(kind job.Kind) string { return "JOB_" + strings.ToUpper(string(kind)) + "_MACHINE" }

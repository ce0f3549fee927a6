// Package makers has what makes the functions of each binary, for whatever runs them in a process of its own.
package makers

import (
	"anzen/functions/accounts"
	"anzen/functions/analysis"
	"anzen/functions/api"
	"anzen/functions/bounces"
	"anzen/functions/compaction"
	"anzen/functions/identity"
	"anzen/functions/jobs"
	"anzen/functions/maildomains"
	"anzen/functions/nightly"
	"anzen/functions/periodic"
	"anzen/functions/redrive"
	"anzen/functions/removal"
	"anzen/functions/sealing"
	"anzen/functions/signin"
	"anzen/infra/local/stack"
)

// All are the makers by the packages of the binaries (blueprint.Function.Package).
var All = map[string]stack.Maker{
	"functions/accounts/bootstrap":    accounts.New,
	"functions/analysis/bootstrap":    analysis.New,
	"functions/api/bootstrap":         api.New,
	"functions/bounces/bootstrap":     bounces.New,
	"functions/compaction/bootstrap":  compaction.New,
	"functions/identity/bootstrap":    identity.New,
	"functions/jobs/bootstrap":        jobs.New,
	"functions/maildomains/bootstrap": maildomains.New,
	"functions/nightly/bootstrap":     nightly.New,
	"functions/periodic/bootstrap":    periodic.New,
	"functions/redrive/bootstrap":     redrive.New,
	"functions/removal/bootstrap":     removal.New,
	"functions/sealing/bootstrap":     sealing.New,
	"functions/signin/bootstrap":      signin.New,
}

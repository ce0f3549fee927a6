package removal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"anzen/functions/grant"
	"anzen/shared/aws/table"
)

// Uploads is the name of the function that sweeps uploads.
const Uploads = "uploads-sweep"

// uploadsTask is that function.
var uploadsTask = grant.Task{
	Name: Uploads, Summary: "removes uploads that belong to no sheet", Memory: 512, Timeout: 15 * time.Minute, Concurrency: 1,
	Grants: []grant.Grant{
		grant.Table("GetItem", "Query", "PutItem", "DeleteItem"), grant.SheetVersions(), grant.Sheets("DeleteObject", "DeleteObjectVersion"),
	},
}

// sweep removes the leftovers of expired forms: objects that were not registered, and of registered ones all versions
// but the one that the sheet uses. A failure is retried by the next run.
func (p *purger) sweep(ctx context.Context) error {
	var failed []error
	left := 0 // failed, or not decided yet
	for {
		due, err := p.table.AllowedBefore(ctx, p.now().Add(-table.SentKept), int32(atOnce+left)) //nolint:gosec // a few
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		if len(due) <= left {
			return errors.Join(failed...)
		}
		failed, left = nil, 0
		for _, of := range due {
			if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < oneTakes {
				return errors.Join(failed...)
			}
			done, err := p.sweepOne(ctx, of)
			if err != nil {
				failed = append(failed, fmt.Errorf("uploads %s: %w", of.ID, err))
			}
			if !done {
				left++
			}
		}
		p.log.InfoContext(ctx, "swept", "uploads", len(due)-left, "failed", len(failed))
	}
}

// sweepOne reports whether nothing is left to do.
func (p *purger) sweepOne(ctx context.Context, of table.Sent) (bool, error) {
	done := true
	for i, key := range of.Keys {
		version, settled, err := p.table.UsedVersion(ctx, of, i)
		if err != nil {
			return false, err
		}
		if !settled {
			done = false
			continue
		}
		if err := p.sheets.Prune(ctx, key, version); err != nil {
			return false, err
		}
	}
	if !done {
		return false, nil
	}
	return true, p.table.Swept(ctx, of, table.Audit{Action: "uploads.swept", Target: of.ID})
}

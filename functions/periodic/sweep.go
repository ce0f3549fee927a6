package periodic

import (
	"context"
	"slices"
	"time"

	"anzen/functions/common/sweeping"
	"anzen/functions/common/upkeep"
	"anzen/shared/aws/table"
)

// followTakes is how long the sweep leaves a schedule to the function that changed the record.
const followTakes = 30 * time.Second

// sweep aligns the schedules of changed records whose alignment failed. A failure does
// not stop the others.
func (w *worker) sweep(ctx context.Context) error {
	owed, err := w.Table.AllUnaligned(ctx)
	if err != nil {
		return err
	}
	owed = slices.DeleteFunc(owed, func(u table.Unaligned) bool { return w.now().Sub(u.Since) < followTakes })
	left := sweeping.Each(ctx, owed, func(ctx context.Context, u table.Unaligned) {
		if err := upkeep.Align(ctx, w.Services, u.Company, u.Setting); err != nil {
			w.log.ErrorContext(ctx, "sweep", "setting", string(u.Setting), "cause", err.Error())
		}
	})
	if left > 0 {
		w.log.WarnContext(ctx, "left for the next sweep", "settings", left)
	}
	return nil
}

package periodic

import (
	"context"
	"time"

	"anzen/functions/common/upkeep"
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
	for _, u := range owed {
		if w.now().Sub(u.Since) < followTakes {
			continue
		}
		if err := upkeep.Align(ctx, w.Services, u.Company, u.Setting); err != nil {
			w.log.ErrorContext(ctx, "sweep", "setting", string(u.Setting), "cause", err.Error())
		}
	}
	return nil
}

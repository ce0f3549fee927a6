package periodic

import (
	"context"
	"time"

	"anzen/functions/common/upkeep"
)

// followTakes is how long the sweep leaves a schedule to who has changed the record.
const followTakes = 30 * time.Second

// sweep makes the schedules follow of records that were written and left behind.
// One that fails does not keep the others.
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

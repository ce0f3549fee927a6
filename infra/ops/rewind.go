package main

import (
	"context"
	"time"

	"anzen/functions/grant"
	"anzen/functions/jobs/closing"
	"anzen/shared/aws/files"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/sds"
)

// nights is where the catalog's bucket has what the nightly runs have found.
const nights = "companies/"

// rewind brings what is beside the table back to the time to which that was restored. It may be repeated.
//
//	files of sheets   those that were deleted since are there again; those uploaded since stay
//	nightly runs      what they found and mailed is of then: a later result counts sheets by versions that the table will give again
//	snapshots         are removed, and made anew
//	schedules         of periodic exports are written anew by the sweep, within a minute or two; those without a record end with their next call
func rewind(ctx context.Context, o *operation) error {
	env, err := o.environment(ctx, closing.Kind.FunctionName())
	if err != nil {
		return err
	}
	if err := o.confirm("bring files, results of nights and schedules of %s back to %s, to which the table was restored?", o.stage, o.since.UTC().Format(time.RFC3339)); err != nil {
		return err
	}
	sheets, catalog := files.New(o.s3, env[grant.EnvSheets]), files.New(o.s3, env[grant.EnvCatalog])
	n, err := sheets.Undelete(ctx, "", o.since)
	if err != nil {
		return err
	}
	o.print("%d deleted files of sheets are there again\n", n)
	if n, err = catalog.Rewind(ctx, nights, o.since); err != nil {
		return err
	}
	o.print("%d later results of nightly runs are removed\n", n)
	if err := catalog.Erase(ctx, snapshots.Prefix); err != nil {
		return err
	}
	o.print("all snapshots are removed, and are made anew\n")
	exports := 0
	err = o.companies(ctx, func(c sds.CompanyID) error {
		all, err := o.table.PeriodicSettings(ctx, c)
		for _, s := range all {
			if err == nil {
				err = o.table.RealignPeriodic(ctx, s)
				exports++
			}
		}
		return err
	})
	if err == nil {
		o.print("the schedules of %d periodic exports are written anew within a minute or two\n", exports)
	}
	return err
}

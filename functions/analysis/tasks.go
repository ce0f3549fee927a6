// Package analysis is the pipeline from PDF to sheet: the tasks of the state machine in
// analysis.asl.json.
//
//	start        an object arrived in the bucket of PDFs: starts the machine for its sheet, once
//	scanned      an upload was scanned for malware: records the result, starts what waited for it
//	sweep        every minute: starts analyses whose start failed
//	assort       is the file a PDF, and the announced one                15000 -> 20000
//	firstcheck   words, layout, sections, values with their sources       30000 -> 40000
//	recognise    text of pages that are pictures, for the first check to continue with
//	secondcheck  normalise, look up, find contradictions, write the sheet 50000 -> 60000
//	fail         writes the reason of a failure                           90000, 91000
//
// Recognition runs only for sheets with such pages; it is its own function, because it needs programs that only a
// container image can contain.
//
// A panic in a task fails its sheet with a reason, and is logged with its stack; a
// failure that is not caused by the file is retried by the state machine.
//
// Where uploads are scanned for malware (blueprint.WithMalwareScan), no file is read or downloadable before it was
// found clean, and an infected one is erased.
//
// Every task is idempotent. The company comes from the upload's record, never from the
// object's key.
package analysis

import (
	_ "embed"
	"time"

	"anzen/functions/grant"
)

// The names of the tasks.
const (
	TaskStart       = "analysis-start"
	TaskScanned     = "analysis-scanned"
	TaskSweep       = "analysis-sweep"
	TaskAssort      = "analysis-assort"
	TaskFirstCheck  = "analysis-firstcheck"
	TaskRecognise   = "analysis-recognise"
	TaskSecondCheck = "analysis-secondcheck"
	TaskFail        = "analysis-fail"
)

// Definition is the state machine in the Amazon States Language, with ${analysis-assort}
// and so on for the functions.
//
//go:embed analysis.asl.json
var Definition string

// SweepEvery is how often the sweep runs, as an expression of EventBridge Scheduler.
const SweepEvery = "rate(1 minute)"

// Scanned is the function that receives malware scan results. It is deployed only where uploads are scanned.
var Scanned = grant.Task{
	Name: TaskScanned, Summary: "records the malware scan result of an upload", Memory: 256, Timeout: 30 * time.Second,
	Grants: []grant.Grant{
		grant.Table("GetItem", "PutItem", "UpdateItem", "DeleteItem"), grant.Sheets("DeleteObjectVersion"), grant.StartAnalysis(),
	},
}

// Tasks are the functions of the pipeline.
var Tasks = []grant.Task{
	{
		Name: TaskStart, Summary: "starts the analysis of a PDF that arrived", Memory: 256, Timeout: 30 * time.Second,
		Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem", "DeleteItem"), grant.StartAnalysis()},
	},
	{
		Name: TaskSweep, Summary: "starts analyses that should have started", Memory: 256, Timeout: 60 * time.Second, Concurrency: 1,
		Grants: []grant.Grant{
			grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"),
			grant.Sheets("GetObject"), grant.SheetsList(), grant.StartAnalysis(),
		},
	},
	{
		Name: TaskAssort, Summary: "checks that the file is a PDF that can be read", Memory: 1769, Timeout: 60 * time.Second, Concurrency: 20,
		Grants: []grant.Grant{
			grant.Table("GetItem", "PutItem", "UpdateItem"), grant.Sheets("GetObject", "GetObjectVersion"), grant.SheetsList(),
		},
	},
	{
		Name: TaskFirstCheck, Summary: "reads the values with their sources", Memory: 3008, Timeout: 5 * time.Minute, Concurrency: 20,
		Grants: []grant.Grant{
			grant.Table("GetItem", "PutItem", "UpdateItem"), grant.Sheets("GetObject", "GetObjectVersion"), grant.Work("GetObject", "PutObject"),
		},
	},
	{
		// Two processors, for two pages at a time.
		Name: TaskRecognise, Summary: "recognises the text of pages that are pictures", Memory: 3538, Timeout: 10 * time.Minute, Concurrency: 10, Image: true,
		Grants: []grant.Grant{
			grant.Table("GetItem"), grant.Sheets("GetObject", "GetObjectVersion"), grant.Work("PutObject"),
		},
	},
	{
		Name: TaskSecondCheck, Summary: "checks the values and writes the sheet", Memory: 1769, Timeout: 60 * time.Second, Concurrency: 20,
		Grants: []grant.Grant{
			grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"), grant.Work("GetObject", "DeleteObject"),
		},
	},
	{
		Name: TaskFail, Summary: "writes why a sheet could not be read", Memory: 256, Timeout: 30 * time.Second,
		Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem", "DeleteItem")},
	},
}

// Package analysis is the pipeline that makes a sheet of a PDF: the tasks of
// the state machine in analysis.asl.json.
//
//	start        an object arrived in the bucket of PDFs: starts the machine for its sheet, once
//	scanned      an upload was searched for malware: notes what was found, and starts what waited for it
//	sweep        every minute: starts what a crash kept from starting
//	assort       is it a PDF, can it be opened, is it here already       15000 -> 20000
//	firstcheck   words, layout, sections, values with their sources       30000 -> 40000
//	recognise    the words of pages that are pictures, for the first check to go on with
//	secondcheck  normalise, look up, find contradictions, write the sheet 50000 -> 60000
//	fail         writes why it could not be done                          90000, 91000
//
// Recognising runs only for sheets with such pages; it is a function of its own, because it needs programs that
// only a container image can hold.
//
// A panic in a task ends its sheet with a reason, and is logged with its place; a
// failure that does not lie in the file is tried again by the state machine.
//
// Where uploads are searched for malware (blueprint.WithMalwareScan), nothing reads or hands out a file before it was
// found clean, and one that is infected is erased.
//
// Every task can be run again: it reads what is there and writes the same once
// more. The company comes from the upload's record, never from the object's key.
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

// Definition is the state machine in the Amazon States Language. The functions
// stand in it as ${analysis-assort} and so on.
//
//go:embed analysis.asl.json
var Definition string

// SweepEvery is how often the sweep runs, as EventBridge Scheduler says it.
const SweepEvery = "rate(1 minute)"

// Scanned is the function that is told what was found in uploads. It is there only where they are searched for malware.
var Scanned = grant.Task{
	Name: TaskScanned, Summary: "notes what the search for malware found in an upload", Memory: 256, Timeout: 30 * time.Second,
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
		Name: TaskSweep, Summary: "starts again what should have started", Memory: 256, Timeout: 60 * time.Second, Concurrency: 1,
		Grants: []grant.Grant{
			grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"),
			grant.Sheets("GetObject"), grant.SheetsList(), grant.StartAnalysis(),
		},
	},
	{
		Name: TaskAssort, Summary: "is it a PDF that can be read", Memory: 1769, Timeout: 60 * time.Second, Concurrency: 20,
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
		Name: TaskRecognise, Summary: "recognises the words of pages that are pictures", Memory: 3538, Timeout: 10 * time.Minute, Concurrency: 10, Image: true,
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

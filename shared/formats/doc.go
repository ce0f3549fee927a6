// Package formats is the wing of files that go in and out: tables of sheets (export),
// edits by CSV (csvfile, batch), the Ministry's exchange format (mhlw) and its CREATE-SIMPLE
// workbook (createsimple), archives (archive), and what is to be known of a file before it
// is trusted (filetype, jsonlimit).
package formats

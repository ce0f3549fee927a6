// Package formats holds the file formats of imports and exports: tables of sheets (export),
// edits by CSV (csvfile, batch), the Ministry's exchange format (mhlw) and its CREATE-SIMPLE
// workbook (createsimple), archives (archive), and checks of untrusted files (filetype,
// jsonlimit).
package formats

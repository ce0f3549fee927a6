// Package library holds the use cases on a company's sheets that routes, jobs and tasks
// share. Each declares the small interfaces that it needs and returns named errors.
package library

// Package library is the wing of the use cases on a company's sheets, which routes, jobs
// and tasks have in common. They ask for what they need through small interfaces, and
// answer errors with names.
package library

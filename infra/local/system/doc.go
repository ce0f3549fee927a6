// Package system tests the whole product as it runs on a machine. Its tests use the
// product as browsers and AWS do: by HTTP at the web port, by the user pool's sign-in,
// by the forms of S3 and by the mailbox; some of them kill it. It contains tests only.
package system

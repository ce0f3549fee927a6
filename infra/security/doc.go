// Package security is the product's security page: what is met of OWASP ASVS 5.0.0, and why not the rest.
//
// asvs.tsv has the requirements of levels 1 and 2 of the chapters on authentication, sessions, authorisation, tokens
// and OAuth, each with the tests that show it. Deviations have their reasons in the package comment of
// anzen/functions/identity. A test finds tests that are gone, and deviations without a reason.
package security

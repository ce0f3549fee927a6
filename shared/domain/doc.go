// Package domain holds the domain model: sheets (sds), companies, users and permissions
// (company, access, plan, saml), what users set up (checklist, periodic, selection),
// background jobs (job), verdicts on laws (verdict), writes (write), and texts for users
// and their validation (message, mail, input). It depends neither on AWS nor on PDF nor on
// reference data; every other package may depend on it.
package domain

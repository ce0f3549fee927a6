// Package security is the product's security page: what it keeps, for how long, under which keys, what it logs, how fast
// weaknesses are fixed, and what is met of OWASP ASVS 5.0.0. Ways in, limits against guessing and sessions are on the page
// of anzen/functions/identity.
//
// # Data
//
// records.tsv has every kind of record with its class and how long it is kept; a test finds kinds that are missing.
//
//	secret      hashes of mailed links, recovery codes and provisioning tokens (SHA-256 of at least 120 random bits, so no
//	            salt or slow hash is needed). Passwords, second factors and passkeys are Cognito's. Never in a log or answer
//	personal    names, addresses, phones, sign-ins, devices (Japan's Act on the Protection of Personal Information):
//	            the company's own people and administrators; gone with the user, and by time
//	business    sheets, PDFs, checklists, settings: the company's users by role and department; gone 30 days after
//	            deletion, and with the account
//	audit       who did what, when and from where: administrators; kept 1 to 10 years, chained by hashes and sealed daily
//	technical   ids, counters, times: functions alone
//
// All of it, and the objects of the buckets, is encrypted at rest by keys of AWS (AES-256) and in transit by TLS 1.2 or 1.3
// (at the edge with a certificate of one's own).
// PDFs and attachments are in the bucket of sheets (overwritten or deleted versions 30 days), files of jobs in that of work
// (7 days). The table can be restored to any second of the last 35 days, and where the deployment has backups in another
// account (context backup) copies of table and bucket stay there for 90 days: both hold for deleted data too. No personal
// data or secret is in an address that is sent: links have theirs behind #, requests in their bodies.
//
// A request that reads sees the table as a role whose session has the company of the verified token as a tag: IAM refuses keys of
// other companies (anzen/shared/aws/tenant). It costs a call of STS an hour for each company and instance of a function, estimated at
// 10 to 50 ms where the connection is new (not measured); while STS does not answer, reading fails, and nothing is read by wider
// rights. Requests that write and background work reach the whole table, since they keep lists common to all companies; the
// tests of all routes watch each of their keys (functions/api/apitest).
//
// # Keys and secrets
//
//	at rest              AWS owned or managed keys, rotated by AWS
//	tokens               Cognito's RSA key of the pool (2048 bits, RS256: 112 bits of security, not ours to change)
//	origin secret        52 random characters in Secrets Manager. The edge sends it, the gateway's firewall alone compares it. No
//	                     function's environment has it; the gateway passes it on with requests, and nothing logs it. It is
//	                     changed every month without an outage (anzen/functions/rotation), and after a suspicion and a change
//	                     of operators at once (aws secretsmanager rotate-secret). It is no key to data: requests need a session
//	SAML certificates    the companies' own: RSA of 2048 bits or EC of 256, SHA-256; the screen warns of their end
//	mailed links, codes  random (crypto/rand), 256 and 120 bits
//	credentials          roles with keys of hours; there are no users of IAM and no keys in files
//
// Algorithms: SHA-256 for hashes; SHA-1 and MD5 nowhere but for names (UUIDv5) and where a protocol of AWS has them in the
// stand-ins. A stored hash whose algorithm changes gets a new version of its record (shared/aws/table/schema.go).
//
// # Logs
//
//	what                           where                          kept        who reads it
//	requests of functions (JSON)   CloudWatch, a group each       3 months    operators
//	access of the gateway          CloudWatch                     1 year      operators
//	access of edge and buckets     log bucket                     400 days    operators (with clients' IP addresses)
//	state machines, without data   CloudWatch                     3 months    operators
//	audit of companies             table                          1–10 years  administrators of the company
//	sign-ins, and attempts         table                          180, 30 d   the user; audit
//	hashes of seals                log of the sealing function    3 months    operators: a change of the table shows
//	executions that failed         log anzen-STAGE-executions     3 months    operators (their inputs are ids)
//
// Functions log users and companies by id: no e-mail address, no name, no token, no body (a test of all routes reads what
// they log: functions/api/apitest). One id (X-Request-Id) leads through all of them.
//
// # Fixing weaknesses
//
//	                               in use and reachable    else
//	critical (CVSS 9 and more)     3 days                  14 days
//	high (7 to 8.9)                14 days                 30 days
//	others                         90 days                 next update
//
// from when a fixed version exists; before, the part is turned off or shielded. All components are updated monthly.
// `make ci` looks with govulncheck and npm audit, and fails for what the product calls (Go) and for the severities high
// and critical (npm), unless infra/ci/accepted.tsv accepts it to a day; where the databases cannot be reached it says so.
// `make sbom` lists what is shipped (CycloneDX). The image of text recognition begins with Debian by digest and takes Debian's
// repairs when it is built; the registry scans it when it is pushed, and severe findings are mailed to the operators.
//
// # OWASP ASVS
//
// asvs.tsv has all requirements of levels 1 and 2, each with the tests that show it. Deviations have their reasons below,
// those of chapters 6 to 10 in the package comment of anzen/functions/identity. A test finds tests that are gone, and
// deviations without a reason.
//
// # Deviations
//
//	2.4.1    whoever is signed in is limited by plans, monthly quotas, unfinished jobs a person and the edge's requests an
//	         address, not by each costly route
//	3.4.4    S3 cannot send nosniff with files of signed links; they are on a host of their own, to be saved or of a type
//	         that was checked, and not kept by caches
//	3.5.3    GET download/pdf and download/csv start jobs: the specification names them so. They need the bearer header,
//	         which no other site can send
//	5.4.3    the scan for malware is an option of the deployment (context malware), as it is billed by volume. PDFs are read
//	         in WebAssembly without a network, attachments are what their names say
//	11.2.3   Cognito signs by RSA of 2048 bits (112 bits of security); recovery codes have 120 bits, stand in for a second
//	11.5.1   factor behind the password, and are behind the limits against guessing
//	12.1.1   without a certificate of one's own CloudFront admits TLS 1.0: a deployment for trying alone, which
//	12.1.2   `make preflight` says
//	12.3.1   SES encrypts where the other mail server can: users at servers that cannot would get no invitation. Links live
//	         for minutes or a day and work once; second factors stay on
//	13.2.4   functions reach the internet: they call AWS by their grants and name servers for mail domains, no address that a
//	13.2.5   user gives; the rotation asks the product's own domain. A network with endpoints would cost more than the rest of a small deployment
//	14.3.3   unsaved input is in the tab's storage until it is saved or the user logs out, so that nothing typed is lost
//	16.3.2   refused requests are statuses in the request log, by function and user, not records of the company's audit:
//	16.3.3   anybody could fill it. The firewalls' counts are metrics; their logs are off, as they have clients' addresses
//	16.4.3   logs stay in the account of the deployment; an organisation may subscribe to them. The hash of every day's audit
//	         is in another log than the audit
package security

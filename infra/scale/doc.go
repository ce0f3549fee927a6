// Package scale is the page on where each part of the product ends, and what comes next. A test compares the figures
// with the code's constants, or calculates them from these by the formulas told here; it plays the simulated hour, and has what was
// measured otherwise as constants of its own.
//
// Nothing was measured on AWS. A figure is marked
//
//	c  calculated, from constants of the code, quotas of AWS and what was measured here
//	m  measured on a development machine (2 processors, busy with other work), see below
//	q  a quota of AWS; soft ones are raised on request
//
// Calculations have their figures rounded down to two digits. They say where a part ends, not where it becomes
// slow for other reasons that nobody has met yet.
//
// # Where each part ends
//
// Sheets a company: the catalog.
//
//	what binds      600 MB of replicas in a function of 1,769 MB (catalog.Budget, Memory of listSheets); the company in
//	                use is never dropped, so beyond it memory is not bounded
//	figure      c   489 bytes a sheet (m): 1,200,000 sheets a company; there a list takes 24 ms for the slowest hundredth of
//	                lists, if it grows as it does up to the measured size
//	            c   without a snapshot the table is read: a record of 2,100 bytes, read consistently from one partition, is
//	                160,000 sheets in the 28 s of a request. A larger company waits for its snapshot, which is requested first
//	            c   2,500,000 sheets in the 3,008 MB of catalog-snapshot, which has the old and the new replica and the packed one
//	next            more memory, then the catalog in shards
//
// Changes and uploads of a company: the partitions of the table.
//
//	what binds  q   1,000 write units and 3,000 read units a second of a partition key; a company's log is one (C#id#LOG), and,
//	                as its keys rise, it is not split by heat
//	figure      c   6 units a change in a transaction: 160 changes a second of one company. An analysis writes three times:
//	                200,000 uploads an hour of one company
//	            c   promised analyses are under one key (PENDING), 4 units each: 900,000 uploads an hour of all companies
//	next            the log in parts
//
// Uploads an hour of all companies: the concurrency of the readers.
//
//	what binds      reservations (functions/analysis), which share the account's concurrency
//	figure      c   text recognition, 10 at once, 25 s each: 1,400 scans an hour, or 14,000 uploads an hour with a tenth of scans
//	            c   reading, 20 at once, 4 s each: 18,000 uploads an hour. The times are those of the simulation, longer than measured
//	            m   10,000 uploads in an hour, a tenth of them scans: none lost, the slowest took 9 minutes (virtual time)
//	next            larger reservations: more waits longer before, but nothing is lost
//
// Users: the gateway and the account's concurrency. How many there are does not matter, but how many work.
//
//	what binds      200 requests a second, 400 in a burst, for the whole API (blueprint.RequestRate)
//	figure      c   1,000 people at work at the same time, with a request every five seconds (assumed)
//	                10,000 requests of an address in 5 minutes, and 500 passwords and codes in them: an office behind one address
//	            q   1,000 calls at once, of which 91 are reserved; new accounts have 10 to 50 (make preflight)
//	            q   300 companies with SAML (identity providers of a user pool); others have no limit of their own
//	next            a higher rate of the stage, more concurrency by request, a second user pool; none has a fixed cost
//
// Companies: the nightly run and the other daily work.
//
//	what binds      the concurrency of nightly-company, 4 companies at once, from 2:00 to 8:00
//	figure      c   companies of 20,000 sheets with 100 checklists: 10,000 companies in six hours after a change of the laws, and
//	                45,000 where nothing has changed. Most are smaller, and those without any change are skipped before
//	            c   500 companies an execution take 11,000 of 25,000 events (q) where all fail at every attempt; the next
//	                execution takes the next, so their number has no end
//	                snapshots are begun for 500 companies a minute, 8 at once; audit-seal seals 8 companies side by side,
//	                and continues every hour where it has ended
//	next            a larger reservation of nightly-company
//
// Mails: SES.
//
//	what binds  q   the mails a day and a second of the account, which make preflight asks for: 200 a day in the
//	                sandbox, more as SES knows the sender. The nightly run sends one to each user with news, so the
//	                quota is the number of users with news a night. A throttled mail of the run is tried again (handler.Unavailable)
//	next            a higher quota by request; mails are billed by number
//
// Deployment: CloudFormation, IAM and Lambda.
//
//	what binds  q   2,500 resources of an operation on a stack with those nested in it, 500 of a stack
//	figure          1,598 of 2,500 resources, and 351 of 500 in the stack Api (counted by TestStacksFit, which
//	                fails above 2,400, and above 450 in a stack)
//	            c   150 more functions of 6 resources each
//	            q   1,000 roles of an account: 254 roles of a stage, one a function and 54 of releases, machines, schedules: 3 stages
//	            q   75 GB of code in a region. Old versions are deleted with the deployment that replaces them, so an
//	                archive is there three times at most: 200 functions x 15 MB x 3 = 9 GB, or 8 stages in 75 GB
//	next            the Api stack in two (routes by group), an account a stage: neither costs anything by itself
//
// # What comes next, and its cost
//
// Calculated by the list prices of 2026-03 (functions/api/apitest/prices), without tax and free tiers; a list
// is taken as 4 calls of services of 6 ms and 6 ms of its own.
//
//	more memory         7,400,000 sheets a company in 10,240 MB, Lambda's most: 4.00 instead of 0.69 USD a million lists
//	catalog in shards   a function a shard, asked side by side, each with the snapshot of its part from S3: every shard costs what a
//	                    list of one costs now. Exact counts add up; a page is merged from the first rows of each. Snapshots
//	                    on EFS would begin faster for 0.08 USD a month a million sheets on EFS, but need a network with endpoints
//	search service      beyond: OpenSearch, fed from the log. It has a fixed cost: 2 units of OpenSearch Serverless, 350 USD a month
//	                    at the least (prices of N. Virginia; Tokyo is dearer), and lists that lag behind writes, which the catalog's do not
//	log in parts        sheets by a hash of their id in 8 parts: 1.00 USD more a million lists, as each reads the end of every
//	                    part; writes cost the same. A replica then has a number a part, and no order between them, which it
//	                    does not need, as a sheet stays in its part
//	more recognition    1.15 USD a thousand scans, however many at once
//	more sheets         38 USD a month a million sheets to keep (0.3 MB on S3, 60 KB in DynamoDB with point-in-time recovery)
//
// # What was measured
//
// On 2026-11-24, with made sheets (shared/catalog/sample). Times of the catalog are the processor's; the nights are by
// the clock, at the lowest priority.
//
//	ANZEN_CATALOG_SHEETS=250000 go test ./shared/catalog -bench 'Snapshot|List'
//	    250,000 sheets: 122.2 MB of memory, 63.2 MB of snapshot, loaded in 213 ms; mixed filters: 1.4 ms in the median, the
//	    slowest hundredth 4.7 ms
//	ANZEN_CHECKS_SHEETS=20000 go test ./functions/nightly -bench Night
//	    20,000 sheets and 100 checklists: 1.9 s without a change, 8.3 s after regulations have changed
//	go -C infra test ./local/simulation -run NothingIsLost -v
//	    the hour of uploads, with throttles
//
// The largest archive of a function has 14.6 MB, with the compiled PDFium. The file coldstarts.txt beside this one has how long
// the first and the following calls of each function take (make coldstarts).
package scale

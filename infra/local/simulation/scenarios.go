package simulation

import "time"

// Hour is the uploads of ten large customers on a first day: 10,000 in an hour, a tenth of them scans.
var Hour = Scenario{Name: "10,000 uploads in an hour", Uploads: 10_000, Within: time.Hour, Scans: 0.1, Concurrency: 1000}

// Burst is one allowed upload: 50 scans at once.
var Burst = Scenario{Name: "50 scans at once", Uploads: 50, Within: time.Second, Scans: 1, Concurrency: 1000}

// Outage is a region in which for ten minutes no service answers.
var Outage = Scenario{Name: "ten minutes of 5xx", Uploads: 500, Within: 30 * time.Minute, Scans: 0.1, Concurrency: 1000, OutageAt: 10 * time.Minute, OutageFor: 10 * time.Minute}

// Faulty is a day on which every twentieth call of a service fails.
var Faulty = Scenario{Name: "every twentieth call fails", Uploads: 500, Within: 30 * time.Minute, Scans: 0.1, Concurrency: 1000, Faults: 0.05}

// New is an account with the limits that AWS gives to new ones.
var New = Scenario{Name: "a new account's concurrency", Uploads: 200, Within: time.Minute, Scans: 0.2, Concurrency: 10}

// Single is a few uploads, small enough to fail each of their calls in turn (EachCallOnce).
var Single = Scenario{Name: "each call fails once", Uploads: 3, Within: time.Second, Scans: 0.5, Concurrency: 1000}

// Campaign are the scenarios of a campaign, which takes another seed each time.
var Campaign = []Scenario{Burst, Outage, Faulty, New}

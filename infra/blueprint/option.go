package blueprint

import (
	"slices"

	"anzen/functions/analysis"
	"anzen/functions/grant"
)

// Option changes the blueprint where deployments differ.
type Option func(*Blueprint)

// WithTextract has Amazon Textract recognise pages in the languages (ISO 639-1, separated by commas), and grants
// it to the one function that does so.
func WithTextract(languages string) Option {
	return func(b *Blueprint) {
		for i := range b.Functions {
			if f := &b.Functions[i]; f.Name == analysis.TaskRecognise {
				f.Grants = append(slices.Clone(f.Grants), grant.Recognition())
				f.Env[grant.EnvOCREngine], f.Env[grant.EnvOCRLanguages] = Literal("textract"), Literal(languages)
			}
		}
	}
}

// WithThreatProtection has the user pool refuse sign-ins that it takes for attacks. It is off by
// default: the product has its own limits against guessing and its own lists of passwords.
func WithThreatProtection() Option {
	return func(b *Blueprint) { b.Pool.ThreatProtection = true }
}

// WithTenantIsolation keeps the catalogs of companies in instances of their own: Lambda's tenant isolation mode for the routes that
// search them and name the company in their path. It is off by default, see the page of infra/aws.
func WithTenantIsolation() Option {
	return func(b *Blueprint) {
		for _, r := range b.Routes {
			i := slices.IndexFunc(b.Functions, func(f Function) bool { return f.Name == r.ID })
			searches := slices.ContainsFunc(r.Grants, func(g grant.Grant) bool { return g.Resource == grant.CatalogBucket })
			b.Functions[i].Isolated = searches && r.OfCompany()
		}
	}
}

// WithMalwareScan has uploads scanned for malware: nothing is read or delivered before it was found clean.
func WithMalwareScan() Option {
	return func(b *Blueprint) {
		for i := range b.Buckets {
			b.Buckets[i].Scanned = b.Buckets[i].Name == "sheets"
		}
		b.addTask(analysisBinary, "analysis", analysis.Scanned)
		b.Functions[len(b.Functions)-1].addEnv()
		b.Rules = append(b.Rules, Rule{
			Name: "upload-searched", Source: "aws.guardduty", DetailType: "GuardDuty Malware Protection Object Scan Result",
			Bucket: "sheets", BucketIn: []string{"s3ObjectDetails", "bucketName"}, Function: analysis.TaskScanned,
		})
		// Every function is configured, so that none uses a file whose scan is still running.
		for i := range b.Functions {
			b.Functions[i].Env[grant.EnvMalware] = Literal("on")
		}
	}
}

// UnreservedConcurrency is what Lambda keeps of an account's concurrency for functions without a
// reservation ("Configuring reserved concurrency" in its developer guide).
const UnreservedConcurrency = 100

// WithAccount fits the functions into an account whose limits are lower than usual, as those of new accounts are.
// Memory (MB) is the most that a function gets. Of its concurrency, functions reserve what is left above
// UnreservedConcurrency, each its share: without a reservation a function is throttled by the account's limit
// alone. 0 leaves what is declared.
func WithAccount(memory, concurrency int) Option {
	return func(b *Blueprint) {
		wanted, reserving := b.Reserved(), 0
		for i := range b.Functions {
			f := &b.Functions[i]
			if memory > 0 {
				f.Memory = min(f.Memory, memory)
			}
			if f.Concurrency > 0 {
				reserving++
			}
		}
		left := concurrency - UnreservedConcurrency
		if concurrency == 0 || wanted <= left {
			return
		}
		// Everyone gets one, the rest is shared by what they want beyond that.
		for i := range b.Functions {
			switch f := &b.Functions[i]; {
			case f.Concurrency == 0:
			case left < reserving:
				f.Concurrency = 0
			default:
				f.Concurrency = 1 + (f.Concurrency-1)*(left-reserving)/(wanted-reserving)
			}
		}
	}
}

// Reserved is the concurrency that all functions reserve.
func (b Blueprint) Reserved() int {
	sum := 0
	for _, f := range b.Functions {
		sum += f.Concurrency
	}
	return sum
}

// Largest is the memory of the largest function in MB.
func (b Blueprint) Largest() int {
	most := 0
	for _, f := range b.Functions {
		most = max(most, f.Memory)
	}
	return most
}

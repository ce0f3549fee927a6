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

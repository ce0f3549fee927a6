// Command aws is the CDK app of the product: the CDK's command line runs it, as
// cdk.json states, to get the CloudFormation templates.
//
// # From an empty account to the first sheet
//
//  1. Install Go, Node, make and Docker with buildx. On a machine that is not arm64, let Docker
//     emulate it: docker run --privileged --rm tonistiigi/binfmt --install arm64
//  2. Log in with an administrator of the account (aws sso login; export AWS_PROFILE=...).
//  3. Choose the stage's name ("prod" is protected from deletion), the dashboard's domain, the
//     sender address, and who is notified of alarms. Ask AWS Certificate Manager in us-east-1 for a
//     certificate of the domain, and add the CNAME record that it shows to the DNS.
//  4. Once an account: cdk bootstrap in ap-northeast-1 and in us-east-1, as the next step prints it. To have images scanned:
//     aws ecr put-registry-scanning-configuration --scan-type BASIC --rules
//     '[{"scanFrequency":"SCAN_ON_PUSH","repositoryFilters":[{"filter":"cdk-*","filterType":"WILDCARD"}]}]'
//  5. make preflight STAGE=prod DEPLOY="--context domain=sds.example.com
//     --context mail=no-reply@example.com --context certificate=arn:aws:acm:us-east-1:..."
//     tells what is missing and what to do, and changes nothing. Lambda's limits of new accounts are
//     raised by AWS within days; until then the contexts that it prints make do with less.
//  6. make deploy with the same values and --context alarms=ops@example.com. It takes about half an
//     hour the first time. AWS mails a confirmation to the address of the alarms: follow its link.
//  7. Add the records to the DNS: Dkim1 to Dkim3 of the stack anzen-Mail-..., a CNAME or alias of the
//     domain to DistributionDomain of the stack anzen-prod-Edge, SPF and DMARC as preflight prints them.
//     Request production access in SES; before, mails reach verified addresses only.
//  8. make preflight again: nothing is left but what you decided.
//  9. Open https://sds.example.com, sign up, follow the link in the mail, and upload a PDF. After
//     some seconds it is in the list: the first sheet. Companies begin on the free plan; what one
//     buys is set by make ops STAGE=prod ARGS="contract -company ID -plan 1000".
//
// Several stages live in one account: their names contain the stage, each has its own domain. They share
// the stacks anzen-Account and anzen-Mail-..., which each deploys with the same content. To remove a stage,
// destroy its own stacks by name; its data stays (table, buckets, user pool are retained).
//
// # Backup and restore
//
// The table can be restored to any second of the last 35 days (point-in-time recovery). The buckets whose objects cannot be
// made again have versions: files of sheets for 30 days after they were replaced or deleted, the catalog's for 7. With the
// context backup, AWS Backup copies both every night to a vault of another account, where they stay for 90 days; that account
// has to allow it in the vault's policy, and the vault to have a key of that account's own (AWS's key aws/backup takes no copies from
// another account), both have to be in one organization with cross-account backup enabled, and AWS Backup
// has to be opted in for DynamoDB's advanced features and S3 (once an account, Settings of AWS Backup).
//
// To restore a stage to a moment T:
//
//  1. make ops STAGE=... ARGS=pause, and tell the customers. Note T, in UTC.
//  2. aws dynamodb restore-table-to-point-in-time --source-table-name TABLE --target-table-name TABLE-restored
//     --restore-date-time T. It takes tens of minutes; point-in-time recovery, TTL and tags have to be set on the new table.
//  3. Import the new table into the stack anzen-STAGE-Data in place of the old one (cdk import), and deploy. What customers wrote since
//     T is in the old table only.
//  4. make ops STAGE=... ARGS="rewind -since T" brings what is beside the table back to T: files of sheets that were removed since,
//     what the nightly runs had found, the schedules of periodic exports. Snapshots are made anew.
//  5. make ops STAGE=... ARGS=seals tells whether the audit log is whole.
//  6. make ops STAGE=... ARGS=resume.
//
// What does not come back: attachments that users deleted after T, and sheets that were uploaded after T (their files are in the bucket
// still). Accounts of the user pool are not restored: users who were removed after T set a password by "forgotten password".
//
// make restore-drill does the same with the local stack while people write, compares record by record, and prints the time.
//
// # Releases
//
// Whatever calls a function calls its alias "live". A deployment makes a version of each function that has changed, and
// CodeDeploy moves the alias: a tenth of the calls for five minutes, then all. If the alarm ReleaseErrors or ReleaseLatency goes
// off meanwhile, of the tasks of state machines MachinesFailed or AnalysisFaults, it moves the alias back, and CloudFormation takes
// the whole deployment back. Functions that events, schedules and sign-ins call are released at once, since a tenth of a few calls
// shows nothing. All groups are released side by side, so a deployment takes about five minutes longer.
//
// For these minutes the old and the new code work on the same data, and an execution of a state machine goes on with the new tasks:
// what is stored and passed on gets new members, which older code leaves as they are: attributes of records (anzen/shared/aws/table,
// schema.go), members of events and of jobs' checkpoints (anzen/shared/text/members); each format of the catalog's snapshots has objects
// of its own (anzen/shared/catalog/snapshots). Tests run binaries of the version before beside this one on the same records; its commit is
// in infra/previous, and is set to the released one after each release. A role changes before the functions do: a permission that the
// version before needs stays until the release after. While an
// alarm is on, CodeDeploy begins no release: to mend a stage that fails, deploy with --context release=at-once.
//
// # The origin secret
//
// In the night to the second of each month, Japanese time, Secrets Manager changes the secret that the edge sends to the gateway's
// firewall (anzen/functions/rotation); it takes about a quarter of an hour, in which nobody is shut out. Do not deploy changes of
// the firewall meanwhile. At once: aws secretsmanager rotate-secret --secret-id ARN.
//
// # Tenant isolation mode
//
// The functions that search keep the catalogs of companies in memory. The context isolation=tenant has Lambda keep an instance for
// one company (tenant isolation mode, "Tenant isolation" in Lambda's developer guide): the gateway passes the company of the path as
// X-Amz-Tenant-Id, and the function compares it with the token's. It is off by default, for these reasons:
//
//   - Every company waits for a cold start of each of these routes, and of each of its concurrent requests; loading
//     the catalog comes on top, which instances in common have done for those seen lately.
//   - Of a function's instances, active and idle, there may be 2,500 for every 1,000 of its concurrency: beyond that requests are throttled (429).
//     Each new instance costs extra, by its memory.
//   - Function URLs, provisioned concurrency, SnapStart and most event sources are excluded; of gateways only REST APIs can pass the header.
//     It cannot be changed after a function was made: turning it on or off replaces the functions, in one deployment without a canary
//     (release=at-once).
//   - The routes of checklists search too, but their paths name no company, and the token's claim cannot be passed instead: mappings
//     know no name with a colon (custom:company).
//   - The role of a function is the same for all companies. That is held apart by the session's tag, whatever the instance
//     (anzen/shared/aws/tenant); the catalog's keys in memory have tests of their own.
//
// It is for an operator whose customers demand separate memory. Only the templates were tried; no account was at hand.
//
// # Context
//
// In cdk.json, or --context name=value:
//
//	stage        the name of the deployment, part of every stack's name ("dev")
//	domain       the dashboard's domain; without a certificate this
//	             must be the domain that CloudFront assigns at the first deployment
//	certificate  the ARN of the domain's certificate in us-east-1, if it is your own
//	mail         the sender address of all mails
//	alarms       the mail address notified of alarms, or "none"; required
//	budget       what the account is expected to cost a month, in USD (50): the address of the alarms gets a mail when four
//	             fifths of it are spent, all of it, or when AWS forecasts more; 0 for none. It is the account's, whatever the stages
//	operator     the address that receives inquiries ("info" of the domain of mail)
//	backup       the ARN of a backup vault of another account: table and buckets are backed up every night, and copied there
//	marketing    the root of the marketing site, if there is one
//	release      "canary", the usual: a new version of a function gets a tenth of the calls, and all of them after five
//	             minutes; "at-once" for a stage of development, or to mend one whose alarms are on
//	sender       "own": the mail domain's identity in SES exists already
//	gateway-role "own": the account's role of API Gateway's logs exists already
//	lambda-memory       the most memory of a function that the account allows, in MB
//	lambda-concurrency  the account's limit of concurrent executions; functions reserve less
//	             where it is low
//	ocr          "textract": Amazon Textract recognises the pages in the languages
//	             of ocr-languages ("en,de,fr"), Tesseract all others, or simply all
//	malware      "guardduty": Amazon GuardDuty Malware Protection for S3 scans uploads,
//	             and nothing is read or delivered before it was found
//	             clean. It is billed by volume, at list prices about 0.1 USD
//	             a GB and 0.25 USD a thousand files, see aws.amazon.com/guardduty/pricing
//	isolation    "tenant": an instance of a function that searches sheets serves one company alone, see above
//	threats      "cognito": the user pool's threat protection refuses sign-ins that it takes for
//	             attacks and passwords known to be compromised, in the plan Plus instead of
//	             Essentials: by the list prices of November 2026 0.020 instead of 0.015 USD for each
//	             user of a month, and without the free first 10,000, see aws.amazon.com/cognito/pricing.
//	             It does not look at passwords that are sent by SRP, as the dashboard sends them
//
// `make synth` writes the templates to cdk.out, `make deploy` deploys. The CDK's
// command line is pinned in package.json beside this file.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/aws/stacks"
	"anzen/infra/blueprint"
)

func main() {
	log.SetFlags(0)
	defer jsii.Close()
	app := awscdk.NewApp(nil)
	text := func(name string) string {
		s, _ := app.Node().TryGetContext(&name).(string)
		return s
	}
	options, err := optionsOf(text)
	budget, noBudget := strconv.Atoi(text("budget"))
	if noBudget != nil {
		noBudget = fmt.Errorf("budget is %q; it is whole USD a month, or 0 for none", text("budget"))
	}
	config := stacks.Config{
		Stage: text("stage"), Account: os.Getenv("CDK_DEFAULT_ACCOUNT"),
		Domain: text("domain"), Certificate: text("certificate"), Mail: text("mail"), Alarms: text("alarms"), Budget: budget, Operator: text("operator"), Marketing: text("marketing"), Backup: text("backup"), Release: text("release"),
		OwnSender: text("sender") == "own", OwnGatewayRole: text("gateway-role") == "own",
		Binaries: filepath.Join(".build", "lambda"),
	}
	if err := errors.Join(err, noBudget, config.Check()); err != nil {
		jsii.Close()
		log.Fatalf("Nothing is deployed, as the context is not complete:\n%v", err) //nolint:gocritic // closed above
	}
	stacks.Build(app, blueprint.New(options...), config)
	app.Synth(nil)
}

// optionsOf are the options of the blueprint in the context.
func optionsOf(text func(string) string) ([]blueprint.Option, error) {
	var options []blueprint.Option
	var wrong []error
	limits := map[string]int{}
	for _, name := range []string{"lambda-memory", "lambda-concurrency"} {
		if text(name) == "" {
			continue
		}
		n, err := strconv.Atoi(text(name))
		if err != nil || n <= 0 {
			wrong = append(wrong, fmt.Errorf("%s is %q; it is a number above 0", name, text(name)))
		}
		limits[name] = n
	}
	options = append(options, blueprint.WithAccount(limits["lambda-memory"], limits["lambda-concurrency"]))
	switch wanted := text("ocr"); wanted {
	case "", "tesseract":
	case "textract":
		options = append(options, blueprint.WithTextract(text("ocr-languages")))
	default:
		wrong = append(wrong, fmt.Errorf("ocr is %q; it is tesseract or textract", wanted))
	}
	switch wanted := text("malware"); wanted {
	case "":
	case "guardduty":
		options = append(options, blueprint.WithMalwareScan())
	default:
		wrong = append(wrong, fmt.Errorf("malware is %q; only guardduty is supported", wanted))
	}
	switch wanted := text("threats"); wanted {
	case "":
	case "cognito":
		options = append(options, blueprint.WithThreatProtection())
	default:
		wrong = append(wrong, fmt.Errorf("threats is %q; only cognito is supported", wanted))
	}
	switch wanted := text("isolation"); wanted {
	case "":
	case "tenant":
		options = append(options, blueprint.WithTenantIsolation())
	default:
		wrong = append(wrong, fmt.Errorf("isolation is %q; only tenant is supported", wanted))
	}
	return options, errors.Join(wrong...)
}

// Command aws is the CDK app of the product: the CDK's command line runs it, as
// cdk.json states, to get the CloudFormation templates.
//
// Its context (cdk.json, or --context name=value):
//
//	stage        the name of the deployment, part of every stack's name ("dev")
//	domain       the dashboard's domain; without a certificate this
//	             must be the domain that CloudFront assigns at the first deployment
//	certificate  the ARN of the domain's certificate in us-east-1, if it is your own
//	mail         the sender address of all mails
//	alarms       the mail address notified of alarms, optional
//	operator     the address that receives inquiries ("info" of the domain of mail)
//	marketing    the root of the marketing site, if there is one
//	ocr          "textract": Amazon Textract recognises the pages in the languages
//	             of ocr-languages ("en,de,fr"), Tesseract all others, or simply all
//	malware      "guardduty": Amazon GuardDuty Malware Protection for S3 scans uploads,
//	             and nothing is read or delivered before it was found
//	             clean. It is billed by volume, at list prices about 0.1 USD
//	             a GB and 0.25 USD a thousand files, see aws.amazon.com/guardduty/pricing
//
// `make synth` writes the templates to cdk.out, `make deploy` deploys. The CDK's
// command line is pinned in package.json beside this file.
package main

import (
	"os"
	"path/filepath"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/aws/stacks"
	"anzen/infra/blueprint"
)

func main() {
	defer jsii.Close()
	app := awscdk.NewApp(nil)
	text := func(name string) string {
		s, _ := app.Node().TryGetContext(&name).(string)
		return s
	}
	var options []blueprint.Option
	if text("ocr") == "textract" {
		options = append(options, blueprint.WithTextract(text("ocr-languages")))
	}
	switch wanted := text("malware"); wanted {
	case "":
	case "guardduty":
		options = append(options, blueprint.WithMalwareScan())
	default:
		panic("the context malware is " + wanted + "; only guardduty is supported")
	}
	stacks.Build(app, blueprint.New(options...), stacks.Config{
		Stage: text("stage"), Account: os.Getenv("CDK_DEFAULT_ACCOUNT"),
		Domain: text("domain"), Certificate: text("certificate"), Mail: text("mail"), Alarms: text("alarms"), Operator: text("operator"), Marketing: text("marketing"),
		Binaries: filepath.Join(".build", "lambda"),
	})
	app.Synth(nil)
}

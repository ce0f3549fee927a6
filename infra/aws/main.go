// Command aws is the CDK app of the product: the CDK's command line, which
// cdk.json tells about it, runs it to get the CloudFormation templates.
//
// What it is told as context (cdk.json, or --context name=value):
//
//	stage        the name of the deployment, part of every stack's name ("dev")
//	domain       where people find the dashboard; without a certificate this
//	             must be the domain that CloudFront gives at the first deployment
//	certificate  the ARN of the domain's certificate in us-east-1, if it is one's own
//	mail         the address that mails come from
//	alarms       a mail address that is told of alarms, if somebody is
//	operator     the address that gets inquiries ("info" of the domain of mail)
//	marketing    the root of the marketing site, if there is one
//	ocr          "textract": Amazon Textract recognises the pages in the languages
//	             of ocr-languages ("en,de,fr"), Tesseract all others, or simply all
//	malware      "guardduty": Amazon GuardDuty Malware Protection for S3 searches what
//	             people send, and nothing is read or handed out before it was found
//	             clean. It costs by what is searched, at its list prices about 0.1 USD
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
		panic("the context malware is " + wanted + "; guardduty is the only one that is known")
	}
	stacks.Build(app, blueprint.New(options...), stacks.Config{
		Stage: text("stage"), Account: os.Getenv("CDK_DEFAULT_ACCOUNT"),
		Domain: text("domain"), Certificate: text("certificate"), Mail: text("mail"), Alarms: text("alarms"), Operator: text("operator"), Marketing: text("marketing"),
		Binaries: filepath.Join(".build", "lambda"),
	})
	app.Synth(nil)
}

// Package aws holds the adapters of AWS services: table (DynamoDB), files (S3), workflow
// (Step Functions), scheduler (EventBridge Scheduler), idp (Cognito), mailer (SES),
// textract. They depend on the domain; only they use the AWS SDK.
package aws

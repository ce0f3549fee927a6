// Package aws is the wing of adapters, each named for the technology that it wraps: the
// table (DynamoDB), files (S3), workflow (Step Functions), scheduler (EventBridge
// Scheduler), idp (Cognito), mailer (SES), textract. They speak the domain's words; only
// they know AWS.
package aws

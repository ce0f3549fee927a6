package stacks

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsbackup"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awswafv2"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
)

// Data outlives every deployment: nothing in it is removed with its stack.
type Data struct {
	Stack   awscdk.Stack
	Table   awsdynamodb.TableV2
	Buckets map[string]awss3.Bucket // by their names in the blueprint
	Logs    awss3.Bucket
	Secret  awssecretsmanager.Secret
	// Vault is where backups are; nil: there are none.
	Vault awsbackup.BackupVault
	// Firewall is that of the gateway and the user pool.
	Firewall awswafv2.CfnWebACL
	browsed  []string // names of the buckets that browsers upload to
}

// logsKept is how long access logs of buckets and of the edge are kept.
const logsKept = 400 * 24 * time.Hour

func newData(s awscdk.Stack, b blueprint.Blueprint, c Config) *Data {
	d := &Data{Stack: s, Buckets: map[string]awss3.Bucket{}}
	d.Table = newTable(s, b.Table)
	d.Logs = awss3.NewBucket(s, str("Logs"), &awss3.BucketProps{
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), Encryption: awss3.BucketEncryption_S3_MANAGED,
		EnforceSSL: jsii.Bool(true), MinimumTLSVersion: jsii.Number(1.2), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
		// CloudFront writes its logs with an access control list.
		ObjectOwnership: awss3.ObjectOwnership_OBJECT_WRITER,
		LifecycleRules:  &[]*awss3.LifecycleRule{{Expiration: duration(logsKept)}},
	})
	for _, bucket := range b.Buckets {
		d.Buckets[bucket.Name] = d.newBucket(bucket, c)
		if bucket.CORS {
			d.browsed = append(d.browsed, bucket.Name)
		}
	}
	if c.Backup != "" {
		d.addBackup(b, c)
	}
	d.Secret = awssecretsmanager.NewSecret(s, str("OriginSecret"), &awssecretsmanager.SecretProps{
		Description: str("what the edge shows to the API to prove that a request came through it"),
		GenerateSecretString: &awssecretsmanager.SecretStringGenerator{
			PasswordLength: jsii.Number(48), ExcludePunctuation: jsii.Bool(true),
		},
	})
	except(d.Secret, exception{rule: "SMG4", because: "its rotation is in the stack of the edge, which it changes"})
	d.Firewall = newRegional(s, b.Pool, d.Secret, c)
	return d
}

func newTable(s awscdk.Stack, t blueprint.Table) awsdynamodb.TableV2 {
	key := func(name string) *awsdynamodb.Attribute {
		return &awsdynamodb.Attribute{Name: &name, Type: awsdynamodb.AttributeType_STRING}
	}
	return awsdynamodb.NewTableV2(s, str("Table"), &awsdynamodb.TablePropsV2{
		PartitionKey: key(t.PartitionKey), SortKey: key(t.SortKey), TimeToLiveAttribute: str(t.TTL),
		Billing: awsdynamodb.Billing_OnDemand(nil),
		// DynamoDB's own key: a key of ours would need a grant for every function.
		Encryption:                       awsdynamodb.TableEncryptionV2_DynamoOwnedKey(),
		PointInTimeRecoverySpecification: &awsdynamodb.PointInTimeRecoverySpecification{PointInTimeRecoveryEnabled: jsii.Bool(true)},
		DeletionProtection:               jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
	})
}

func (d *Data) newBucket(b blueprint.Bucket, c Config) awss3.Bucket {
	rule := &awss3.LifecycleRule{AbortIncompleteMultipartUploadAfter: duration(24 * time.Hour)}
	if b.ExpireAfter > 0 {
		rule.Expiration = duration(b.ExpireAfter)
	}
	if b.NoncurrentExpireAfter > 0 {
		rule.NoncurrentVersionExpiration = duration(b.NoncurrentExpireAfter)
	}
	rules := []*awss3.LifecycleRule{rule}
	if b.Cache != "" {
		rules = append(rules, &awss3.LifecycleRule{Prefix: &b.Cache, Expiration: duration(b.CacheExpireAfter)})
	}
	props := &awss3.BucketProps{
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), Encryption: awss3.BucketEncryption_S3_MANAGED,
		EnforceSSL: jsii.Bool(true), MinimumTLSVersion: jsii.Number(1.2),
		Versioned: jsii.Bool(b.Versioned), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
		ServerAccessLogsBucket: d.Logs, ServerAccessLogsPrefix: str("buckets/" + b.Name + "/"),
		LifecycleRules: &rules,
	}
	if b.CORS {
		props.Cors = &[]*awss3.CorsRule{{
			AllowedOrigins: strs(c.origin()), AllowedMethods: &[]awss3.HttpMethods{awss3.HttpMethods_GET, awss3.HttpMethods_HEAD, awss3.HttpMethods_POST},
			AllowedHeaders: strs("*"), ExposedHeaders: strs("ETag", "Content-Range", "Accept-Ranges", "Content-Length", "x-amz-version-id"),
			MaxAge: jsii.Number(3600),
		}}
	}
	bucket := awss3.NewBucket(d.Stack, str(title(b.Name)), props)
	if b.Events {
		// EventBridgeEnabled of the construct would add a function of its own to set this.
		cfn := bucket.Node().DefaultChild().(awss3.CfnBucket)
		cfn.AddPropertyOverride(str("NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled"), true)
	}
	if b.Scanned {
		d.search(b.Name, bucket)
	}
	return bucket
}

func duration(d time.Duration) awscdk.Duration {
	if d%(24*time.Hour) == 0 {
		return awscdk.Duration_Days(jsii.Number(d.Hours() / 24))
	}
	return awscdk.Duration_Seconds(jsii.Number(d.Seconds()))
}

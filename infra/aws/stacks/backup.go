package stacks

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsbackup"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
)

// How long backups are kept: in the account as long as the table's point-in-time recovery, outside of it longer, for what
// is found late.
const (
	backupKept     = 35 * 24 * time.Hour
	backupCopyKept = 90 * 24 * time.Hour
)

// addBackup backs up the table and the versioned buckets every night, and copies the backups to a vault of another account:
// nobody who can change this account can change those.
func (d *Data) addBackup(b blueprint.Blueprint, c Config) {
	vault := awsbackup.NewBackupVault(d.Stack, str("Backups"), &awsbackup.BackupVaultProps{
		// Its name is fixed: one that a first deployment left behind as it failed would stop the next.
		BackupVaultName: str(c.name("backups")), RemovalPolicy: awscdk.RemovalPolicy_RETAIN_ON_UPDATE_OR_DELETE,
	})
	d.Vault = vault
	plan := awsbackup.NewBackupPlan(d.Stack, str("BackupPlan"), &awsbackup.BackupPlanProps{BackupPlanName: str(c.name("nightly")), BackupVault: vault})
	plan.AddRule(awsbackup.NewBackupPlanRule(&awsbackup.BackupPlanRuleProps{
		RuleName: str("nightly"), ScheduleExpression: awsevents.Schedule_Cron(&awsevents.CronOptions{Hour: str("18"), Minute: str("30")}), // 03:30 in Japan
		StartWindow: duration(time.Hour), CompletionWindow: duration(8 * time.Hour), DeleteAfter: duration(backupKept),
		CopyActions: &[]*awsbackup.BackupPlanCopyActionProps{{
			DestinationBackupVault: awsbackup.BackupVault_FromBackupVaultArn(d.Stack, str("Outside"), &c.Backup), DeleteAfter: duration(backupCopyKept),
		}},
	}))
	resources := []awsbackup.BackupResource{awsbackup.BackupResource_FromArn(d.Table.TableArn())}
	for _, bucket := range b.Buckets {
		if bucket.Versioned {
			resources = append(resources, awsbackup.BackupResource_FromArn(d.Buckets[bucket.Name].BucketArn()))
		}
	}
	role := awsiam.NewRole(d.Stack, str("BackupRole"), &awsiam.RoleProps{
		Description: str("backs up the table and the buckets, and restores them"),
		AssumedBy: awsiam.NewServicePrincipal(str("backup.amazonaws.com"), &awsiam.ServicePrincipalOpts{
			Conditions: &map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": awscdk.Aws_ACCOUNT_ID()}},
		}),
		ManagedPolicies: &[]awsiam.IManagedPolicy{
			awsiam.ManagedPolicy_FromAwsManagedPolicyName(str("service-role/AWSBackupServiceRolePolicyForBackup")),
			awsiam.ManagedPolicy_FromAwsManagedPolicyName(str("AWSBackupServiceRolePolicyForS3Backup")),
		},
	})
	except(role, exception{rule: "IAM4", because: "AWS keeps its policies for AWS Backup in line with the service, which acts alone"})
	awsbackup.NewBackupSelection(d.Stack, str("BackedUp"), &awsbackup.BackupSelectionProps{
		BackupPlan: plan, BackupSelectionName: str(c.name("data")), Resources: &resources, Role: role, AllowRestores: jsii.Bool(false),
		DisableDefaultBackupPolicy: jsii.Bool(true),
	})
}

// backupAlarms watch the backups of the last day that did not come about, and the copies that did not reach the other
// account, by the metrics of AWS Backup. A job that does not start in its window expires. They are alarms of their own: a sum
// of metrics has no value where one of them was never counted.
func (d *Data) backupAlarms() (all []alarm) {
	if d.Vault == nil {
		return nil
	}
	for _, each := range []struct{ id, metric, what string }{
		{"BackupsFail", "NumberOfBackupJobsFailed", "a backup has failed"},
		{"BackupsExpire", "NumberOfBackupJobsExpired", "a backup did not start in time"},
		{"BackupsAbort", "NumberOfBackupJobsAborted", "a backup was aborted"},
		{"BackupCopiesFail", "NumberOfCopyJobsFailed", "a backup was not copied to the other account"},
	} {
		all = append(all, alarm{each.id, soon, "backups", each.what, awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
			Namespace: str("AWS/Backup"), MetricName: &each.metric, DimensionsMap: &map[string]*string{"BackupVaultName": d.Vault.BackupVaultName()},
			Period: duration(backupPeriod), Statistic: awscloudwatch.Stats_SUM(),
		}), 0, 1})
	}
	return all
}

// backupPeriod is how far the alarms look back: backups are made once a day, at different hours by their size.
const backupPeriod = 24 * time.Hour

package stacks

import (
	"slices"
	"strings"
	"testing"
)

// Every night the table and every bucket that cannot be rebuilt are backed up, and copied to the vault outside of the account.
func TestBackup(t *testing.T) {
	plan := made.one(t, "AWS::Backup::BackupPlan")
	rule := at(plan.Properties, "BackupPlan", "BackupPlanRule", 0)
	action := at(rule, "CopyActions", 0)
	if got := made.text(plan.in, at(action, "DestinationBackupVaultArn")); got != config.Backup || at(action, "Lifecycle", "DeleteAfterDays") != 90.0 {
		t.Errorf("copied to %s: %v", got, action)
	}
	if at(rule, "Lifecycle", "DeleteAfterDays") != 35.0 || at(rule, "ScheduleExpression") != "cron(30 18 * * ? *)" {
		t.Errorf("%v", rule)
	}
	selection := made.one(t, "AWS::Backup::BackupSelection")
	got := made.texts(selection.in, at(selection.Properties, "BackupSelection", "Resources"))
	want := []string{arn(made.one(t, "AWS::DynamoDB::GlobalTable"))}
	for _, b := range product.Buckets {
		if b.Versioned {
			want = append(want, named(t).bucket(b.Name)+".Arn}")
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("backed up are %v, not %v", got, want)
	}
	role := made.text(selection.in, at(selection.Properties, "BackupSelection", "IamRoleArn"))
	if !strings.Contains(role, "BackupRole") {
		t.Errorf("by %s", role)
	}
}

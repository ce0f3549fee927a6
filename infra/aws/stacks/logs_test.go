package stacks

import (
	"strings"
	"testing"

	"anzen/functions/rotation"
	"anzen/infra/aws/stacknames"
)

// The names of log groups, which CloudFormation makes of the stack's name and the logical id, have what operators' queries select them by,
// and no other function's has it.
func TestLogGroupsHaveTheirNames(t *testing.T) {
	all := functions(t)
	for name, f := range all {
		group := made.text(f.in, at(f.Properties, "LoggingConfig", "LogGroup"))
		for other := range all {
			part := stacknames.FunctionLog(other)
			if other == rotation.Name {
				part = stacknames.RotationLog
			}
			if selected := strings.Contains(group, "/"+part); selected != (other == name) {
				t.Errorf("the log of %s, %s, selected by %s: %t", name, group, other, selected)
			}
		}
	}
	stageOfAPI := made.one(t, "AWS::ApiGateway::Stage")
	destination := made.text(stageOfAPI.in, at(stageOfAPI.Properties, "AccessLogSetting", "DestinationArn"))
	if group := strings.NewReplacer("${", "", "/", "-").Replace(destination); !strings.HasPrefix(group, stacknames.AccessLogs("test")) {
		t.Errorf("the access log is %s", destination)
	}
}

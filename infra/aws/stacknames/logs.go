package stacknames

import "strings"

// Title is a name as a part of the logical id of a resource: analysis-fail is AnalysisFail.
func Title(name string) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_./ ", r) }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// AccessLog is the logical id of the gateway's access log.
const AccessLog = "AccessLog"

// RotationLog is that of the function that rotates the origin secret.
const RotationLog = "RotationLog"

// FunctionLog is the logical id of the log of a function. CloudFormation makes the name of the group of it: that of the stack, which may
// be nested, this id, and letters of its own.
func FunctionLog(name string) string { return Title(name) + "Log" }

// AccessLogs is how the name of the group of the access log begins.
func AccessLogs(stage string) string { return Stage(stage, "Api-"+AccessLog) }

package states

// Known are the supported fields by object: "machine", "processor", a type of state,
// "retry", "catch" or "rule".
func Known() map[string]string {
	known := map[string]string{
		"machine": machineFields, "processor": processorFields, "retry": retryFields, "catch": catchFields, "rule": ruleFields,
	}
	for kind, fields := range fieldsOf {
		known[kind] = fields
	}
	return known
}

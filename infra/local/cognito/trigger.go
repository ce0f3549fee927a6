package cognito

import (
	"encoding/json"
	"fmt"
)

// callTrigger calls the function of a trigger for a user, as "Customizing user pool
// workflows with Lambda triggers" in the Cognito developer guide describes the events. Of
// the steps of a sign-in the pool serves PreAuthentication, also for users that do not
// exist, and PostAuthentication. The pool is locked meanwhile: these functions must not call it.
func (p *Pool) callTrigger(name string, u user, known bool, client string) error {
	call, ok := p.config.Triggers[name]
	if !ok {
		return nil
	}
	attributes := map[string]string{}
	for _, a := range u.attributes() {
		attributes[a.Name] = a.Value
	}
	if !known {
		attributes = map[string]string{}
	}
	request := map[string]any{"userAttributes": attributes}
	if !known { // as the client's PreventUserExistenceErrors demands
		request["userNotFound"] = true
	}
	if p.metadata != nil {
		request["clientMetadata"] = p.metadata
	}
	event, err := json.Marshal(map[string]any{
		"version": "1", "triggerSource": name + "_Authentication", "region": p.region(), "userPoolId": p.config.PoolID, "userName": u.Sub,
		"callerContext": map[string]string{"awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": client},
		"request":       request, "response": map[string]any{},
	})
	if err != nil {
		return fmt.Errorf("encode the event of %s: %w", name, err)
	}
	if _, err := call(event); err != nil {
		return fault("UserLambdaValidationException", name+" failed with error "+err.Error())
	}
	return nil
}

// Package workflow is the adapter of AWS Step Functions.
package workflow

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"anzen/shared/domain/trace"
)

// API is the used part of Step Functions.
type API interface {
	StartExecution(context.Context, *sfn.StartExecutionInput, ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error)
}

// Machine is one state machine.
type Machine struct {
	api API
	arn string
}

// New is the machine with the given ARN.
func New(api API, arn string) *Machine { return &Machine{api, arn} }

// Start starts an execution with a name. A machine runs each name once: where an execution
// of the name exists or existed, nothing happens, and started is false. The input names the request that ctx belongs
// to, unless it names one itself.
func (m *Machine) Start(ctx context.Context, name string, input any) (started bool, err error) {
	body, err := encode(ctx, input)
	if err != nil {
		return false, fmt.Errorf("encode the input of %s: %w", name, err)
	}
	_, err = m.api.StartExecution(ctx, &sfn.StartExecutionInput{
		StateMachineArn: &m.arn, Name: &name, Input: aws.String(string(body)),
	})
	var exists *types.ExecutionAlreadyExists
	if errors.As(err, &exists) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("start %s: %w", name, err)
	}
	return true, nil
}

// encode is the input as JSON, with the id of the request (package trace).
func encode(ctx context.Context, input any) ([]byte, error) {
	body, err := json.Marshal(input)
	id := trace.ID(ctx)
	if err != nil || id == "" {
		return body, err //nolint:wrapcheck // the caller says of what
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil || members[trace.Field] != nil {
		return body, nil
	}
	if members[trace.Field], err = json.Marshal(id); err != nil {
		return nil, err //nolint:wrapcheck // the caller says of what
	}
	return json.Marshal(members) //nolint:wrapcheck // the caller says of what
}

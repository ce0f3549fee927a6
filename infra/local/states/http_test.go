package states_test

import (
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"
	"github.com/aws/smithy-go"

	"anzen/infra/local/states"
)

func TestAPI(t *testing.T) {
	ctx := t.Context()
	s := open(t, t.TempDir(), one(`{"Type":"Task","Resource":"`+lambdaARN+`f","End":true}`), functions{"f": fails("BadSheet")}, newClock())
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client := sfn.New(sfn.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
	machine := aws.String(s.MachineARN("m"))
	started, err := client.StartExecution(ctx, &sfn.StartExecutionInput{StateMachineArn: machine, Name: aws.String("a"), Input: aws.String(`{"n":1}`)})
	if err != nil || started.StartDate == nil {
		t.Fatalf("start: %v, %v", started, err)
	}
	if d := wait(t, s, *started.ExecutionArn); d.Status != states.Failed || d.Error != "BadSheet" || string(d.Input) != `{"n":1}` {
		t.Errorf("%+v", d)
	}
	exists := (*types.ExecutionAlreadyExists)(nil)
	if _, err := client.StartExecution(ctx, &sfn.StartExecutionInput{StateMachineArn: machine, Name: aws.String("a")}); !errors.As(err, &exists) {
		t.Errorf("the same name again: %v", err)
	}
	noMachine := (*types.StateMachineDoesNotExist)(nil)
	if _, err := client.StartExecution(ctx, &sfn.StartExecutionInput{StateMachineArn: aws.String(*machine + "x")}); !errors.As(err, &noMachine) {
		t.Errorf("another machine: %v", err)
	}
	badInput := (*types.InvalidExecutionInput)(nil)
	if _, err := client.StartExecution(ctx, &sfn.StartExecutionInput{StateMachineArn: machine, Input: aws.String("{")}); !errors.As(err, &badInput) {
		t.Errorf("broken input: %v", err)
	}
	var refusal smithy.APIError
	if _, err := client.StopExecution(ctx, &sfn.StopExecutionInput{ExecutionArn: started.ExecutionArn}); !errors.As(err, &refusal) || refusal.ErrorCode() != "UnknownOperationException" {
		t.Errorf("another operation: %v", err)
	}
}

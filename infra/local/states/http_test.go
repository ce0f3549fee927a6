package states_test

import (
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"
)

func TestAPI(t *testing.T) {
	ctx := t.Context()
	s := open(t, t.TempDir(), `{"StartAt":"Work","States":{"Work":{"Type":"Task","Resource":"`+lambdaARN+`f","End":true}}}`,
		functions{"f": fails("BadSheet")}, newClock())
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client := sfn.New(sfn.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
	machine := aws.String(s.MachineARN("m"))
	for _, name := range []string{"a", "b", "c"} {
		started, err := client.StartExecution(ctx, &sfn.StartExecutionInput{StateMachineArn: machine, Name: &name, Input: aws.String(`{"n":1}`)})
		if err != nil || started.StartDate == nil {
			t.Fatalf("start: %v, %v", started, err)
		}
		wait(t, s, *started.ExecutionArn)
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
	list, err := client.ListExecutions(ctx, &sfn.ListExecutionsInput{StateMachineArn: machine, MaxResults: 2, StatusFilter: types.ExecutionStatusFailed})
	if err != nil || len(list.Executions) != 2 || list.NextToken == nil {
		t.Fatalf("list: %+v, %v", list, err)
	}
	rest, err := client.ListExecutions(ctx, &sfn.ListExecutionsInput{StateMachineArn: machine, NextToken: list.NextToken})
	if err != nil || len(rest.Executions) != 1 || rest.NextToken != nil {
		t.Errorf("rest: %+v, %v", rest, err)
	}
	arn := list.Executions[0].ExecutionArn
	d, err := client.DescribeExecution(ctx, &sfn.DescribeExecutionInput{ExecutionArn: arn})
	if err != nil || d.Status != types.ExecutionStatusFailed || aws.ToString(d.Error) != "BadSheet" || aws.ToString(d.Input) != `{"n":1}` || d.StopDate == nil {
		t.Errorf("describe: %+v, %v", d, err)
	}
	none := (*types.ExecutionDoesNotExist)(nil)
	if _, err := client.DescribeExecution(ctx, &sfn.DescribeExecutionInput{ExecutionArn: aws.String(*arn + "x")}); !errors.As(err, &none) {
		t.Errorf("describe another: %v", err)
	}
	stopped, err := client.StopExecution(ctx, &sfn.StopExecutionInput{ExecutionArn: arn})
	if err != nil || stopped.StopDate == nil {
		t.Errorf("stop what has ended: %v, %v", stopped, err)
	}
	history, err := client.GetExecutionHistory(ctx, &sfn.GetExecutionHistoryInput{ExecutionArn: arn})
	if err != nil {
		t.Fatal(err)
	}
	want := []types.HistoryEventType{
		types.HistoryEventTypeExecutionStarted, types.HistoryEventTypeTaskStateEntered,
		types.HistoryEventTypeLambdaFunctionFailed, types.HistoryEventTypeExecutionFailed,
	}
	if len(history.Events) != len(want) {
		t.Fatalf("%d events", len(history.Events))
	}
	for i, event := range history.Events {
		if event.Type != want[i] || event.Id != int64(i+1) {
			t.Errorf("event %d is %d %s", i, event.Id, event.Type)
		}
	}
	if e := history.Events[1].StateEnteredEventDetails; e == nil || *e.Name != "Work" || *e.Input != `{"n":1}` {
		t.Errorf("entered: %+v", e)
	}
	if e := history.Events[2].LambdaFunctionFailedEventDetails; e == nil || *e.Error != "BadSheet" {
		t.Errorf("failed: %+v", e)
	}
}

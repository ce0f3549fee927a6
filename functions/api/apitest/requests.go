package apitest

import (
	"context"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/accounts"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
)

// requests are the inputs of the machine that sees to what people without a session
// ask for, until they have been seen to.
type requests struct {
	mu      sync.Mutex
	waiting []string
}

// accountsMachine sees to a request as soon as it is started, as if the machine took no
// time; what fails waits for SeeTo.
type accountsMachine struct{ w *World }

func (m accountsMachine) StartExecution(_ context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	m.w.requests.mu.Lock()
	m.w.requests.waiting = append(m.w.requests.waiting, *in.Input)
	m.w.requests.mu.Unlock()
	if !m.w.Later {
		m.w.seeTo(*in.Input)
	}
	return &sfn.StartExecutionOutput{}, nil
}

// Waiting are the inputs of the requests that wait.
func (w *World) Waiting() []string {
	w.requests.mu.Lock()
	defer w.requests.mu.Unlock()
	return append([]string(nil), w.requests.waiting...)
}

// SeeTo sees to all requests that wait, and tells how many still do.
func (w *World) SeeTo(t testing.TB) int {
	t.Helper()
	for _, input := range w.Waiting() {
		w.seeTo(input)
	}
	return len(w.Waiting())
}

func (w *World) seeTo(input string) {
	if _, err := accounts.Of(w.accountServices()).Invoke(context.Background(), []byte(input)); err != nil {
		return // and is tried again
	}
	w.requests.mu.Lock()
	defer w.requests.mu.Unlock()
	for i, one := range w.requests.waiting {
		if one == input {
			w.requests.waiting = append(w.requests.waiting[:i:i], w.requests.waiting[i+1:]...)
			return
		}
	}
}

// accountServices are those of the machine's function, within its grants.
func (w *World) accountServices() accounts.Services {
	allowed := grants{route: accounts.Handle, world: w}
	for _, g := range accounts.Task.Grants {
		allowed.actions = append(allowed.actions, g.Actions...)
	}
	return accounts.Services{
		Table: table.New(&guardedTable{w.Engine.Client, allowed}, w.Engine.Name, w.Clock.Now),
		Mail:  mailer.New(&guardedMail{w.Mailbox, allowed}, "no-reply@anzen.example"), AppURL: AppURL, Now: w.Clock.Now,
	}
}

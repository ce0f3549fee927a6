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

// requests are the inputs of the machine of requests without a session that have not been
// handled yet.
type requests struct {
	mu      sync.Mutex
	waiting []string
}

// accountsMachine handles a request as soon as it is started, as if the machine took no
// time; a failed one waits for HandleRequests.
type accountsMachine struct{ w *World }

func (m accountsMachine) StartExecution(_ context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	m.w.requests.mu.Lock()
	m.w.requests.waiting = append(m.w.requests.waiting, *in.Input)
	m.w.requests.mu.Unlock()
	if !m.w.Later {
		m.w.handle(*in.Input)
	}
	return &sfn.StartExecutionOutput{}, nil
}

// Waiting are the inputs of the pending requests.
func (w *World) Waiting() []string {
	w.requests.mu.Lock()
	defer w.requests.mu.Unlock()
	return append([]string(nil), w.requests.waiting...)
}

// HandleRequests handles all pending requests, and returns how many are still pending.
func (w *World) HandleRequests(t testing.TB) int {
	t.Helper()
	for _, input := range w.Waiting() {
		w.handle(input)
	}
	return len(w.Waiting())
}

func (w *World) handle(input string) {
	if _, err := accounts.Of(w.accountServices()).Invoke(context.Background(), []byte(input)); err != nil {
		return // to be retried
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

// accountServices are the services of the machine's function, with its grants only.
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

package table

import (
	"context"
	"time"
)

// Pause is the operators' stop of the starting of analyses: while it is on, uploads are accepted and wait. There is one
// for all companies.
type Pause struct {
	On    bool      `dynamodbav:"On"`
	Since time.Time `dynamodbav:"Since"`
	// Ended is when the last pause ended: what waited because of it waits anew from then.
	Ended time.Time `dynamodbav:"Ended"`
	By    string    `dynamodbav:"By"` // who has changed it last
}

func pauseKey() Key { return Key{"PAUSE", "PAUSE"} }

// AnalysesPause reads it; the zero value where there never was one.
func (t *Table) AnalysesPause(ctx context.Context) (Pause, error) {
	p, _, err := Get[Pause](ctx, t, pauseKey())
	return p, err
}

// AnalysesPaused reports whether there is a pause.
func (t *Table) AnalysesPaused(ctx context.Context) (bool, error) {
	p, err := t.AnalysesPause(ctx)
	return p.On, err
}

// PauseAnalyses begins a pause, or ends it. What is so already stays as it is.
func (t *Table) PauseAnalyses(ctx context.Context, on bool, by string) (Pause, error) {
	p, err := t.AnalysesPause(ctx)
	if err != nil || p.On == on {
		return p, err
	}
	if p.On, p.By = on, by; on {
		p.Since = t.now()
	} else {
		p.Ended = t.now()
	}
	x := t.Begin("").Put(pauseKey(), p)
	x.audited = true // of no company
	return p, x.Commit(ctx)
}

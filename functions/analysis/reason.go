package analysis

import (
	"context"
	"encoding/json"
	"strings"

	"anzen/functions/analysis/execution"
)

// Why a sheet could not be analyzed: codes of messages that explain what to do. Those
// of the reader (reader.Reason) have the prefix "analysis." too.
const (
	ReasonNotPDF     = "analysis.not_pdf"
	ReasonEmpty      = "analysis.empty"
	ReasonTooLarge   = "analysis.too_large"
	ReasonNotSDS     = "analysis.not_sds"
	ReasonSeveral    = "analysis.several_sheets"
	ReasonInternal   = "analysis.internal"
	ReasonMissing    = "analysis.file_missing"
	ReasonChanged    = "analysis.file_changed"
	ReasonVoid       = "analysis.file_void"
	ReasonMalware    = "analysis.malware"
	ReasonUnsearched = "analysis.not_searched"
	ReasonNoPages    = "analysis.no_such_pages"
	ReasonFault      = "analysis.fault"
	ReasonMemory     = "analysis.out_of_memory"
)

// BadSheet is a failure caused by the file, which is not retried: the code and the
// arguments of a message. Its text is JSON, which the state machine passes on to the
// task that writes the reason.
type BadSheet struct {
	Code string            `json:"code"`
	Args map[string]string `json:"args,omitempty"`
}

func (b *BadSheet) Error() string {
	text, err := json.Marshal(b)
	if err != nil {
		return b.Code
	}
	return string(text)
}

// OutOfMemory is a failure of the machine, which had too little memory for a sheet: it is retried, and then fails the
// sheet with its own reason.
type OutOfMemory struct{ cause error }

func (o *OutOfMemory) Error() string { return o.cause.Error() }

func (o *OutOfMemory) Unwrap() error { return o.cause }

// fail writes why a sheet could not be analyzed.
func (p *pipeline) fail(ctx context.Context, in execution.Input) (execution.Input, error) {
	bad := BadSheet{Code: ReasonInternal}
	switch {
	case in.Error == nil:
	case in.Error.Error == "BadSheet":
		var cause struct {
			Message string `json:"errorMessage"`
		}
		if json.Unmarshal([]byte(in.Error.Cause), &cause) != nil || json.Unmarshal([]byte(cause.Message), &bad) != nil || bad.Code == "" {
			bad = BadSheet{Code: ReasonInternal}
		}
	case in.Error.Error == "OutOfMemory", in.Error.Error == "Runtime.ExitError" && strings.Contains(in.Error.Cause, "signal: killed"):
		bad = BadSheet{Code: ReasonMemory}
	}
	if in.Error != nil {
		p.log.WarnContext(ctx, "analysis failed", "sheet", in.Sheet, "error", in.Error.Error, "cause", in.Error.Cause)
	}
	err := p.attempts().Fail(ctx, attempt(in), bad.Code, bad.Args)
	if err == nil {
		p.ended(ctx, bad.Code)
	}
	return in, err
}

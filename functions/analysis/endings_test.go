package analysis

import (
	"bytes"
	"strings"
	"testing"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/metrics"
	"anzen/shared/domain/sds"
)

// Each analysis that fails is counted by its reason.
func TestEndingsAreCountedByReason(t *testing.T) {
	p, _ := worksOn(t)
	var out bytes.Buffer
	p.counted = metrics.Namespaced{Namespace: "anzen-test", Out: &out, Now: p.now}
	for _, c := range []struct {
		failure *execution.Error
		reason  string
	}{
		{&execution.Error{Error: "BadSheet", Cause: `{"errorMessage":"{\"code\":\"analysis.not_pdf\"}"}`}, ReasonNotPDF},
		{&execution.Error{Error: "Unavailable", Cause: "{}"}, ReasonInternal},
	} {
		s := p.written(t, nil, func(*sds.Sheet) {})
		out.Reset()
		if _, err := p.fail(t.Context(), execution.Input{Company: firm, Sheet: s.ID, Attempt: s.Attempt, Error: c.failure}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), `"Reason":"`+c.reason+`"`) || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%s: %q", c.reason, out.String())
		}
	}
}

package eval_test

import (
	"encoding/json"
	"strings"
	"testing"

	"anzen/shared/reader/eval"
	"anzen/shared/reader/extract"
)

func TestASweepCountsEmptyAndImplausibleValues(t *testing.T) {
	var p eval.Plausibility
	for id, body := range map[string]string{
		"a": `{"language":"en","product_name":"Trade name or designation Brightol","supplier_name":"Brightol Ltd.","supplier_phone":"62701-1000"}`,
		"b": `{"language":"en","product_name":"Brightol","supplier_name":"18120 - 109 Ave","supplier_phone":"815-555-0100","laws":["TSCA"]}`,
		"c": `{"language":"ja","product_name":""}`,
	} {
		var v extract.View
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			t.Fatal(err)
		}
		p.Add(id, v)
	}
	if p.Sheets != 2 || p.Empty["laws"] != 1 || p.Empty["product_name"] != 0 || p.Empty["emergency_phone"] != 2 {
		t.Errorf("%+v", p)
	}
	for field, want := range map[string]string{"product_name": "a: Trade name or designation Brightol", "supplier_name": "b: 18120 - 109 Ave", "supplier_phone": "a: 62701-1000"} {
		if got := strings.Join(p.Odd[field], ", "); got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
	if text := p.String(); !strings.Contains(text, "laws                  50.0%            0") || !strings.Contains(text, "supplier_phone | a: 62701-1000") {
		t.Errorf("%s", text)
	}
}

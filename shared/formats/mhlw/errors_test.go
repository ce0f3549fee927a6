package mhlw_test

import (
	"encoding/json"
	"errors"
	"testing"

	"anzen/shared/domain/message"
	"anzen/shared/formats/mhlw"
)

// What is wrong beyond what is listed is counted.
func TestWhatIsNotListedIsCounted(t *testing.T) {
	wrongDates := func(n int) *message.Error {
		dates := make([]string, n)
		for i := range dates {
			dates[i] = "some day"
		}
		data, err := json.Marshal(map[string]any{"Datasheet": map[string]any{"RevisionDate": dates}})
		if err != nil {
			t.Fatal(err)
		}
		var wrong *message.Error
		if _, err := mhlw.Import(data); !errors.As(err, &wrong) {
			t.Fatal(err)
		}
		return wrong
	}
	few, many := wrongDates(1), wrongDates(2*message.MaxFields)
	if want := len(few.Fields) + 2*message.MaxFields - 1; few.Omitted != 0 || len(many.Fields) != message.MaxFields || len(many.Fields)+many.Omitted != want {
		t.Errorf("%d listed and %d left out, want %d in all", len(many.Fields), many.Omitted, want)
	}
}

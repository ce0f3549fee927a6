package cognito_test

import (
	"testing"

	"anzen/infra/local/journal"
)

// While the disk is full changes are refused, and change nothing; afterwards everything
// works again.
func TestFullDisk(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	free := journal.Limit(w.config.Dir, 40)
	_, err := w.create("taro@example.jp")
	w.fails(err, "InternalErrorException", "")
	if _, err := w.adminGet("taro@example.jp"); err == nil {
		t.Error("a user exists who could not be stored")
	}
	free()
	w.tokens()
	w.seed("taro@example.jp")
	w.open()
	w.tokens()
	_, err = w.adminGet("taro@example.jp")
	w.works(err)
}

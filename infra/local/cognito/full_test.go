package cognito_test

import (
	"testing"

	"anzen/infra/local/cognito"
	"anzen/infra/local/journal"
)

// While the disk is full changes are refused, and change nothing; afterwards
// everything goes on.
func TestFullDisk(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	free := journal.Limit(w.config.Dir, 40)
	if _, err := w.pool.Ensure(cognito.Seed{Email: "taro@example.jp", Password: password}); !journal.Refused(err) {
		t.Errorf("seeded: %v", err)
	}
	if _, err := w.adminGet("taro@example.jp"); err == nil {
		t.Error("somebody is there who could not be kept")
	}
	free()
	w.tokens()
	w.seed(cognito.Seed{Email: "taro@example.jp", Password: password})
	w.open()
	w.tokens()
	_, err := w.adminGet("taro@example.jp")
	w.works(err)
}

package eval_test

import (
	"os"
	"testing"

	"anzen/shared/reader/pdf"
)

func TestMain(m *testing.M) {
	pdf.RunAsWorker()
	os.Exit(m.Run())
}

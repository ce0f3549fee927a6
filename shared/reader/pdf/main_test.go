package pdf_test

import (
	"os"
	"testing"

	"anzen/shared/reader/pdf"
)

func TestMain(m *testing.M) {
	pdf.RunWorkerIfAsked()
	os.Exit(m.Run())
}

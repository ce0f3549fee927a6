package lambda_test

import (
	"os"
	"testing"
	"time"

	"anzen/infra/local/lambda"
)

// A process with Lambda's share answers, waits for its next event, and answers that; its control group is gone afterwards.
func TestAProcessWithItsShare(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("control groups need root")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := lambda.NewBootstrap(lambda.BootstrapConfig{Function: "shared", Binary: exe, Memory: 256, Share: true, Log: os.Stderr})
	if err != nil {
		t.Skip(err)
	}
	for range 3 {
		if _, err := b.Invoke(t.Context(), []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
		for waited := 0; b.Idle() == 0; waited++ {
			if waited > 30_000 {
				t.Fatal("the process does not wait")
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	if n := b.Idle(); n != 1 {
		t.Errorf("%d processes", n)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

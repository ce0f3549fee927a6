package mailbox_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"anzen/infra/local/journal"
	"anzen/infra/local/mailbox"
)

// An accepted mail is kept, one for which there is no space is refused; a failed
// compaction refuses none.
func TestFullDisk(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "mail")
	config := mailbox.Config{Dir: folder, Keep: 3}
	b, err := mailbox.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	deliver := func(n int) error {
		_, err := b.Deliver(mailbox.Message{Channel: mailbox.Mail, To: []string{"a@b.example"}, Subject: fmt.Sprint(n)})
		return err
	}
	for n := range 6 {
		if err := deliver(n); err != nil {
			t.Fatal(err)
		}
	}
	free := journal.Limit(folder, 250) // for one more, not for the shorter file
	if err := deliver(6); err != nil {
		t.Errorf("refused: %v", err)
	}
	refused := 0
	for n := 100; refused == 0; n++ {
		if err := deliver(n); err != nil {
			refused++
		}
	}
	free()
	if err := deliver(7); err != nil {
		t.Fatal(err)
	}
	latest := b.Messages("")[0].Subject
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := mailbox.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close() //nolint:errcheck // Close is tested elsewhere
	if kept := again.Messages(""); len(kept) != 3 || kept[0].Subject != "7" || latest != "7" {
		t.Errorf("%+v", kept)
	}
}

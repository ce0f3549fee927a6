package snapshots_test

import (
	"context"
	"testing"

	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/sds"
)

type objects map[string][]byte

func (o objects) ReadIfThere(_ context.Context, key string, _ int64) ([]byte, error) {
	return o[key], nil
}

func (o objects) Write(_ context.Context, key, _ string, body []byte) error {
	o[key] = body
	return nil
}

// Code of another version has snapshots of its own: this code neither reads nor replaces them.
func TestFormatsAreSideBySide(t *testing.T) {
	const c = sds.CompanyID("c")
	newer := snapshots.Of(c) + ".1000-00000000"
	all := objects{newer: []byte("newer"), snapshots.Of(c): []byte("before formats had names")}
	s := snapshots.Store{Objects: all}
	if data, err := s.ReadSnapshot(t.Context(), c); err != nil || data != nil {
		t.Errorf("read %q, %v", data, err)
	}
	if err := s.WriteSnapshot(t.Context(), c, []byte("own")); err != nil {
		t.Fatal(err)
	}
	if data, err := s.ReadSnapshot(t.Context(), c); err != nil || string(data) != "own" {
		t.Errorf("read %q, %v", data, err)
	}
	if string(all[newer]) != "newer" || string(all[snapshots.Of(c)+"."+catalog.Format()]) != "own" || len(all) != 3 {
		t.Errorf("stored %q", all)
	}
}

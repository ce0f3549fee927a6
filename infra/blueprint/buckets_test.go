package blueprint_test

import (
	"testing"

	"anzen/infra/blueprint"
)

// What cannot be made again has versions, so that a mistake does not destroy it, and a copy can be made of it.
func TestBucketsThatCannotBeRebuiltAreVersioned(t *testing.T) {
	for _, b := range blueprint.New().Buckets {
		if b.Versioned == (b.Rebuilt != "") {
			t.Errorf("%s: versioned %v, rebuilt %q", b.Name, b.Versioned, b.Rebuilt)
		}
		if b.Versioned && (b.NoncurrentExpireAfter == 0 || b.ExpireAfter != 0) {
			t.Errorf("%s: its versions are kept for %s, its objects for %s", b.Name, b.NoncurrentExpireAfter, b.ExpireAfter)
		}
		if (b.Cache == "") != (b.CacheExpireAfter == 0) {
			t.Errorf("%s: %q is kept for %s", b.Name, b.Cache, b.CacheExpireAfter)
		}
	}
}

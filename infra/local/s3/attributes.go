package s3

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
)

// attributes keeps the attributes of objects (headers, metadata, tags) in files beside them, which are
// named by the object's key. On S3 a new object, or a new version of one, has those alone that its
// writer states; here it would inherit the others from what it replaces, the mark of a deletion among
// them, and the version that is kept would have some of the new one's. So those of a new object wait
// until that version is kept, and then replace all others.
type attributes struct {
	meta.SideCar

	mu sync.Mutex
	// waiting are the attributes of files that are to be objects; nil once they are stored.
	waiting map[weak.Pointer[os.File]]map[string][]byte
}

func newAttributes(files meta.SideCar) *attributes {
	return &attributes{SideCar: files, waiting: map[weak.Pointer[os.File]]map[string][]byte{}}
}

// checksumAttribute is what the store writes of every new object once it has kept the version that
// the object replaces.
const checksumAttribute = "checksums"

// StoreAttribute stores an attribute. Those of a new object come with its file, which is not in its
// place yet.
func (a *attributes) StoreAttribute(file *os.File, bucket, object, attribute string, value []byte) error {
	if file == nil || object == "" || strings.HasPrefix(object, posix.MetaTmpDir+"/") || file.Name() == filepath.Join(bucket, object) {
		return a.SideCar.StoreAttribute(file, bucket, object, attribute, value)
	}
	waiting, waits := a.wait(file, attribute, value)
	if waits {
		return nil
	}
	if attribute == checksumAttribute {
		if err := a.DeleteAttributes(bucket, object); err != nil {
			return err
		}
	}
	for name, own := range waiting {
		if err := a.SideCar.StoreAttribute(file, bucket, object, name, own); err != nil {
			return err
		}
	}
	return a.SideCar.StoreAttribute(file, bucket, object, attribute, value)
}

// deletionAttribute marks a deletion. The store removes it only when an older version takes the place of
// one that was deleted for good, before it writes that version's attributes.
const deletionAttribute = "delete-marker"

// DeleteAttribute removes an attribute, and with the mark of a deletion all others.
func (a *attributes) DeleteAttribute(bucket, object, attribute string) error {
	if attribute == deletionAttribute {
		return a.DeleteAttributes(bucket, object)
	}
	return a.SideCar.DeleteAttribute(bucket, object, attribute)
}

// wait keeps an attribute of a new object back, or returns those that were.
func (a *attributes) wait(file *os.File, attribute string, value []byte) (waiting map[string][]byte, waits bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	of := weak.Make(file)
	waiting, known := a.waiting[of]
	if !known {
		waiting = map[string][]byte{}
		runtime.AddCleanup(file, a.forget, of)
	}
	switch {
	case attribute == checksumAttribute:
		a.waiting[of] = nil
		return waiting, false
	case waiting == nil: // they are stored
		return nil, false
	}
	waiting[attribute] = slices.Clone(value)
	a.waiting[of] = waiting
	return nil, true
}

func (a *attributes) forget(file weak.Pointer[os.File]) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, file)
}

package s3

import (
	"os"
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
// them. So they go when it is stored.
type attributes struct {
	meta.SideCar

	mu sync.Mutex
	// stated are the names of the attributes that files of new objects have so far.
	stated map[weak.Pointer[os.File]][]string
}

// checksumAttribute is what the store writes of every new object once it has kept the version that
// the object replaces.
const checksumAttribute = "checksums"

// StoreAttribute stores an attribute. Those of a new object come with its file, which is not in its
// place yet.
func (a *attributes) StoreAttribute(file *os.File, bucket, object, attribute string, value []byte) error {
	isNew := file != nil && object != "" && !strings.HasPrefix(object, posix.MetaTmpDir+"/")
	if isNew {
		own := a.state(file, attribute)
		if attribute == checksumAttribute {
			if err := a.keep(bucket, object, own); err != nil {
				return err
			}
		}
	}
	return a.SideCar.StoreAttribute(file, bucket, object, attribute, value)
}

// state notes an attribute of a new object, and returns all that it has.
func (a *attributes) state(file *os.File, attribute string) []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	of := weak.Make(file)
	own, known := a.stated[of]
	if !known {
		runtime.AddCleanup(file, a.forget, of)
	}
	own = append(own, attribute)
	a.stated[of] = own
	return slices.Clone(own)
}

func (a *attributes) forget(file weak.Pointer[os.File]) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.stated, file)
}

// keep removes all attributes of an object but its own.
func (a *attributes) keep(bucket, object string, own []string) error {
	names, err := a.ListAttributes(bucket, object)
	if err != nil {
		return err
	}
	for _, name := range names {
		if slices.Contains(own, name) {
			continue
		}
		if err := a.DeleteAttribute(bucket, object, name); err != nil {
			return err
		}
	}
	return nil
}

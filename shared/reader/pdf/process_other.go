//go:build !unix

package pdf

import (
	"errors"
	"os"
	"time"

	"github.com/tetratelabs/wazero/experimental"
)

func limitProcess() {}

func killed(*os.ProcessState) bool { return false }

func closed(err error) bool { return errors.Is(err, os.ErrClosed) }

func usage() (cpu float64, rss int64) { return 0, 0 }

func highWater(string) int64 { return 0 }

func processorTime(string) (time.Duration, bool) { return 0, false }

func unreserved() error { return nil }

// allocator: wazero's own.
func allocator() experimental.MemoryAllocator { return nil }

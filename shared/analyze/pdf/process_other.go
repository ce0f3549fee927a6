//go:build !unix

package pdf

import "github.com/tetratelabs/wazero/experimental"

func limitProcess() {}

func usage() (cpu float64, rss int64) { return 0, 0 }

func highWater(string) int64 { return 0 }

// allocator: wazero's own.
func allocator() experimental.MemoryAllocator { return nil }

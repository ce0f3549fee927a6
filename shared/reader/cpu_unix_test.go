//go:build unix

package reader_test

import (
	"syscall"

	"anzen/shared/reader/pdf"
)

// cpu is the seconds of processor time that this process and the workers of a pool have used.
func cpu(p *pdf.Pool) float64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return p.Stats().CPU
	}
	return float64(r.Utime.Nano()+r.Stime.Nano())/1e9 + p.Stats().CPU
}

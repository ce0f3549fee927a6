//go:build !unix

package reader_test

import "anzen/shared/reader/pdf"

// cpu is the seconds of processor time that the workers of a pool have used; that of this process is not known here.
func cpu(p *pdf.Pool) float64 { return p.Stats().CPU }

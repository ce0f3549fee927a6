package main

import (
	"context"
	"fmt"
	"path/filepath"

	"anzen/infra/blueprint"
	"anzen/infra/local/malware"
)

// search sets up malware scanning as ANZEN_MALWARE states: the blueprint's options, the scanner (nil for the local
// stack's own), and a function that ends it.
func search(ctx context.Context, wanted, folder string) ([]blueprint.Option, malware.Scanner, func() error, error) {
	nothing := func() error { return nil }
	searched := []blueprint.Option{blueprint.WithMalwareScan()}
	switch wanted {
	case "", "signature":
		return searched, nil, nothing, nil
	case "off":
		return nil, nil, nothing, nil
	case "clamav":
		c, err := malware.StartClamAV(ctx, filepath.Join(folder, "clamav"))
		if err != nil {
			return nil, nil, nil, err
		}
		return searched, c, c.Close, nil
	}
	return nil, nil, nil, fmt.Errorf("ANZEN_MALWARE=%s is neither signature, clamav nor off", wanted)
}

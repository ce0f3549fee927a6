package hostile

import (
	"fmt"
	"os"
	"path/filepath"
)

// Sheets reads the project's own sheets below the module's folder and those of other
// folders. Only its own are donors, so that a seed damages a sheet in the same way whatever
// other folders are given.
func Sheets(module string, folders ...string) (sheets []Sheet, donors [][]byte, err error) {
	own := []string{filepath.Join(module, "shared", "reader", "testdata"), filepath.Join(module, "infra", "local", "demo", "samples")}
	for i, folder := range append(own, folders...) {
		files, err := filepath.Glob(filepath.Join(folder, "*.[pP][dD][fF]"))
		if err != nil {
			return nil, nil, fmt.Errorf("list the sheets of %s: %w", folder, err)
		}
		if len(files) == 0 {
			return nil, nil, fmt.Errorf("no sheets in %s", folder)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				return nil, nil, fmt.Errorf("read a sheet: %w", err)
			}
			sheets = append(sheets, Sheet{filepath.Base(file), b})
			if i < len(own) {
				donors = append(donors, b)
			}
		}
	}
	return sheets, donors, nil
}

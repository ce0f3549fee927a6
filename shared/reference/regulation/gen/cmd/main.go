// Command cmd makes the table derived from the lists of the laws (package gen).
package main

import (
	"fmt"
	"os"

	"anzen/shared/reference/regulation/gen"
)

func main() {
	if err := gen.Run("shared/reference/regulation", os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

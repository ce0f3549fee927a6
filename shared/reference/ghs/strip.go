package ghs

import "anzen/shared/text/fold"

// stripped is the key of a wording.
func stripped(s string) []rune {
	key, _ := fold.Statement(fold.Printed(s))
	return key
}

package compare

import "strings"

// parent is the code of the whole that a regulation is a part of: JP-FSA-4 of
// JP-FSA-4-ALCOHOL.
func parent(code string) string {
	if i := strings.LastIndexByte(code, '-'); i >= 0 {
		return code[:i]
	}
	return ""
}

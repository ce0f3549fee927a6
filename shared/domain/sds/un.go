package sds

import (
	"regexp"
	"strings"

	"anzen/shared/text/fold"
)

// notRegulated is the value of the field un_number where the product is no dangerous good.
const notRegulated = "not_regulated"

// unNumberKey is the field's key.
const unNumberKey = "un_number"

var unNumber = regexp.MustCompile(`^(?:un)?[ .:-]*(?:no)?[ .:-]*([0-9]{4})$`)

// ReadUN is a UN number as a user enters it, in the form in which it is stored: four digits, or
// that the product is no dangerous good. It reports whether the text is one.
func ReadUN(text string) (string, bool) {
	plain := strings.TrimSpace(fold.Caseless(text))
	if plain == notRegulated {
		return notRegulated, true
	}
	m := unNumber.FindStringSubmatch(plain)
	if m == nil {
		return "", false
	}
	return m[1], true
}

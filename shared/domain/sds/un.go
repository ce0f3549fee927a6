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

// noNumber are the answers that the goods have no number, as no rules of transport apply to
// them. The dashboard takes the same (features/sheet/lib/doubts.ts).
var noNumber = regexp.MustCompile(`^(?:not[ _-]?(?:regulated|applicable|assigned)|none|n/a|n\.a\.|-|該当しない|非該当|該当なし|なし|無し|規制対象外)$`)

var unNumber = regexp.MustCompile(`^(?:un)?[ .:-]*(?:no)?[ .:-]*([0-9]{4})$`)

// ReadUN is a UN number as a user enters it, in the form in which it is stored: four digits, or
// that the product is no dangerous good. It reports whether the text is one.
func ReadUN(text string) (string, bool) {
	plain := strings.TrimSpace(fold.Caseless(text))
	if noNumber.MatchString(plain) {
		return notRegulated, true
	}
	m := unNumber.FindStringSubmatch(plain)
	if m == nil {
		return "", false
	}
	return m[1], true
}

package sdses

import (
	"strings"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// cleanFileName is the cleaned name of a file, or the code of its error. A name with
// folders is refused.
func cleanFileName(name string) (string, message.Code) {
	clean, trouble := input.Line(name)
	if trouble == "" && strings.ContainsAny(clean, `/\`) {
		trouble = CodeAttachmentName
	}
	return clean, trouble
}

package sdses

import (
	"strings"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// cleanFileName is a file's name as it is kept, or what is wrong with it. A browser
// sends no folders.
func cleanFileName(name string) (string, message.Code) {
	clean, trouble := input.Line(name)
	if trouble == "" && strings.ContainsAny(clean, `/\`) {
		trouble = CodeAttachmentName
	}
	return clean, trouble
}

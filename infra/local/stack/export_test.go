package stack

import "io"

// Lines is the writer of the log.
func Lines(to io.Writer) io.Writer { return &lines{to: to} }

// Package arrows holds the tests of the project's structure: which packages may import
// which and why, that every package has a comment, and what no file may contain.
package arrows

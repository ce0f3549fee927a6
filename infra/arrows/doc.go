// Package arrows holds, in its tests, how the project is built: who may import
// whom and why, that every package says what it is for, and what no file may
// contain.
package arrows

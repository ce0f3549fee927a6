package sds

// Scan is the state of a file's malware scan.
type Scan string

// The states. ScanNone is of files that arrived while scanning was off.
const (
	ScanNone     Scan = ""
	ScanWaiting  Scan = "checking"
	ScanClean    Scan = "clean"
	ScanInfected Scan = "infected"
	ScanFailed   Scan = "failed" // the scan was not possible
)

// Open reports whether the file may be served and read.
func (s Scan) Open() bool { return s == ScanNone || s == ScanClean }

// Outweighs reports whether a result takes precedence over another of the same content, whichever came first: infected
// over clean, clean over failed.
func (s Scan) Outweighs(other Scan) bool { return weight[s] > weight[other] }

var weight = map[Scan]int{ScanNone: 0, ScanWaiting: 0, ScanFailed: 1, ScanClean: 2, ScanInfected: 3}

package sds

// Scan is what is known of a file that was searched for malware.
type Scan string

// What is known. The empty one is of files that came where nothing is searched.
const (
	ScanNone     Scan = ""
	ScanWaiting  Scan = "checking"
	ScanClean    Scan = "clean"
	ScanInfected Scan = "infected"
	ScanFailed   Scan = "failed" // the search was not possible
)

// Open tells whether the file may be handed out and read.
func (s Scan) Open() bool { return s == ScanNone || s == ScanClean }

// Outweighs tells whether a result stands against another of the same content, whichever came first: malware that was
// found once is there, and a search that failed says nothing against one that did not.
func (s Scan) Outweighs(other Scan) bool { return weight[s] > weight[other] }

var weight = map[Scan]int{ScanNone: 0, ScanWaiting: 0, ScanFailed: 1, ScanClean: 2, ScanInfected: 3}

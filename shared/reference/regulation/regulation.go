package regulation

// Law is a law, a regulation of another country, or a list of an organisation.
type Law struct {
	ID           int    // 100000000 and steps of 10000
	Code         string // "JP-PRTR"
	Jurisdiction string // JP, EU, US, INT
	Ja, En       string
}

// Basis is by what a category is decided.
type Basis string

// The bases.
const (
	ByComposition Basis = "composition" // entries, by CAS number, name or group
	ByProperty    Basis = "property"    // flash point, state, pH ...
	ByUNNumber    Basis = "un_number"   // section 14
	ByProcess     Basis = "process"     // what is done with the product: no sheet can tell
)

// Category is a group of duties of a law: label, notification, class I designated substances.
type Category struct {
	ID     int // from 200000000
	Law    string
	Code   string // "SDS"
	Ja, En string
	Basis  Basis
	// Article is where the law says so.
	Article string
	// Loaded is false where the law's list is not among the tables: the verdict is then unknown, never "not listed".
	Loaded bool
	// Default is false for sets that have to be asked for: those of other countries, lists that hit nearly everything.
	Default bool
	// Versions of the list, the oldest first; the last one that is in force on a day is the day's.
	Versions []Version
}

// Version is a state of a list.
type Version struct {
	From   string // YYYY-MM-DD: in force from; empty where the source does not say
	Source string // who published the list
	AsOf   string // YYYY-MM or YYYY-MM-DD: of the source
}

// Class is a part of a category with duties of its own; "DEFAULT" where there is one alone.
type Class struct {
	ID       int // from 300000000
	Law      string
	Category string
	Code     string // "C1"
	Ja, En   string
	// Node is the code of the range of classes that this one is a part of: "A1..E"; empty for most.
	Node string
	// Sum adds all entries of the class before they are compared: organic solvents of one class.
	Sum *Threshold
	// Counts are the keys of other classes whose entries count in the sum as well: those of class 1 organic solvents
	// in the sum of class 2.
	Counts []string
	// Rank and Exclusive: of classes of one exclusive group the one of highest rank alone applies
	// (specified poisonous before poisonous before deleterious substances).
	Exclusive string
	Rank      int
	// Stated are the codes under which law.Stated finds the class in section 15.
	Stated []string
}

// Key names a class in the whole set: "JP-PDSCA/DELETERIOUS/DEFAULT".
func (c *Class) Key() string { return c.Law + "/" + c.Category + "/" + c.Code }

// Threshold is a content in mass per cent from which something holds.
type Threshold struct {
	Percent float64
	Above   bool // more than Percent; else Percent itself is enough
}

// Entry is a substance, or group of substances, as the law's text names it.
type Entry struct {
	ID     int    // from 400000000
	Class  string // Class.Key
	Number string // of the law's text: "1-353", "別表第2 第3号"
	Ja, En string
	// Threshold is from which content a mixture falls under the entry.
	Threshold Threshold
	// Certain is from which content a mixture falls under the entry whatever its form, where the law takes out some
	// forms up to a content: between Threshold and it the form decides, and the verdict is requires_context.
	Certain *Threshold
	// Pure entries hold for the substance itself alone (原体), not for mixtures that contain it.
	Pure bool
	// Element is set where the share is counted as that of an element: its symbol ("Pb").
	Element string
	// Gas entries hold for the substance as a high-pressure gas alone.
	Gas bool
	// All entries are of preparations that contain each of their substances (塩化水素と硫酸とを含有する製剤).
	All bool
	// Context is set where a part of the entry's words cannot be decided from a sheet, with what has to be looked
	// at: the verdict is then requires_context.
	ContextJa, ContextEn string
	// Group is the rule by which names and formulas belong to the entry; nil for one substance.
	Group *Group
	// From and To are YYYY-MM-DD, the first day on which the entry holds and the first on which it does not any more.
	From, To   string
	Source     string // who published it
	AsOf       string
	Confidence Confidence
}

// Confidence is how well an entry is founded.
type Confidence string

// The confidences.
const (
	Official  Confidence = "official"  // from the authority's own table
	Derived   Confidence = "derived"   // names of the law's text, CAS numbers matched by others or by us
	Knowledge Confidence = "knowledge" // to be verified against the law's text
)

// Group is a rule of names: 鉛及びその化合物.
type Group struct {
	// Element is the symbol that has to be in the formula, "" where names alone decide.
	Element string
	// Names are words of which one has to be in an ingredient's name.
	Names []string
	// Not are words that keep a name out: "六価クロム" of 三価クロム化合物, "硝酸エステル".
	Not []string
	// Except are CAS numbers that do not belong to it.
	Except []string
	// Soluble groups are of water-soluble salts: a member by element alone requires context.
	Soluble bool
	// Valence groups are of one valence of the element: a member by element alone requires context, for a formula
	// does not tell it.
	Valence bool
	// Open groups are of a family that a word of the name alone does not prove (フェノール類): a member by name requires
	// context.
	Open bool
	// Inorganic groups leave compounds of carbon with hydrogen or halogens out.
	Inorganic bool
}

// Link is a CAS number of an entry.
type Link struct {
	ID    int // from 500000000
	Entry int
	CAS   string
}

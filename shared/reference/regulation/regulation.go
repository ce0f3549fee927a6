package regulation

// Law is a law, a regulation of another country, or a list of an organisation.
type Law struct {
	ID           int    // 100000000 and steps of 10000
	Code         string // "JP-PRTR"
	Jurisdiction string // JP, EU, US, INT
	Ja, En       string
}

// Basis is what decides a category.
type Basis string

// The bases.
const (
	ByComposition Basis = "composition" // entries, by CAS number, name or group
	ByProperty    Basis = "property"    // flash point, state, pH ...
	ByUNNumber    Basis = "un_number"   // section 14
	ByProcess     Basis = "process"     // the use of the product: no sheet states it
)

// Category is a group of duties of a law: label, notification, class I designated substances.
type Category struct {
	ID     int // from 200000000
	Law    string
	Code   string // "SDS"
	Ja, En string
	Basis  Basis
	// Article is the provision of the law.
	Article string
	// Loaded is false where the law's list is missing from the tables: the verdict is then
	// unknown, never "not listed".
	Loaded bool
	// Partial is set where the list is known to lack entries: it never says "not listed".
	Partial bool
	// Default is false for sets included only on request: those of other countries, lists
	// that hit nearly everything.
	Default bool
	// Versions of the list, the oldest first.
	Versions []Version
	// Rhythm is the number of months after which, as a rule, the list is revised at the latest.
	Rhythm int
	// CompleteTo is the day up to which the list is known to be complete, and OverdueFrom the
	// day from which, after its rhythm, it may no longer be; both empty where no list is loaded.
	CompleteTo, OverdueFrom string
	// Activity is what the duties depend on beside the substance (facility, discharge), which no
	// sheet tells: a verdict asks it. Empty for most.
	ActivityJa, ActivityEn string
}

// Whole reports whether the list is among the tables, without known gaps.
func (c *Category) Whole() bool { return c.Loaded && !c.Partial }

// Overdue reports whether the list is past its revision rhythm on a day.
func (c *Category) Overdue(day string) bool { return c.OverdueFrom != "" && day >= c.OverdueFrom }

// Version is a published state of a list.
type Version struct {
	From   string // YYYY-MM-DD: in force from; empty where the source has no date
	Source string // publisher of the list
	AsOf   string // YYYY-MM or YYYY-MM-DD: date of the source
}

// Class is a part of a category with duties of its own; "DEFAULT" where the category has
// one only.
type Class struct {
	ID       int // from 300000000
	Law      string
	Category string
	Code     string // "C1"
	Ja, En   string
	// Node is the code of the range of classes that includes this one: "A1..E"; empty for
	// most.
	Node string
	// Sum is set where the entries of the class are added before they are compared with it:
	// organic solvents of one class.
	Sum *Threshold
	// Counts are the keys of other classes whose entries count in the sum: class 1 organic
	// solvents in the sum of class 2.
	Counts []string
	// Of the classes of one Exclusive group only the one of highest Rank applies (specified
	// poisonous before poisonous before deleterious substances).
	Exclusive string
	Rank      int
	// Stated are the codes by which law.Stated finds the class in section 15.
	Stated []string
}

// Key identifies a class in the set: "JP-PDSCA/DELETERIOUS/DEFAULT".
func (c *Class) Key() string { return c.Law + "/" + c.Category + "/" + c.Code }

// Threshold is a content in mass per cent.
type Threshold struct {
	Percent float64
	Above   bool // more than Percent; else Percent itself suffices
}

// Entry is a substance, or group of substances, as the law's text names it.
type Entry struct {
	ID     int    // from 400000000
	Class  string // Class.Key
	Number string // of the law's text: "1-353", "別表第2 第3号"
	Ja, En string
	// Threshold is the content from which a mixture falls under the entry.
	Threshold Threshold
	// Certain is the content from which a mixture falls under the entry in any form, where
	// the law exempts some forms up to a content: between Threshold and Certain the verdict
	// is requires_context.
	Certain *Threshold
	// Pure entries apply to the substance itself only (原体), not to mixtures.
	Pure bool
	// Element is the symbol of the element, or the formula, whose mass is the share ("Pb",
	// "CN"); "C2O4>C2H2O4" counts an oxalate as oxalic acid (蓚酸として). Empty for the whole
	// substance.
	Element string
	// Gas entries apply to the substance as a high-pressure gas only.
	Gas bool
	// All entries apply to preparations that contain each of their substances
	// (塩化水素と硫酸とを含有する製剤).
	All bool
	// Context is what has to be checked where a sheet cannot decide a part of the entry's
	// wording; the verdict is then requires_context.
	ContextJa, ContextEn string
	// Group is the rule by which names and formulas belong to the entry; nil for single
	// substances.
	Group *Group
	// From and To are YYYY-MM-DD: the first day on which the entry holds, and the first on
	// which it no longer does.
	From, To string
	// TransitionTo is the last day of a transition after From, and what it leaves alone until
	// then: stock without a label. Empty for most.
	TransitionTo               string
	TransitionJa, TransitionEn string
	Source                     string // publisher
	AsOf                       string
	Confidence                 Confidence
}

// Confidence is how reliable an entry is.
type Confidence string

// The confidences.
const (
	Official  Confidence = "official"  // from the authority's own table
	Derived   Confidence = "derived"   // names from the law's text, CAS numbers matched by others or by us
	Knowledge Confidence = "knowledge" // to be verified against the law's text
)

// Group is a name rule: 鉛及びその化合物.
type Group struct {
	// Element is the symbol that the formula must contain; empty where names alone decide.
	Element string
	// Names are words of which an ingredient's name must contain one.
	Names []string
	// Not are words that exclude a name: "六価クロム" for 三価クロム化合物, "硝酸エステル".
	Not []string
	// Except are CAS numbers that do not belong to the group.
	Except []string
	// Soluble groups are of water-soluble salts: a member by its element alone requires
	// context.
	Soluble bool
	// Valence groups are of one valence of the element: a member by its element alone
	// requires context, since a formula does not show it.
	Valence bool
	// Open groups are families that a word of the name alone does not prove (フェノール類): a
	// member by name requires context.
	Open bool
	// Inorganic groups exclude compounds of carbon with hydrogen or halogens.
	Inorganic bool
	// Look groups belong to entries that cannot be matched automatically (reaction products,
	// mixtures of isomers, members that a ministerial order lists elsewhere): what their
	// words, element or numbers touch requires a human look.
	Look bool
	// Maybe are CAS numbers that probably belong to the entry: they require a human look.
	Maybe []string
}

// Link is a CAS number of an entry.
type Link struct {
	ID    int // from 500000000
	Entry int
	CAS   string
}

// Decides reports whether names or an element decide what belongs to the entry, not its CAS
// numbers alone; false for nil.
func (g *Group) Decides() bool { return g != nil && (g.Element != "" || len(g.Names) > 0) }

package sds

import (
	"strings"
	"time"
)

// Language ids of the specification.
const (
	LanguageEnglish  = 16
	LanguageJapanese = 44
	LanguageOther    = 999
)

// SourceType is how a sheet was created.
type SourceType int

// The source types.
const (
	SourceBatch SourceType = 0
	SourceUser  SourceType = 1
)

// CompositionType is the type of the product's composition.
type CompositionType int

// The composition types.
const (
	CompositionNone      CompositionType = 0
	CompositionSubstance CompositionType = 100
	CompositionMixture   CompositionType = 101
	CompositionUVCB      CompositionType = 102
)

// File is the PDF of a sheet.
type File struct {
	Key string `json:"-" dynamodbav:"Key"`
	// Version is the version of the object that belongs to the sheet; empty until it has arrived.
	Version string `json:"-" dynamodbav:"Version"`
	Name    string `json:"name" dynamodbav:"Name"`
	Size    int64  `json:"size" doc:"bytes" dynamodbav:"Size"`
	SHA256  string `json:"sha256" doc:"hexadecimal; empty in lists" dynamodbav:"SHA256"`
	Pages   int    `json:"pages" dynamodbav:"Pages"`
	Scan    Scan   `json:"scan,omitempty" enum:"checking,clean,infected,failed" doc:"the malware scan; the file is served where it is clean, or absent (not scanned); absent in lists" dynamodbav:"Scan"`
}

// Title is the file's name without the suffix of a PDF.
func (f File) Title() string {
	if n := len(f.Name) - len(pdfSuffix); n >= 0 && strings.EqualFold(f.Name[n:], pdfSuffix) {
		return f.Name[:n]
	}
	return f.Name
}

const pdfSuffix = ".pdf"

// Answers are a user's answers to what the analysis could not determine.
type Answers struct {
	Language  int `dynamodbav:"Language"`  // an id; 0: as read
	FirstPage int `dynamodbav:"FirstPage"` // the pages of the sheet, from 1; 0: from the first
	LastPage  int `dynamodbav:"LastPage"`  // 0: to the last
}

// Covers reports whether a page, counted from 1, belongs to the sheet.
func (a *Answers) Covers(page int) bool {
	return a == nil || page >= a.FirstPage && (a.LastPage == 0 || page <= a.LastPage)
}

// Attachment is a file that a user attached to a sheet.
type Attachment struct {
	ID        AttachmentID `dynamodbav:"ID"`
	Version   int64        `dynamodbav:"Version"`
	Key       string       `dynamodbav:"Key"`    // the object's
	Object    string       `dynamodbav:"Object"` // the registered version of the object; no other is read
	SHA256    string       `dynamodbav:"SHA256"` // hexadecimal
	Name      string       `dynamodbav:"Name"`
	Type      string       `dynamodbav:"Type"` // media type
	Size      int64        `dynamodbav:"Size"` // bytes
	By        UserID       `dynamodbav:"By"`
	ByName    string       `dynamodbav:"ByName"`
	CreatedAt time.Time    `dynamodbav:"CreatedAt"`
	// Waiting: the upload form was issued and the object is not registered yet.
	Waiting bool `dynamodbav:"Waiting"`
	Scan    Scan `dynamodbav:"Scan"`
}

// Sheet is the record of a safety data sheet: its management data, and the values by
// which lists are searched. Its sections are records of their own.
type Sheet struct {
	ID      SheetID `dynamodbav:"ID"`
	Version int64   `dynamodbav:"Version"`
	// Name is the sheet's name in lists: the one that a user entered, else the product's, else the file's.
	Name         string   `dynamodbav:"Name"`
	NameByPerson bool     `dynamodbav:"NameByPerson"`
	ProductName  string   `dynamodbav:"ProductName"`
	ProductCodes []string `dynamodbav:"ProductCodes"`
	// GuardedCodes are the product codes that a user edited or confirmed: no other sheet
	// of the company may have them. Codes that were read are not guarded, as two
	// revisions of a sheet print the same; a superseded sheet guards none.
	GuardedCodes []string `dynamodbav:"GuardedCodes"`
	Supplier     string   `dynamodbav:"Supplier"`
	Manufacturer string   `dynamodbav:"Manufacturer"` // as named in section 1; empty where it names a supplier alone

	Status       Status            `dynamodbav:"Status"`
	Reason       string            `dynamodbav:"Reason"` // why the status is an error: a message code
	ReasonDetail map[string]string `dynamodbav:"ReasonDetail"`
	Attempt      int               `dynamodbav:"Attempt"`         // counts analyses; part of the execution's name
	Trace        string            `dynamodbav:"Trace,omitempty"` // the id of the request that asked for this analysis
	Language     int               `dynamodbav:"Language"`
	LanguageCode string            `dynamodbav:"LanguageCode"`
	Source       SourceType        `dynamodbav:"Source"`

	Departments []DepartmentID `dynamodbav:"Departments"`
	Assignees   []UserID       `dynamodbav:"Assignees"`
	Tags        []TagID        `dynamodbav:"Tags"`
	Note        string         `dynamodbav:"Note"`

	IssuedOn            string  `dynamodbav:"IssuedOn"`            // YYYY-MM-DD
	RevisedOn           string  `dynamodbav:"RevisedOn"`           // YYYY-MM-DD
	SupplierConfirmedOn string  `dynamodbav:"SupplierConfirmedOn"` // YYYY-MM-DD
	AssessedOn          string  `dynamodbav:"AssessedOn"`          // YYYY-MM-DD
	Newer               SheetID `dynamodbav:"Newer"`
	Older               SheetID `dynamodbav:"Older"`
	// FormerNewer and FormerOlder lead to versions that were beside it when one of them was
	// removed: through them a restored sheet finds its place among its versions again. They
	// are emptied only where a user separates versions.
	FormerNewer SheetID `dynamodbav:"FormerNewer,omitempty"`
	FormerOlder SheetID `dynamodbav:"FormerOlder,omitempty"`
	// Unrelated are sheets that resemble it and of which a user stated that they are not
	// versions of it.
	Unrelated []SheetID `dynamodbav:"Unrelated,omitempty"`

	File     File     `dynamodbav:"File"`
	UploadID UploadID `dynamodbav:"UploadID"`
	// Former are the files that were replaced in reconfirmations.
	Former []File `dynamodbav:"Former"`
	// Answers are a user's answers for the analysis; nil for none.
	Answers *Answers `dynamodbav:"Answers"`

	CreatedAt time.Time  `dynamodbav:"CreatedAt"`
	CreatedBy UserID     `dynamodbav:"CreatedBy"`
	UpdatedAt time.Time  `dynamodbav:"UpdatedAt"`
	DeletedAt *time.Time `dynamodbav:"DeletedAt"`
	// DeletedIn is the job that deleted it with many others; empty for one deleted otherwise.
	DeletedIn string `dynamodbav:"DeletedIn,omitempty"`

	// Facets that lists show and filter by, derived from the sections.
	SignalWord   string          `dynamodbav:"SignalWord"`
	HCodes       []string        `dynamodbav:"HCodes"` // of the hazard statements
	CAS          []string        `dynamodbav:"CAS"`
	UNNumber     string          `dynamodbav:"UNNumber"`
	Unreviewed   int             `dynamodbav:"Unreviewed"`   // values of low confidence that no user has reviewed
	FindingCount int             `dynamodbav:"FindingCount"` // stored findings, without those that depend on the day
	Composition  CompositionType `dynamodbav:"Composition"`
	// GHSCategories are hazard classes with their categories, by key, as class/category:
	// "flammable_liquids/2", "explosives/not_classified"; "explosives/" without one.
	GHSCategories []string `dynamodbav:"GHSCategories"`
	// HazardsAs is the rule by which HCodes, GHSCategories and ExposureLimits were derived (HazardRule); of an older
	// one they are derived anew when the record is read.
	HazardsAs   int      `dynamodbav:"HazardsAs"`
	Pictograms  []string `dynamodbav:"Pictograms"`
	Laws        []string `dynamodbav:"Laws"`        // as section 15 names them
	Regulations []string `dynamodbav:"Regulations"` // classes of the laws that section 15 states, by code (law.Stated)
	// Ingredients are the rows of the composition that have a CAS number or a name.
	Ingredients         []Ingredient `dynamodbav:"Ingredients"`
	ExposureAuthorities []string     `dynamodbav:"ExposureAuthorities"` // of section 8: ACGIH, JSOH ...
	ExposureLimits      []string     `dynamodbav:"ExposureLimits"`      // of substances that are ingredients (ExposureLimit)
	State               string       `dynamodbav:"State"`               // solid, liquid, gas
	FlashPoint          *Span        `dynamodbav:"FlashPoint"`          // °C
	NoFlashPoint        bool         `dynamodbav:"NoFlashPoint"`        // the sheet states that the product does not flash or burn
	MeltingPoint        *Span        `dynamodbav:"MeltingPoint"`        // °C
	BoilingPoint        *Span        `dynamodbav:"BoilingPoint"`        // °C
	PH                  *Span        `dynamodbav:"PH"`
	AutoIgnition        *Span        `dynamodbav:"AutoIgnition"`    // °C
	WaterSolubility     string       `dynamodbav:"WaterSolubility"` // WaterSoluble, WaterInsoluble; empty where the sheet does not state it
	TransportClass      string       `dynamodbav:"TransportClass"`
	PackingGroup        string       `dynamodbav:"PackingGroup"`
	DeletedItems        int          `dynamodbav:"DeletedItems"` // values that users deleted

	// Facts beside the sections.
	AttachmentCount int      `dynamodbav:"AttachmentCount"`
	CheckedLaws     []string `dynamodbav:"CheckedLaws"` // verdicts: "JP-PDSCA/DELETERIOUS/DEFAULT:applies"; only set by the catalog
	// LawDates are the days on which entries of laws began, or will begin, to apply:
	// "JP-ISHA/SDS/DEFAULT@2027-04-01"; only set by the catalog.
	LawDates     []string `dynamodbav:"-"`
	Unidentified string   `dynamodbav:"Unidentified"` // the largest share of an unidentified ingredient; only set by the catalog
}

// Ingredient is a row of the composition.
type Ingredient struct {
	Name          string   `dynamodbav:"Name"`
	CAS           []string `dynamodbav:"CAS"`
	Concentration *Span    `dynamodbav:"Concentration"` // mass per cent; nil where the sheet states none
	Balance       bool     `dynamodbav:"Balance"`       // 残部: the rest up to 100 %
	Withheld      bool     `dynamodbav:"Withheld"`      // a trade secret
	// ByVolume is set where the sheet states parts of the volume: the mass share then depends on densities.
	ByVolume bool `dynamodbav:"ByVolume,omitempty"`
}

// Span is a number or a range; nil ends are unbounded. Lists ignore whether an end itself
// belongs to it.
type Span struct {
	Low  *float64 `dynamodbav:"Low"`
	High *float64 `dynamodbav:"High"`
	// LowOpen and HighOpen are set where the end does not belong to it: "< 1" does not reach 1.
	LowOpen  bool `dynamodbav:"LowOpen"`
	HighOpen bool `dynamodbav:"HighOpen"`
}

// Meets reports whether the span overlaps the one from low to high.
func (s *Span) Meets(low, high float64) bool {
	return s != nil && (s.Low == nil || *s.Low <= high) && (s.High == nil || *s.High >= low)
}

// RevisionStatusOn is the revision status on a day: OLD when a newer sheet
// exists, NEED_REVISION when more than years have passed since both the
// revision and the supplier's confirmation.
func (s Sheet) RevisionStatusOn(day time.Time, years int) RevisionStatus {
	if s.Newer != "" {
		return RevisionOld
	}
	latest, confirmed := parseDay(s.RevisedOn), parseDay(s.SupplierConfirmedOn)
	if latest.IsZero() {
		latest = parseDay(s.IssuedOn)
	}
	status := RevisionRevised
	if confirmed.After(latest) {
		latest, status = confirmed, RevisionSupplierConfirmed
	}
	switch {
	case latest.IsZero():
		return RevisionUnknown
	case day.After(latest.AddDate(years, 0, 0)):
		return RevisionNeeded
	}
	return status
}

func parseDay(s string) time.Time {
	for _, layout := range []string{time.DateOnly, "2006-01"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

// SharesDepartment reports whether the sheet has one of the departments.
func (s Sheet) SharesDepartment(departments []DepartmentID) bool {
	for _, d := range s.Departments {
		for _, e := range departments {
			if d == e {
				return true
			}
		}
	}
	return false
}

// Chained reports whether a sheet has other versions, which its removal changes.
func (s Sheet) Chained() bool { return s.Newer != "" || s.Older != "" }

// Edit is one entry of a sheet's history.
type Edit struct {
	ID      EditID    `json:"id"`
	At      time.Time `json:"at"`
	By      UserID    `json:"by,omitempty" doc:"empty: the analysis"`
	ByName  string    `json:"by_name,omitempty"`
	Action  string    `json:"action" enum:"registered,analyzed,edited,deleted,restored,confirmed,reanalysis_requested,superseded,reinstated,reconfirmation_requested,answered,attached,detached,removed,joined,separated"`
	Changes []Change  `json:"changes"`
	Comment string    `json:"comment,omitempty"`
}

// Change is one field's part of an edit.
type Change struct {
	Section int    `json:"section" doc:"0 to 16; 0 for what belongs to the sheet as a whole"`
	Field   string `json:"field"`
	From    *Value `json:"from,omitempty"`
	To      *Value `json:"to,omitempty"`
	State   string `json:"state,omitempty" doc:"the state the field has now"`
	// Was is the former state, set where an edit of many sheets may have to be undone.
	Was FieldState `json:"was,omitempty" doc:"the former state, of edits by CSV"`
}

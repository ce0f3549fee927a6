// Package plan defines the plans and options that companies buy: the number of sheets,
// the price and the features (specification, section 9).
package plan

// ID is a plan's id; for the paid ones it is the number of uploads.
type ID int64

// The ends of the range of plans. The free one is the trial: it has the analysis, the law checks and the exports for ten sheets,
// and no end.
const (
	Free      ID = 0
	Unlimited ID = 1_000_000_000
)

// Plan is what a company may use.
type Plan struct {
	ID ID `json:"id"`
	// MonthlyYen is the price a month, nil where it is negotiated.
	MonthlyYen *int `json:"monthly_yen,omitempty"`
	// MaxUploads is the maximum number of sheets, nil for no limit.
	MaxUploads *int `json:"max_uploads,omitempty"`
	// AttachmentsPerSheet is 1, 10 or 50.
	AttachmentsPerSheet int `json:"attachments_per_sheet"`
}

var prices = map[ID]int{
	100: 15_000, 1000: 40_000, 2500: 60_000, 4000: 40_000, 5000: 75_000, 7500: 90_000, 10_000: 100_000,
}

// Sizes are the paid plans with a limit.
var Sizes = []ID{100, 250, 300, 500, 1000, 2500, 4000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 40_000, 50_000}

// Get is the plan with the id; an unknown one falls back to Free.
func Get(id ID) Plan {
	if id == Unlimited {
		return Plan{ID: id, AttachmentsPerSheet: MostAttachments}
	}
	for _, s := range Sizes {
		if s == id {
			n := int(s)
			p := Plan{ID: id, MaxUploads: &n, AttachmentsPerSheet: 10}
			if yen, ok := prices[id]; ok {
				p.MonthlyYen = &yen
			}
			return p
		}
	}
	zero, ten := 0, 10
	return Plan{ID: Free, MonthlyYen: &zero, MaxUploads: &ten, AttachmentsPerSheet: 1}
}

// MostAttachments is how many attachments a sheet may have on the largest plan, and with the option.
const MostAttachments = 50

// Paid reports whether the plan is above the free one.
func (p Plan) Paid() bool { return p.ID > Free }

// Allows reports whether a company with used uploads may add n more.
func (p Plan) Allows(used, n int) bool { return p.MaxUploads == nil || used+n <= *p.MaxUploads }

// Feature is an option that is sold separately or comes with a paid plan.
type Feature string

// The options.
const (
	FeatureChangeHistory  Feature = "change_history"
	FeatureIPRestriction  Feature = "ip_restriction"
	FeatureSAML           Feature = "saml"
	FeatureChecklists     Feature = "checklists"
	FeatureBulkDownload   Feature = "bulk_download"
	FeaturePeriodicExport Feature = "periodic_export"
	FeatureAttachments    Feature = "attachments"
)

// Features are all options.
var Features = []Feature{FeatureChangeHistory, FeatureIPRestriction, FeatureSAML, FeatureChecklists, FeatureBulkDownload, FeaturePeriodicExport, FeatureAttachments}

// Attachments are the numbers of attachments of a sheet that are sold.
var Attachments = []int{1, 10, MostAttachments}

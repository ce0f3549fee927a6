package sds

// Status is the processing status of a sheet (specification, section 4).
type Status int

// The processing states.
const (
	StatusDefault        Status = 0
	StatusUploading      Status = 10000
	StatusAssort         Status = 15000
	StatusAssortDone     Status = 20000
	StatusFirstCheck     Status = 30000
	StatusFirstDone      Status = 40000
	StatusSecondCheck    Status = 50000
	StatusCompleted      Status = 60000
	StatusImpossible     Status = 90000
	StatusReconfirmation Status = 91000
)

// Statuses are all that a record can have, in the order of the pipeline.
var Statuses = []Status{
	StatusDefault, StatusUploading, StatusAssort, StatusAssortDone, StatusFirstCheck, StatusFirstDone,
	StatusSecondCheck, StatusCompleted, StatusImpossible, StatusReconfirmation,
}

// StatusGroup is the status as shown to users.
type StatusGroup string

// The groups, in the order of the pipeline.
const (
	GroupBefore         StatusGroup = "pre_analysis"
	GroupAnalyzing      StatusGroup = "analyzing"
	GroupCompleted      StatusGroup = "completed"
	GroupImpossible     StatusGroup = "impossible"
	GroupReconfirmation StatusGroup = "reconfirmation"
	GroupCheck          StatusGroup = "check"
)

// Group is the group of the status: up to 20000 before analysis, up to 50000
// analyzing, 60000 complete, 90000 impossible, 91000 reconfirmation, anything
// else to be checked.
func (s Status) Group() StatusGroup {
	switch {
	case s == StatusReconfirmation:
		return GroupReconfirmation
	case s == StatusImpossible:
		return GroupImpossible
	case s == StatusCompleted:
		return GroupCompleted
	case s <= StatusAssortDone:
		return GroupBefore
	case s <= StatusSecondCheck:
		return GroupAnalyzing
	default:
		return GroupCheck
	}
}

// Editable reports whether users may edit a sheet with this status: only a completed one
// or an error.
func (s Status) Editable() bool {
	return s == StatusCompleted || s == StatusImpossible || s == StatusReconfirmation
}

// InProgress reports whether the analysis has not ended.
func (s Status) InProgress() bool { return s < StatusCompleted }

// RevisionStatus is whether a sheet is current.
type RevisionStatus string

// The revision states. RevisionUnknown is of a sheet without any date.
const (
	RevisionUnknown           RevisionStatus = ""
	RevisionOld               RevisionStatus = "OLD"
	RevisionNeeded            RevisionStatus = "NEED_REVISION"
	RevisionRevised           RevisionStatus = "REVISED"
	RevisionSupplierConfirmed RevisionStatus = "SUPPLIER_CONFIRMED"
)

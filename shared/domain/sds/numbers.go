package sds

// LawNumbers are those by which Japanese law refers to an ingredient: of the official gazette
// (官報公示整理番号), by the Chemical Substances Control Law and by the Industrial Safety and Health Act,
// and the control numbers (管理番号) of the PRTR law. A sheet does not keep them: they are found anew, as
// tables change.
type LawNumbers struct{ CSCL, ISHA, PRTR []string }

package table

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/job"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// Key is the primary key of one record. Only this file writes the text of a
// key, and always from typed ids, so that a record of one company can never be
// addressed with the id of another thing.
//
//	pk                sk                     what
//	C#cid             COMPANY | USAGE | SEQ  the company, what it has used, its log's counter
//	C#cid             USER#uid | DEPT#id | TAG#id
//	C#cid             RECOVERY#uid           a person's one-time codes
//	C#cid             ENDED#uid#session      a session that was ended by itself (session.go)
//	C#cid             SAML                   the connection to the company's own identity provider
//	C#cid             LEFT#uid               a person who was removed, until everything of theirs is
//	C#cid             JOB#ulid               long work
//	C#cid             PERIODIC#id            a periodic export
//	C#cid             LIST#lid               a checklist
//	C#cid             RUN#lid                what the last nightly run saw of it
//	C#cid#L#lid       RESULT#sid             what people say of a sheet on a checklist
//	C#cid#L#lid       CHANGE#ulid            the checklist's update history
//	C#cid             SLOT#month#nn          a download of a month's, and whose job has it
//	C#cid#S           sid                    the head of a sheet: what lists show
//	C#cid#S#sid       SECTION#nn | FINDINGS | EDIT#ulid | ATT#id
//	C#cid#CODE#code   CODE                   guard: one sheet a product code
//	C#cid#LOG         seq                    change log of the company's sheets
//	C#cid#AUDIT       ulid                   who did what
//	C#cid#IDEM        key                    answers already given, by idempotency key
//	C#cid#NAME#kind   name                   guard: one department or tag a name
//	C#cid#TOKENS      hash                   which links are the company's, for when it is closed (closing.go)
//	C#cid#UPLOADS     ulid                   and which uploads and attachments
//	C#cid#SCAN        key#id                 what the search for malware found in an object
//	C#cid#U#uid       FILTER#id | FILTERS    a person's saved searches, and how many there are
//	DOMAIN#domain     DOMAIN                 guard: one company's identity provider a mail domain
//	EMAIL#email       EMAIL                  guard: one account an e-mail
//	TOKEN#hash        TOKEN                  mailed one-time links
//	C#cid             TAKEN#day#uid          how many taken addresses were learned of (taken.go)
//	REQUEST#id        REQUEST                what somebody without a session has asked for (request.go)
//	CLOSED            C#cid                  that there was a company, and nothing else of it
//	THROTTLE#w#hash   THROTTLE               when something public may be done again
//	UPLOAD#id         UPLOAD                 a PDF on its way, and whose it is
//	SNAPSHOT          C#cid                  companies whose catalog waits for a snapshot (compaction.go)
//	WAITING           C#cid#jid#attempt      jobs promised and not ended (job.go)
//	UNALIGNED         C#cid#id               periodic exports whose schedules may not say what they say (periodic.go)
//	CHECKED           C#cid#lid              checklists that the nightly run looks at (checklist.go)
//	PENDING           C#cid#sid#attempt      analyses promised and not finished (pending.go)
//	ALLOWED           time#C#cid#ulid        uploads and attachments that may have been sent and are not swept (sent.go)
//	REMOVED           time#C#cid#sid         removed sheets whose parts are still kept (remove.go)
type Key struct{ pk, sk string }

// String is for logs and tests. Who the key of an address belongs to is left out.
func (k Key) String() string {
	if strings.HasPrefix(k.pk, emailPrefix) {
		return emailPrefix + "... | " + k.sk
	}
	return k.pk + " | " + k.sk
}

const emailPrefix = "EMAIL#"

// Partition is where a Query looks: a partition key and the beginning of the sort keys.
type Partition struct{ pk, prefix string }

func companyPK(c sds.CompanyID) string { return "C#" + string(c) }

// CompanyKey addresses a company.
func CompanyKey(c sds.CompanyID) Key { return Key{companyPK(c), "COMPANY"} }

// UsageKey addresses what a company has used of its plan.
func UsageKey(c sds.CompanyID) Key { return Key{companyPK(c), "USAGE"} }

func counterKey(c sds.CompanyID) Key { return Key{companyPK(c), "SEQ"} }

// UserKey addresses a person.
func UserKey(c sds.CompanyID, u sds.UserID) Key { return Key{companyPK(c), "USER#" + string(u)} }

func recoveryKey(c sds.CompanyID, u sds.UserID) Key {
	return Key{companyPK(c), "RECOVERY#" + string(u)}
}

func connectionKey(c sds.CompanyID) Key { return Key{companyPK(c), "SAML"} }

func domainKey(domain string) Key { return Key{"DOMAIN#" + strings.ToLower(domain), "DOMAIN"} }

func leftKey(c sds.CompanyID, u sds.UserID) Key { return Key{companyPK(c), "LEFT#" + string(u)} }

// DepartmentKey addresses a department.
func DepartmentKey(c sds.CompanyID, d sds.DepartmentID) Key {
	return Key{companyPK(c), "DEPT#" + string(d)}
}

// TagKey addresses a tag.
func TagKey(c sds.CompanyID, t sds.TagID) Key { return Key{companyPK(c), "TAG#" + string(t)} }

func periodicKey(c sds.CompanyID, id periodic.ID) Key {
	return Key{companyPK(c), "PERIODIC#" + string(id)}
}

func periodicSettings(c sds.CompanyID) Partition { return Partition{companyPK(c), "PERIODIC#"} }

const unalignedPK = "UNALIGNED"

func unalignedKey(c sds.CompanyID, id periodic.ID) Key {
	return Key{unalignedPK, companyPK(c) + "#" + string(id)}
}

func checklistKey(c sds.CompanyID, l checklist.ID) Key { return Key{companyPK(c), "LIST#" + string(l)} }

func checklists(c sds.CompanyID) Partition { return Partition{companyPK(c), "LIST#"} }

func checklistRunKey(c sds.CompanyID, l checklist.ID) Key {
	return Key{companyPK(c), "RUN#" + string(l)}
}

func checklistRuns(c sds.CompanyID) Partition { return Partition{companyPK(c), "RUN#"} }

func checklistPK(c sds.CompanyID, l checklist.ID) string { return companyPK(c) + "#L#" + string(l) }

func reviewKey(c sds.CompanyID, l checklist.ID, s sds.SheetID) Key {
	return Key{checklistPK(c, l), "RESULT#" + string(s)}
}

func reviews(c sds.CompanyID, l checklist.ID) Partition {
	return Partition{checklistPK(c, l), "RESULT#"}
}

func changeKey(c sds.CompanyID, l checklist.ID, id checklist.ChangeID) Key {
	return Key{checklistPK(c, l), "CHANGE#" + string(id)}
}

func changes(c sds.CompanyID, l checklist.ID) Partition {
	return Partition{checklistPK(c, l), "CHANGE#"}
}

// partsOfChecklist are all records of a checklist but itself.
func partsOfChecklist(c sds.CompanyID, l checklist.ID) Partition {
	return Partition{checklistPK(c, l), ""}
}

const checkedPK = "CHECKED"

func checkedKey(c sds.CompanyID, l checklist.ID) Key {
	return Key{checkedPK, companyPK(c) + "#" + string(l)}
}

// Users are the people of a company.
func Users(c sds.CompanyID) Partition { return Partition{companyPK(c), "USER#"} }

// Departments are those of a company.
func Departments(c sds.CompanyID) Partition { return Partition{companyPK(c), "DEPT#"} }

// Tags are those of a company.
func Tags(c sds.CompanyID) Partition { return Partition{companyPK(c), "TAG#"} }

// NameKey guards that a company has one department or tag of a name.
func NameKey(c sds.CompanyID, kind, name string) Key {
	return Key{companyPK(c) + "#NAME#" + kind, strings.ToLower(name)}
}

// EmailKey guards that there is one account an e-mail address.
func EmailKey(email string) Key { return Key{emailPrefix + strings.ToLower(email), "EMAIL"} }

// TokenKey addresses a one-time link by the hash of its secret.
func TokenKey(hash string) Key { return Key{"TOKEN#" + hash, "TOKEN"} }

// throttleKey addresses when something may be done again for a subject, such as
// an e-mail address, of which only a hash is kept.
func throttleKey(what, subject string) Key {
	return Key{fmt.Sprintf("THROTTLE#%s#%x", what, sha256.Sum256([]byte(strings.ToLower(subject)))), "THROTTLE"}
}

// UploadKey addresses an upload.
func UploadKey(u sds.UploadID) Key { return Key{"UPLOAD#" + string(u), "UPLOAD"} }

func linksPK(c sds.CompanyID) string { return companyPK(c) + "#TOKENS" }

func linkKey(c sds.CompanyID, hash string) Key { return Key{linksPK(c), hash} }

func sentPK(c sds.CompanyID) string { return companyPK(c) + "#UPLOADS" }

func scannedPK(c sds.CompanyID) string { return companyPK(c) + "#SCAN" }

func scannedKey(c sds.CompanyID, key, version string) Key {
	return Key{scannedPK(c), key + "#" + version}
}

func sentKey(c sds.CompanyID, ulid string) Key { return Key{sentPK(c), ulid} }

const allowedPK = "ALLOWED"

// allowedKey is that of what was allowed under an id, which tells the time.
func allowedKey(id string, c sds.CompanyID) Key {
	var at time.Time
	if u, err := ulid.ParseStrict(id); err == nil {
		at = ulid.Time(u.Time())
	}
	return Key{allowedPK, removedSince(at) + "#" + companyPK(c) + "#" + id}
}

func closedKey(c sds.CompanyID) Key { return Key{"CLOSED", companyPK(c)} }

func personPK(c sds.CompanyID, u sds.UserID) string { return companyPK(c) + "#U#" + string(u) }

// CriteriaKey addresses a search that a person has saved.
func CriteriaKey(c sds.CompanyID, u sds.UserID, id sds.CriteriaID) Key {
	return Key{personPK(c, u), "FILTER#" + string(id)}
}

// Criteria are the searches that a person has saved.
func Criteria(c sds.CompanyID, u sds.UserID) Partition { return Partition{personPK(c, u), "FILTER#"} }

func criteriaCountKey(c sds.CompanyID, u sds.UserID) Key { return Key{personPK(c, u), "FILTERS"} }

// SheetKey addresses the head of a sheet.
func SheetKey(c sds.CompanyID, s sds.SheetID) Key { return Key{companyPK(c) + "#S", string(s)} }

func sheetRecords(c sds.CompanyID) Partition { return Partition{companyPK(c) + "#S", ""} }

func sheetPK(c sds.CompanyID, s sds.SheetID) string { return companyPK(c) + "#S#" + string(s) }

func sectionKey(c sds.CompanyID, s sds.SheetID, number int) Key {
	return Key{sheetPK(c, s), fmt.Sprintf("SECTION#%02d", number)}
}

func sections(c sds.CompanyID, s sds.SheetID) Partition {
	return Partition{sheetPK(c, s), "SECTION#"}
}

func findingsKey(c sds.CompanyID, s sds.SheetID) Key { return Key{sheetPK(c, s), "FINDINGS"} }

func editKey(c sds.CompanyID, s sds.SheetID, e sds.EditID) Key {
	return Key{sheetPK(c, s), "EDIT#" + string(e)}
}

func edits(c sds.CompanyID, s sds.SheetID) Partition { return Partition{sheetPK(c, s), "EDIT#"} }

func attachmentKey(c sds.CompanyID, s sds.SheetID, a sds.AttachmentID) Key {
	return Key{sheetPK(c, s), "ATT#" + string(a)}
}

func attachments(c sds.CompanyID, s sds.SheetID) Partition { return Partition{sheetPK(c, s), "ATT#"} }

// partsOf are all records of a sheet but its head.
func partsOf(c sds.CompanyID, s sds.SheetID) Partition { return Partition{sheetPK(c, s), ""} }

const removedPK = "REMOVED"

// removedSince begins the sort keys of sheets removed at a time.
func removedSince(at time.Time) string { return at.UTC().Format("20060102150405") }

func removedKey(c sds.CompanyID, s sds.SheetID, at time.Time) Key {
	return Key{removedPK, removedSince(at) + "#" + companyPK(c) + "#" + string(s)}
}

func productCodeKey(c sds.CompanyID, code string) Key {
	return Key{companyPK(c) + "#CODE#" + strings.ToLower(code), "CODE"}
}

const seqDigits = 15

func logKey(c sds.CompanyID, seq int64) Key {
	return Key{companyPK(c) + "#LOG", fmt.Sprintf("%0*d", seqDigits, seq)}
}

func auditKey(c sds.CompanyID, at time.Time) Key {
	return Key{companyPK(c) + "#AUDIT", newULID(at)}
}

func jobKey(c sds.CompanyID, j job.ID) Key { return Key{companyPK(c), "JOB#" + string(j)} }

func jobs(c sds.CompanyID) Partition { return Partition{companyPK(c), "JOB#"} }

func slotKey(c sds.CompanyID, month string, number int) Key {
	return Key{companyPK(c), fmt.Sprintf("SLOT#%s#%02d", month, number)}
}

func slots(c sds.CompanyID, month string) Partition {
	return Partition{companyPK(c), "SLOT#" + month + "#"}
}

const waitingPK = "WAITING"

func waitingKey(j job.Job) Key {
	return Key{waitingPK, fmt.Sprintf("%s#%s#%d", companyPK(j.Company), j.ID, j.Attempt)}
}

func answerKey(c sds.CompanyID, key string) Key { return Key{companyPK(c) + "#IDEM", key} }

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

// Key is the primary key of one record. Keys are built only in this package, from typed
// ids, so that a record can never be addressed by the id of another kind.
//
//	pk                sk                     what
//	C#cid             COMPANY | USAGE | SEQ  the company, what it has used, its log's counter
//	C#cid             USER#uid | DEPT#id | TAG#id
//	C#cid             RECOVERY#uid           a user's one-time codes
//	C#cid             REAUTH#uid#session     that a user has entered their password again (reauthentication.go)
//	C#cid             ENDED#uid#session      a single session that was ended (session.go)
//	C#cid             SESSION#uid#session    a session in use, with its device and last use (session.go)
//	C#cid             SIGNIN#uid#time        the history of a user's sign-ins (signin.go)
//	C#cid             DEVICE#uid#hash        a device from which a user has signed in
//	C#cid             SAML                   the connection to the company's own identity provider
//	C#cid             PROOF#domain           the operator's word that a mail domain is the company's
//	C#cid             RATE#id#time           requests of such a token in some seconds
//	C#cid             SCIM#nn                a token of the company's identity provider (provisioning.go)
//	C#cid             LEFT#uid               a removed user, until all of their data is removed
//	C#cid             JOB#ulid               a background job
//	C#cid             PERIODIC#id            a periodic export
//	C#cid             LIST#lid               a checklist
//	C#cid             RUN#lid                the result of its last nightly run
//	C#cid#L#lid       RESULT#sid             the review of a sheet on a checklist
//	C#cid#L#lid       CHANGE#ulid            the checklist's update history
//	C#cid             SLOT#month#nn          a bulk download of a month, with its job
//	C#cid#S           sid                    the sheet record
//	C#cid#S#sid       SECTION#nn | FINDINGS | EDIT#ulid | ATT#id
//	C#cid#CODE#code   CODE                   guard: one sheet a product code
//	C#cid#LOG         seq                    change log of the company's sheets
//	C#cid#AUDIT       ulid                   audit records
//	C#cid#SEALS       nn                     the seals of the audit records (audit.go)
//	C#cid#IDEM        key                    answers by idempotency key
//	C#cid#NAME#kind   name                   guard: one department or tag a name
//	C#cid#TOKENS      hash                   the company's mailed links, for its closing (closing.go)
//	C#cid#UPLOADS     ulid                   the company's uploads and attachments, for its closing
//	C#cid#SCAN        key#id                 the result of the malware scan of an object
//	C#cid#U#uid       FILTER#id | FILTERS    a user's saved searches, and their number
//	DOMAIN#domain     DOMAIN                 guard: one company's identity provider a mail domain
//	EMAIL#email       EMAIL                  guard: one account an e-mail
//	TOKEN#hash        TOKEN                  mailed one-time links
//	C#cid             TAKEN#day#uid          how many taken addresses were disclosed (taken.go)
//	REQUEST#id        REQUEST                a request without a session (request.go)
//	CLOSED            C#cid                  the record that remains of a closed company
//	THROTTLE#w#hash   THROTTLE               when a public action is allowed again
//	UPLOAD#id         UPLOAD                 an upload of a PDF, with its company
//	SNAPSHOT          C#cid                  companies whose catalog waits for a snapshot (compaction.go)
//	WAITING           C#cid#jid#attempt      jobs that have not ended (job.go)
//	UNALIGNED         C#cid#id               periodic exports whose schedules must be updated (periodic.go)
//	COMPANIES         C#cid                  all companies, for the sealing of their audit records
//	SEALING           SEALING                how far that has come
//	PAUSE             PAUSE                  whether operators have paused the starting of analyses (pause.go)
//	CHECKED           C#cid#lid              of older versions: checklists that the nightly run evaluates (checklist.go)
//	PENDING           C#cid#sid#attempt      analyses that have not ended (pending.go)
//	ALLOWED           time#C#cid#ulid        allowed uploads and attachments that are not swept (sent.go)
//	REMOVED           time#C#cid#sid         removed sheets whose parts are still kept (remove.go)
type Key struct{ pk, sk string }

// DynamoDB's limits of a key's parts in bytes ("Service, account, and table quotas" in its developer guide).
const (
	longestPartition = 2048
	longestSort      = 1024
)

// possible reports whether a record can have the key. Parts of keys are ids that requests name; DynamoDB refuses to look for those that
// it cannot store, instead of answering that there is no such record.
func (k Key) possible() bool {
	return k.pk != "" && k.sk != "" && len(k.pk) <= longestPartition && len(k.sk) <= longestSort
}

// String is for logs and tests. It omits e-mail addresses.
func (k Key) String() string {
	if strings.HasPrefix(k.pk, emailPrefix) {
		return emailPrefix + "... | " + k.sk
	}
	return k.pk + " | " + k.sk
}

const emailPrefix = "EMAIL#"

// Partition is the range of a Query: a partition key and a prefix of the sort keys.
type Partition struct{ pk, prefix string }

func companyPK(c sds.CompanyID) string { return "C#" + string(c) }

// CompanyKey addresses a company.
func CompanyKey(c sds.CompanyID) Key { return Key{companyPK(c), "COMPANY"} }

// UsageKey addresses a company's usage of its plan.
func UsageKey(c sds.CompanyID) Key { return Key{companyPK(c), "USAGE"} }

func counterKey(c sds.CompanyID) Key { return Key{companyPK(c), "SEQ"} }

// UserKey addresses a user.
func UserKey(c sds.CompanyID, u sds.UserID) Key { return Key{companyPK(c), "USER#" + string(u)} }

func recoveryKey(c sds.CompanyID, u sds.UserID) Key {
	return Key{companyPK(c), "RECOVERY#" + string(u)}
}

func connectionKey(c sds.CompanyID) Key { return Key{companyPK(c), "SAML"} }

func proofKey(c sds.CompanyID, domain string) Key {
	return Key{companyPK(c), "PROOF#" + strings.ToLower(domain)}
}

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

// Users are the users of a company.
func Users(c sds.CompanyID) Partition { return Partition{companyPK(c), "USER#"} }

// Departments are the departments of a company.
func Departments(c sds.CompanyID) Partition { return Partition{companyPK(c), "DEPT#"} }

// Tags are the tags of a company.
func Tags(c sds.CompanyID) Partition { return Partition{companyPK(c), "TAG#"} }

// NameKey guards that a company has one department or tag of a name.
func NameKey(c sds.CompanyID, kind, name string) Key {
	return Key{companyPK(c) + "#NAME#" + kind, strings.ToLower(name)}
}

// EmailKey guards that there is one account an e-mail address.
func EmailKey(email string) Key { return Key{emailPrefix + strings.ToLower(email), "EMAIL"} }

// TokenKey addresses a one-time link by the hash of its secret.
func TokenKey(hash string) Key { return Key{"TOKEN#" + hash, "TOKEN"} }

// throttleKey addresses when an action is allowed again for a subject, such as an e-mail
// address, of which only a hash is stored.
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

// allowedKey addresses allowed uploads by their ULID, which contains the time.
func allowedKey(id string, c sds.CompanyID) Key {
	var at time.Time
	if u, err := ulid.ParseStrict(id); err == nil {
		at = ulid.Time(u.Time())
	}
	return Key{allowedPK, removedSince(at) + "#" + companyPK(c) + "#" + id}
}

func closedKey(c sds.CompanyID) Key { return Key{"CLOSED", companyPK(c)} }

func personPK(c sds.CompanyID, u sds.UserID) string { return companyPK(c) + "#U#" + string(u) }

// CriteriaKey addresses a user's saved search.
func CriteriaKey(c sds.CompanyID, u sds.UserID, id sds.CriteriaID) Key {
	return Key{personPK(c, u), "FILTER#" + string(id)}
}

// Criteria are a user's saved searches.
func Criteria(c sds.CompanyID, u sds.UserID) Partition { return Partition{personPK(c, u), "FILTER#"} }

func criteriaCountKey(c sds.CompanyID, u sds.UserID) Key { return Key{personPK(c, u), "FILTERS"} }

// SheetKey addresses a sheet record.
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

// partsOf are all records of a sheet besides the sheet record.
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

func auditPK(c sds.CompanyID) string { return companyPK(c) + "#AUDIT" }

func auditKey(c sds.CompanyID, at time.Time) Key { return Key{auditPK(c), newULID(at)} }

func seals(c sds.CompanyID) Partition { return Partition{pk: companyPK(c) + "#SEALS"} }

func sealKey(c sds.CompanyID, number int) Key { return Key{seals(c).pk, fmt.Sprintf("%08d", number)} }

const companiesPK = "COMPANIES"

// listedKey addresses a company in the list of all companies.
func listedKey(c sds.CompanyID) Key { return Key{companiesPK, companyPK(c)} }

// sealingKey addresses how far the sealing of a day has come.
func sealingKey() Key { return Key{"SEALING", "SEALING"} }

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

// LeadingKeys are the partition keys of a company's records, as patterns of IAM: the company is a text, or a variable of a policy.
func LeadingKeys(company string) []string {
	pk := companyPK(sds.CompanyID(company))
	return []string{pk, pk + "#*"}
}

// NotedKeys are the partition keys that requests write which only read: the use of their session, and records of the audit.
func NotedKeys(company string) []string {
	c := sds.CompanyID(company)
	return []string{companyPK(c), auditPK(c)}
}

// SnapshotKeys are the partition keys of the requests for snapshots, of all companies.
func SnapshotKeys() []string { return []string{snapshotPK} }

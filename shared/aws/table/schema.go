package table

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/audit"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

// Stored records have names and versions independent of Go's. Attributes are named by the
// dynamodbav tags, packed content by json tags, so that fields can be renamed and types
// moved.
//
// A kind of record whose meaning changes gets a new version, with a function that upgrades
// the previous one when it is read. A record has its version in the attribute V; without
// it, version 1. Code does not write a record of a newer version than it knows (ErrNewer),
// and writes only the attributes that it knows: others stay. That holds for attributes
// only; a new member within one (in a map, or packed) requires a new version, as a test compares with the version that
// was released before (testdata/versions.json).
const schemaAttribute = "V"

// ErrNewer is returned for a write of a record that newer code has written.
var ErrNewer = message.New(message.Conflict, message.CodeNewer)

// schema is how a kind of record is stored.
type schema struct {
	// record is a value of the type it is decoded into, whose tags name the attributes.
	record any
	// upgrades[i] upgrades version i+1 to the next.
	upgrades []func(Item) error
	// former are attributes of older versions only: they are removed when the record is
	// written.
	former []string
}

func (s schema) version() int { return len(s.upgrades) + 1 }

// schemas are the kinds of records, by kindOf.
var schemas = map[string]schema{
	"COMPANY": {record: expiringCompany{}}, "USAGE": {record: usageRecord{}}, "SEQ": {record: counter{}}, "USER": {record: expiringUser{}},
	"RECOVERY": {record: company.RecoverySet{}}, "ENDED": {record: Ended{}}, "SESSION": {record: company.Session{}}, "SIGNIN": {record: company.SignIn{}}, "DEVICE": {record: company.KnownDevice{}}, "REAUTH": {record: company.Reauthentication{}}, "SAML": {record: saml.Connection{}}, "PROOF": {record: saml.OperatorProof{}}, "LEFT": {record: Left{}}, "SCIM": {record: company.ProvisioningToken{}}, "RATE": {record: rate{}},
	"JOB": {record: job.Job{}}, "PERIODIC": {record: periodic.Setting{}, upgrades: []func(Item) error{renumberPeriodic}}, "LIST": {record: checklist.List{}}, "RUN": {record: checklistRun{}},
	"SLOT": {record: Slot{}}, "DEPT": {record: company.Department{}}, "TAG": {record: company.Tag{}}, "TAKEN": {record: taken{}},
	"RESULT": {record: checklist.Review{}}, "CHANGE": {record: checklist.Change{}},
	"S": {record: sds.Sheet{}, former: []string{"GHSClassValues"}}, "SECTION": {record: packed{}, upgrades: []func(Item) error{uniteStatements}}, "FINDINGS": {record: packed{}}, "EDIT": {record: packed{}}, "ATT": {record: attachmentRecord{}},
	"CODE": {record: codeGuard{}}, "NAME": {record: nameGuard{}}, "EMAIL": {record: Account{}}, "DOMAIN": {record: domainGuard{}},
	"LOG": {record: LogEntry{}}, "AUDIT": {record: Audit{}}, "SEALS": {record: audit.Seal{}}, "COMPANIES": {record: listed{}}, "SEALING": {record: Sealing{}}, "IDEM": {record: Answer{}},
	"TOKENS": {record: link{}}, "TOKEN": {record: tokenRecord{}}, "UPLOADS": {record: Sent{}}, "ALLOWED": {record: Sent{}}, "UPLOAD": {record: uploadRecord{}},
	"SCAN": {record: Scanned{}}, "FILTER": {record: company.Criteria{}, upgrades: []func(Item) error{renumberSearch}}, "FILTERS": {record: criteriaCount{}},
	"REQUEST": {record: Request{}}, "CLOSED": {record: Closed{}}, "THROTTLE": {record: throttle{}}, "SNAPSHOT": {record: snapshotRequest{}},
	"WAITING": {record: Waiting{}}, "UNALIGNED": {record: Unaligned{}}, "CHECKED": {record: formerlyChecked{}}, "PENDING": {record: Pending{}}, "REMOVED": {record: Removed{}},
}

// kindOf is the kind of the record with a key: the constant of its key in the table of
// key.go.
func kindOf(k Key) string {
	first, rest, _ := strings.Cut(k.pk, "#")
	if first != "C" {
		return first
	}
	_, within, sub := strings.Cut(rest, "#") // the company's id and the rest
	if !sub {
		kind, _, _ := strings.Cut(k.sk, "#")
		return kind
	}
	kind, _, one := strings.Cut(within, "#")
	if one && (kind == "S" || kind == "L" || kind == "U") {
		kind, _, _ = strings.Cut(k.sk, "#")
	}
	return kind
}

// attributesOf are the names of a record's attributes, in the order of its type.
func attributesOf(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, attributesOf(f.Type)...)
			continue
		}
		if name, _, _ := strings.Cut(f.Tag.Get("dynamodbav"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

var attributes sync.Map // of types, by reflect.Type

func (s schema) attributes() []string {
	if s.record == nil {
		return nil
	}
	t := reflect.TypeOf(s.record)
	names, ok := attributes.Load(t)
	if !ok {
		names, _ = attributes.LoadOrStore(t, attributesOf(t))
	}
	return names.([]string)
}

// versionOf is the version of a stored record.
func versionOf(item Item) (int, error) {
	v, there := item[schemaAttribute]
	if !there {
		return 1, nil
	}
	n, ok := v.(*types.AttributeValueMemberN)
	if !ok {
		return 0, fmt.Errorf("%s: its version is no number", keyOf(item))
	}
	version, err := strconv.Atoi(n.Value)
	if err != nil || version < 1 {
		return 0, errors.Join(fmt.Errorf("%s: %q is no version", keyOf(item), n.Value), err)
	}
	return version, nil
}

// upgrade upgrades a record of an older version to the current one. One of a newer version
// is read as it is: its known attributes have the same meaning or another name.
func upgrade(item Item) error {
	upgrades := schemas[kindOf(keyOf(item))].upgrades
	version, err := versionOf(item)
	if err != nil {
		return err
	}
	for ; version <= len(upgrades); version++ {
		if err := upgrades[version-1](item); err != nil {
			return fmt.Errorf("upgrade %s from version %d: %w", keyOf(item), version, err)
		}
	}
	return nil
}

// protect adds the condition to a write that the record is not of a newer version than
// this code knows.
func protect(k Key, condition **string, names *map[string]string, values *Item) {
	known := "(attribute_not_exists(#V) OR #V <= :V)"
	if *condition != nil {
		known = "(" + **condition + ") AND " + known
	}
	if *names == nil {
		*names = map[string]string{}
	}
	if *values == nil {
		*values = Item{}
	}
	*condition, (*names)["#V"], (*values)[":V"] = &known, schemaAttribute, number(int64(schemas[kindOf(k)].version()))
}

// newer reports whether the record that made a write fail is of a newer version.
func newer(k Key, stored Item) bool {
	version, err := versionOf(stored)
	return stored != nil && err == nil && version > schemas[kindOf(k)].version()
}

// assign makes the update set the attributes of an item, and remove those known to its
// kind that the item lacks. All others stay.
func assign(update *types.Update, k Key, item Item) {
	if update.ExpressionAttributeNames == nil {
		update.ExpressionAttributeNames = map[string]string{}
	}
	if update.ExpressionAttributeValues == nil {
		update.ExpressionAttributeValues = Item{}
	}
	var set, remove []string
	for i, name := range sortedAttributes(item, schemas[kindOf(k)].attributes(), schemas[kindOf(k)].former) {
		at := strconv.Itoa(i)
		update.ExpressionAttributeNames["#"+at] = name
		if value, given := item[name]; given {
			update.ExpressionAttributeValues[":"+at] = value
			set = append(set, "#"+at+" = :"+at)
		} else {
			remove = append(remove, "#"+at)
		}
	}
	expression := ""
	if len(set) > 0 {
		expression = "SET " + strings.Join(set, ", ")
	}
	if len(remove) > 0 {
		expression += " REMOVE " + strings.Join(remove, ", ")
	}
	update.Key, update.UpdateExpression = k.item(), &expression
}

// sortedAttributes are the names of an item's and the known attributes, each once, without
// the key.
func sortedAttributes(item Item, known, former []string) []string {
	names := map[string]bool{}
	for _, name := range slices.Concat(known, former) {
		names[name] = true
	}
	for name := range item {
		names[name] = true
	}
	delete(names, PartitionAttribute)
	delete(names, SortAttribute)
	return slices.Sorted(maps.Keys(names))
}

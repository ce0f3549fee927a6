package table

import (
	"maps"
	"reflect"
	"slices"

	"anzen/shared/domain/sds"
)

// Kinds are all kinds of records.
func Kinds() []string { return slices.Sorted(maps.Keys(schemas)) }

// KindOf is the kind of a stored record.
func KindOf(item Item) string { return kindOf(keyOf(item)) }

// NewRecord is a record of a kind, to be filled or read into.
func NewRecord(kind string) any { return reflect.New(reflect.TypeOf(schemas[kind].record)).Interface() }

// Encode and DecodeInto are how records are stored and read.
func Encode(record any) (Item, error) {
	item, err := encode(Key{"TEST", "TEST"}, record)
	delete(item, PartitionAttribute)
	delete(item, SortAttribute)
	return item, err
}

func DecodeInto(item Item, record any) error { return decode(item, record) }

// Unpack reads what a record holds packed.
func Unpack(record any, v any) error { return record.(*packed).unpack(v) }

// Upgraded gives a kind functions that upgrade it from versions with other attributes,
// and answers how to take them away.
func Upgraded(kind string, former []string, upgrades ...func(Item) error) (restore func()) {
	before := schemas[kind]
	schemas[kind] = schema{before.record, upgrades, former}
	return func() { schemas[kind] = before }
}

// CurrentVersion is the version in which a kind of record is written.
func CurrentVersion(kind string) int { return schemas[kind].version() }

// AuditKey addresses an audit record, to forge it.
func AuditKey(c sds.CompanyID, id string) Key { return Key{auditPK(c), id} }

// SealKey addresses a seal.
func SealKey(c sds.CompanyID, number int) Key { return sealKey(c, number) }

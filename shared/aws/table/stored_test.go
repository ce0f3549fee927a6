package table_test

import (
	"encoding/json"
	"flag"
	"path/filepath"
	"reflect"
	"testing"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/sds"
)

var update = flag.Bool("update", false, "write how records are stored into testdata")

// Every kind of record is stored under the names, with the types and values that it had
// when there was data already, and all of them are found when it is read.
func TestStoredRecords(t *testing.T) {
	for _, kind := range table.Kinds() {
		t.Run(kind, func(t *testing.T) {
			record := table.NewRecord(kind)
			for _, field := range tabletest.Fill(record, "dynamodbav", kind) {
				t.Errorf("%s has no name under which it is stored: give it a dynamodbav tag", field)
			}
			item, err := table.Encode(record)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := tabletest.Plain(item)
			if err != nil {
				t.Fatal(err)
			}
			encoded, err := json.MarshalIndent(plain, "", "\t")
			if err != nil {
				t.Fatal(err)
			}
			stored := tabletest.Golden(t, filepath.Join("testdata", "items", kind+".json"), append(encoded, '\n'), *update)
			if item, err = tabletest.Item(stored); err != nil {
				t.Fatal(err)
			}
			again := table.NewRecord(kind)
			if err := table.DecodeInto(item, again); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(again, record) {
				t.Errorf("read as\n%+v, want\n%+v", reflect.ValueOf(again).Elem(), reflect.ValueOf(record).Elem())
			}
		})
	}
}

// The versions in which the kinds of records are written.
func TestStoredVersions(t *testing.T) {
	versions := map[string]int{}
	for _, kind := range table.Kinds() {
		versions[kind] = table.CurrentVersion(kind)
	}
	encoded, err := json.MarshalIndent(versions, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	tabletest.Golden(t, filepath.Join("testdata", "versions.json"), append(encoded, '\n'), *update)
}

// What records hold packed is stored as JSON.
func TestStoredJSON(t *testing.T) {
	for name, pointer := range map[string]any{"section": &sds.Section{}, "judged": &sds.CheckResult{}, "edit": &sds.Edit{}} {
		t.Run(name, func(t *testing.T) {
			tabletest.JSON(t, filepath.Join("testdata", "packed", name+".json"), pointer, *update)
		})
	}
}

package extract

import (
	"bytes"
	"encoding/json"
	"fmt"

	"anzen/shared/domain/sds"
)

// member is a member of a view's JSON, with a pointer to its value.
type member struct {
	key   string
	value any
}

// groups are the members with the rows of groups.
func (v *View) groups() []member {
	return []member{
		{sds.GroupClassification, &v.Classification}, {sds.GroupComposition, &v.Composition}, {sds.GroupExposureLimits, &v.ExposureLimits}, {sds.GroupLaws, &v.Laws},
	}
}

// MarshalJSON encodes a view like the answers of the corpus, with the fields in the order
// of the sheet.
func (v View) MarshalJSON() ([]byte, error) {
	var all []member
	if v.ID != "" {
		all = append(all, member{"id", v.ID})
	}
	if v.MS != 0 {
		all = append(all, member{"ms", v.MS})
	}
	if v.Pages != 0 {
		all = append(all, member{"pages", v.Pages})
	}
	if v.Error != "" {
		all = append(all, member{"error", v.Error})
	}
	all = append(all, member{"language", v.Language})
	for _, d := range sds.Definitions {
		if d.Group == "" && v.singles != nil {
			all = append(all, member{d.Key, v.singles[d.Key]})
		}
	}
	all = append(append(all, member{"hazard_statement_count", v.HazardStatementCount}), v.groups()...)
	b := bytes.NewBufferString("{")
	for i, m := range all {
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, fmt.Errorf("encode %s of a view: %w", m.key, err)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "%q:%s", m.key, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON decodes an answer, which may lack newer fields and contain remarks.
func (v *View) UnmarshalJSON(raw []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return fmt.Errorf("decode a view: %w", err)
	}
	*v = View{singles: map[string]any{}, keys: map[string]bool{}}
	read := func(key string, into any) error {
		text, ok := members[key]
		if !ok {
			return nil
		}
		v.keys[key] = true
		if err := json.Unmarshal(text, into); err != nil {
			return fmt.Errorf("decode %s of a view: %w", key, err)
		}
		return nil
	}
	for _, m := range append(v.groups(),
		member{"id", &v.ID}, member{"ms", &v.MS}, member{"pages", &v.Pages}, member{"error", &v.Error}, member{"language", &v.Language}, member{"hazard_statement_count", &v.HazardStatementCount}) {
		if err := read(m.key, m.value); err != nil {
			return err
		}
	}
	for _, d := range sds.Definitions {
		if d.Group != "" {
			continue
		}
		var err error
		switch d.Kind {
		case sds.KindList:
			err = readSingle[[]string](v, d.Key, read)
		case sds.KindQuantity:
			err = readSingle[*ViewQuantity](v, d.Key, read)
		case sds.KindFlag:
			err = readSingle[*bool](v, d.Key, read)
		default:
			err = readSingle[*string](v, d.Key, read)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func readSingle[T any](v *View, key string, read func(key string, into any) error) error {
	var value T
	err := read(key, &value)
	v.singles[key] = value
	return err
}

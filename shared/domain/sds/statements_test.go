package sds_test

import (
	"slices"
	"testing"

	"anzen/shared/domain/sds"
)

func statement(id, code, sentence string) sds.Row {
	r := sds.Row{ID: id}
	if code != "" {
		r.Fields = append(r.Fields, machine("hazard_statements/"+id+"/code", "code", text(code)))
	}
	if sentence != "" {
		r.Fields = append(r.Fields, machine("hazard_statements/"+id+"/text", "text", text(sentence)))
	}
	return r
}

func codes(list ...string) sds.Value { return sds.Value{Kind: sds.KindList, List: list} }

// What a sheet states as a hazard is what it is found by, whatever it was stored as.
func TestCodesAreThoseOfTheStatements(t *testing.T) {
	rows := func() []sds.Group {
		return []sds.Group{{Key: sds.GroupHazards, Rows: []sds.Row{statement("a", "H225", "引火性の高い液体及び蒸気"), statement("b", "H350", "発がんのおそれ"), statement("c", "", "符号のない文")}}}
	}
	read := machine("h_codes", "h_codes", codes("H225", "H300 + H310"))
	removed, confirmed, deleted, added := read, read, read, read
	removed.State, removed.Value, removed.Machine = sds.StateEdited, codes("H225"), &sds.Value{Kind: sds.KindList, List: []string{"H225", "H350"}}
	confirmed.State = sds.StateConfirmed
	deleted.State, deleted.Value = sds.StateDeleted, codes("H225", "H350")
	added.State, added.Value = sds.StateEdited, codes("H225", "H350", "H411")
	for name, tt := range map[string]struct {
		list  *sds.Field
		want  []string
		state sds.FieldState // of the last row
	}{
		"no list":                 {nil, []string{"H225", "H350"}, sds.StateMachine},
		"a code without sentence": {&read, []string{"H225", "H350", "H300+H310"}, sds.StateMachine},
		"confirmed":               {&confirmed, []string{"H225", "H350", "H300+H310"}, sds.StateConfirmed},
		"a code added":            {&added, []string{"H225", "H350", "H411"}, sds.StateEdited},
		"a code removed":          {&removed, []string{"H225"}, sds.StateMachine},
		"deleted":                 {&deleted, nil, sds.StateMachine},
	} {
		t.Run(name, func(t *testing.T) {
			s := sds.Section{Number: 2, Groups: rows()}
			if tt.list != nil {
				s.Fields = append(s.Fields, *tt.list)
			}
			sds.UniteStatements(&s)
			sds.UniteStatements(&s)
			var record sds.Sheet
			record.Derive([]sds.Section{s})
			if got := sds.Codes(&s, sds.GroupHazards); !slices.Equal(got, tt.want) || !slices.Equal(record.HCodes, tt.want) || s.Find("h_codes") != nil {
				t.Errorf("%v, found by %v, want %v; %+v", got, record.HCodes, tt.want, s.Fields)
			}
			all := s.Group(sds.GroupHazards).Rows
			if got := all[len(all)-1].Fields[0].State; got != tt.state {
				t.Errorf("the last row is %s, want %s", got, tt.state)
			}
		})
	}
}

// The lists of codes are not edited beside the statements.
func TestListsOfCodesAreNotEdited(t *testing.T) {
	s := sds.Section{Number: 2}
	v := codes("H225")
	if _, err := s.Apply(sds.FieldEdit{Section: 2, ID: "h_codes", Action: sds.ActionEdit, Value: &v}, nil); err == nil {
		t.Errorf("edited: %+v", s)
	}
}

func TestCodesAsEntered(t *testing.T) {
	for entered, want := range map[string][]string{
		"h350": {"H350"}, "Ｈ３００＋Ｈ３１０": {"H300+H310"}, "p305 + p351 + p338": {"P305+P351+P338"}, "H360fd": {"H360fd"}, "euh-066": {"EUH066"},
		"H225, H319": {"H225", "H319"}, "H225、H319": {"H225", "H319"}, "Harmful if swallowed": nil, "H22": nil, " ": nil, "": nil,
	} {
		if got := sds.SplitCodes(entered); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", entered, got, want)
		}
	}
}

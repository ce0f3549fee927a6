package sds

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"anzen/shared/text/fold"
)

// The codes of hazard and precautionary statements are stored once: in the rows of the
// statements, with the sentence where one is printed. The lists of codes (h_codes,
// p_codes) by which sheets are found, exported and checked follow from the rows. A code
// that is printed without a sentence is a row with a code alone.

// codeLists are the keys of the lists of codes, by the group whose codes they list.
var codeLists = func() map[string]string {
	lists := map[string]string{}
	for _, d := range Definitions {
		if d.CodesOf != "" {
			lists[d.CodesOf] = d.Key
		}
	}
	return lists
}()

// Codes are the codes of the statements in a group of section 2, each once in the order of
// the rows. Deleted ones do not count.
func Codes(section *Section, group string) (codes []string) {
	g := section.Group(group)
	if g == nil {
		return nil
	}
	for i := range g.Rows {
		codes = addCodes(codes, g.Rows[i].text("code"))
	}
	return codes
}

func addCodes(codes []string, entered string) []string {
	for _, code := range SplitCodes(entered) {
		if !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

var (
	betweenCodes = regexp.MustCompile(`[\s,、;；/・]+`)
	plusSign     = regexp.MustCompile(`\s*\+\s*`)
	aCode        = regexp.MustCompile(`^(?:EUH|H|P)[0-9]{3}[A-Za-z]{0,2}(?:\+[HP]?[0-9]{3}[A-Za-z]{0,2})*$`)
	codeLetters  = regexp.MustCompile(`(?i)(^|\+)(euh|h|p)-?`)
)

// SplitCodes reads the code of a statement as entered: in full width, in lower case, with
// blanks around the plus of a combined one, several separated by commas or blanks. Words that
// are no codes are left out.
func SplitCodes(entered string) (codes []string) {
	entered = plusSign.ReplaceAllString(fold.Widths(entered), "+")
	for _, code := range betweenCodes.Split(entered, -1) {
		code = codeLetters.ReplaceAllStringFunc(code, func(s string) string { return strings.ToUpper(strings.TrimSuffix(s, "-")) })
		if aCode.MatchString(code) {
			codes = append(codes, code)
		}
	}
	return codes
}

// RowID is an id derived from a row's contents, so that it stays the same when the sheet is
// read again and rows before it come or go.
func RowID(group string, contents ...string) string {
	sum := sha256.Sum256([]byte(group + "\x00" + strings.Join(contents, "\x00")))
	return hex.EncodeToString(sum[:6])
}

// CodeRow is the row of a statement of which the code alone is known, with the field that
// states it.
func CodeRow(group, code string, from Field) Row {
	id := RowID(group, group+".code", code, "")
	if from.State == StateMachine {
		from.Raw = code
	}
	from.ID, from.Key, from.Value, from.Machine = FieldID(group, id, "code"), "code", Value{Kind: KindText, Text: code}, nil
	return Row{ID: id, Fields: []Field{from}}
}

// UniteStatements changes section 2 of a sheet that still stores lists of codes beside the
// rows of the statements: a code that the rows lack becomes a row, a code that a user
// removed from the list deletes its rows, and the lists go.
func UniteStatements(section *Section) {
	if section.Number != 2 {
		return
	}
	for _, group := range []string{GroupHazards, GroupPrecautions} {
		list := section.Find(codeLists[group])
		if list == nil {
			continue
		}
		section.unite(group, *list)
		section.Fields = slices.DeleteFunc(section.Fields, func(f Field) bool { return f.ID == list.Key })
	}
}

func (s *Section) unite(group string, list Field) {
	var stated []string
	if list.State != StateDeleted {
		stated = list.Value.List
	}
	if removed := removedCodes(list, stated); len(removed) > 0 {
		s.deleteCodes(group, removed)
	}
	has := Codes(s, group)
	s.printed(group, list)
	for _, code := range stated {
		if slices.ContainsFunc(SplitCodes(code), func(c string) bool { return !slices.Contains(has, c) }) {
			has = append(has, code)
			g := s.Group(group)
			if g == nil {
				s.Groups = append(s.Groups, Group{Key: group})
				g = s.Group(group)
			}
			row := CodeRow(group, code, list)
			if s.Row(group, row.ID) == nil {
				g.Rows = append(g.Rows, row)
			}
		}
	}
}

// printed records in the rows that their codes are printed, where the rows were made of the
// sentences and the list of the codes.
func (s *Section) printed(group string, list Field) {
	g := s.Group(group)
	if g == nil || list.State == StateDeleted {
		return
	}
	for i := range g.Rows {
		f := g.Rows[i].stated("code")
		if f != nil && f.State == StateMachine && slices.Contains(list.Value.List, f.Value.Text) && !strings.Contains(f.Raw, f.Value.Text) {
			f.Raw, f.Confidence = strings.TrimSpace(f.Value.Text+" "+f.Raw), max(f.Confidence, list.Confidence)
		}
	}
}

// removedCodes are the codes that were read and that a user took out of the list.
func removedCodes(list Field, stated []string) (removed []string) {
	read := list.Value.List
	if list.Machine != nil {
		read = list.Machine.List
	}
	for _, code := range read {
		if list.ByPerson() && !slices.Contains(stated, code) {
			removed = append(removed, code)
		}
	}
	return removed
}

// deleteCodes deletes the rows of codes that no user has changed.
func (s *Section) deleteCodes(group string, codes []string) {
	g := s.Group(group)
	if g == nil {
		return
	}
	for i := range g.Rows {
		r := &g.Rows[i]
		if !slices.Contains(codes, r.text("code")) || slices.ContainsFunc(r.Fields, Field.ByPerson) {
			continue
		}
		for j := range r.Fields {
			read := r.Fields[j].Value
			r.Fields[j].Machine, r.Fields[j].State = &read, StateDeleted
		}
	}
}

package mhlw

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// Codes of what is wrong with a document; each stands at the path of the member.
const (
	CodeNotJSON  message.Code = "exchange.not_json"
	CodeNotMHLW  message.Code = "exchange.not_mhlw"
	CodeVersion  message.Code = "exchange.version"
	CodeText     message.Code = "exchange.text_expected"
	CodeNumber   message.Code = "exchange.number_expected"
	CodeList     message.Code = "exchange.list_expected"
	CodeObject   message.Code = "exchange.object_expected"
	CodeDate     message.Code = "exchange.date"
	CodeUNNumber message.Code = "exchange.un_number"
	CodeChoice   message.Code = "exchange.choice"
	CodeRange    message.Code = "exchange.range"
	CodeTextLong message.Code = "exchange.text_long"
)

// Limits of a document.
const (
	maxText = 20_000 // characters of one text
	maxRows = 500    // rows of one table
)

// Imported is the content of a document.
type Imported struct {
	Language     int
	LanguageCode string
	Sections     []sds.Section
	// Left are the paths of members that a sheet has no place for.
	Left []string
}

// Import reads a document. What is wrong with it is answered at once, each with
// the path of its member; then there is no sheet. Numbers of ingredients that are known are
// not reported as left.
func Import(data []byte, known ...Known) (Imported, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var root object
	if err := json.Unmarshal(data, &root); err != nil || !utf8.Valid(data) {
		return Imported{}, message.New(message.Invalid, CodeNotJSON).With(message.Args{"line": lineOf(data, err)}).Because(err)
	}
	members := 0
	for name := range root {
		if _, ok := roots[name]; ok {
			members++
		}
	}
	if members == 0 {
		return Imported{}, message.New(message.Invalid, CodeNotMHLW)
	}
	r := &reader{root: root, sections: map[int]*sds.Section{}}
	if len(known) > 0 {
		r.known = known[0]
	}
	r.cleanTexts(root, "")
	r.read()
	if len(r.errors) > 0 {
		err := message.New(message.Invalid, message.CodeInvalid)
		listed := min(len(r.errors), message.MaxFields)
		err.Fields, err.Omitted = r.errors[:listed], len(r.errors)-listed
		return Imported{}, err
	}
	out := Imported{Language: r.language, LanguageCode: inLanguage(r.language, "ja", "en"), Left: r.left}
	for _, s := range r.sections {
		out.Sections = append(out.Sections, *s)
	}
	slices.SortFunc(out.Sections, func(a, b sds.Section) int { return a.Number - b.Number })
	return out, nil
}

// lineOf is the line at which the JSON breaks off.
func lineOf(data []byte, err error) int {
	syntax, ok := err.(*json.SyntaxError) //nolint:errorlint // json answers it bare
	if !ok {
		return 1
	}
	return 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
}

func (r *reader) read() {
	for name := range roots {
		r.shape(name)
	}
	if version, ok := r.text(mustPath("Datasheet.SDS-SchemaVersionNo")); ok && version != "1" && !strings.HasPrefix(version, "1.") {
		r.addError(mustPath("Datasheet.SDS-SchemaVersionNo"), CodeVersion, message.Args{"version": version})
	}
	r.language = sds.LanguageJapanese
	names := mustPath("Identification.TradeProductIdentity")
	name, ok := r.text(member(names, "TradeNameJP"))
	if !ok {
		if name, ok = r.text(member(names, "TradeNameEN")); ok {
			r.language = sds.LanguageEnglish
		}
	}
	if ok {
		r.field(1, "product_name", sds.Value{Kind: sds.KindText, Text: name}, name)
	}
	r.readRevision()
	for _, one := range singles {
		r.readSingle(one)
	}
	r.readNumber()
	r.readClasses()
	r.readStatements()
	r.readIngredients()
	r.readLimits()
	r.readLaws()
	r.readBlocks()
	standards := r.readStandards()
	r.keepRest()
	r.keepStandards(standards)
}

// shape sees to it that a section is an object, or the list of objects that two of them are.
func (r *reader) shape(name string) {
	if r.root[name] == nil {
		return
	}
	steps := []step{{name, -1}}
	if name == "ToxicologicalInformation" || name == "EcologicalInformation" {
		if list, ok := r.root[name].([]any); !ok {
			r.addError(steps, CodeList, nil)
		} else {
			for i, entry := range list {
				if _, ok := entry.(object); !ok && entry != nil {
					r.addError(member(steps, i), CodeObject, nil)
				}
			}
		}
		return
	}
	if _, ok := r.root[name].(object); !ok {
		r.addError(steps, CodeObject, nil)
	}
}

func (r *reader) readSingle(one single) {
	key, section := one.definition.Key, one.definition.Section
	v := sds.Value{Kind: one.definition.Kind}
	var raw string
	switch one.definition.Kind {
	case sds.KindQuantity:
		r.readQuantity(one)
		return
	case sds.KindList:
		if v.List = r.readList(one); len(v.List) == 0 {
			return
		}
		raw = strings.Join(v.List, ", ")
	default:
		text, ok := r.text(one.path)
		if !ok {
			return
		}
		v.Text, raw = text, text
		switch one.definition.Kind {
		case sds.KindChoice, sds.KindFlag:
			if v.Text, ok = valueOf(key, text); !ok {
				r.addError(one.path, CodeChoice, message.Args{"value": text, "choices": choicesOf(key, r.language)})
				return
			}
		case sds.KindDate:
			if v.Text, ok = day(text); !ok {
				r.addError(one.path, CodeDate, message.Args{"value": text})
				return
			}
		case sds.KindText:
			if key != "un_number" {
				break
			}
			if v.Text, ok = sds.ReadUN(text); !ok {
				r.addError(one.path, CodeUNNumber, message.Args{"value": text})
				return
			}
		}
	}
	r.field(section, key, v, raw)
}

func choicesOf(key string, language int) string {
	var all []string
	for _, w := range words[key] {
		all = append(all, inLanguage(language, w.ja, w.en))
	}
	return strings.Join(all, ", ")
}

func (r *reader) readList(one single) []string {
	if one.definition.Key != "subsidiary_risks" {
		return r.list(one.path)
	}
	text, _ := r.text(one.path)
	var all []string
	for _, entry := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(",、，", c) }) {
		if entry = strings.TrimSpace(entry); entry != "" {
			all = append(all, entry)
		}
	}
	return all
}

// readQuantity takes the entry of a list of measurements that is the field's: the
// one with its name, or the first without any where only one field is kept there.
func (r *reader) readQuantity(one single) {
	for i := range r.length(one.path) {
		at := member(one.path, i)
		item, _ := look(r.root, member(at, "ItemName")).(string)
		if one.ja != "" && !named(one, item) {
			continue
		}
		v, ok := r.quantity(member(at, "NumericRangeWithUnitAndQualifier"))
		if !ok {
			v = sds.Value{Kind: sds.KindQuantity}
			v.Text, ok = r.text(member(at, "AdditionalInfo", "FullText", 0))
		}
		if ok {
			drop(r.root, member(at, "ItemName"))
			r.field(one.definition.Section, one.definition.Key, v, "")
			return
		}
	}
}

// otherItems are further names of the properties that share a list.
var otherItems = map[string][]string{
	"melting_point": {"", "融点・凝固点", "融点/凝固点", "凝固点"}, "boiling_point": {"", "沸点又は初留点及び沸点範囲", "沸点又は初留点及び沸騰範囲", "初留点"},
	"explosive_low": {"爆発限界下限", "下限", "爆発下限界", "爆発範囲下限"}, "explosive_high": {"爆発限界上限", "上限", "爆発上限界", "爆発範囲上限"},
	"density": {"", "密度及び/又は相対密度"}, "relative_density": {"比重"}, "viscosity_dynamic": {"", "粘度", "動的粘度"}, "viscosity_kinematic": {"動粘度"},
}

func named(one single, item string) bool {
	squeezed := fold.Squeezed(item)
	if squeezed == fold.Squeezed(one.ja) || squeezed == fold.Squeezed(one.en) {
		return true
	}
	return slices.ContainsFunc(otherItems[one.definition.Key], func(other string) bool { return squeezed == fold.Squeezed(other) })
}

var timeOfDay = regexp.MustCompile(`T[\d:.Z+-]*$`)

// day reads a date as every other way in does, and one with a time of day: YYYY-MM-DD, or
// YYYY-MM where no day is named.
func day(text string) (string, bool) {
	folded := strings.ReplaceAll(fold.Printed(text), " ", "")
	return sds.ReadDay(timeOfDay.ReplaceAllString(folded, ""))
}

// readRevision takes the latest of the dates of revision.
func (r *reader) readRevision() {
	list := mustPath("Datasheet.RevisionDate")
	latest, at := "", -1
	for i := range r.length(list) {
		text, ok := look(r.root, member(list, i)).(string)
		if !ok || strings.TrimSpace(text) == "" {
			continue
		}
		d, ok := day(text)
		if !ok {
			r.addError(member(list, i), CodeDate, message.Args{"value": text})
			continue
		}
		if d > latest {
			latest, at = d, i
		}
	}
	if at < 0 {
		return
	}
	raw, _ := r.text(member(list, at))
	r.field(1, "revision_date", sds.Value{Kind: sds.KindDate, Text: latest}, raw)
	// What is left there is reported, and not read again as the latest.
	for i := range r.length(list) {
		if text, ok := look(r.root, member(list, i)).(string); ok && text != "" {
			r.left = append(r.left, fmt.Sprintf("Datasheet.RevisionDate[%d]", i))
		}
		drop(r.root, member(list, i))
	}
}

func (r *reader) readNumber() {
	at := mustPath("Datasheet.AdditionalInfo")
	if item, _ := look(r.root, member(at, "ItemName")).(string); item == sdsNumber {
		if text, ok := r.text(member(at, "FullText", 0)); ok {
			drop(r.root, member(at, "ItemName"))
			r.field(1, "sds_number", sds.Value{Kind: sds.KindText, Text: text}, text)
		}
	}
}

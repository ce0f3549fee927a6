// Package unnumber holds the UN numbers of dangerous goods with their names, classes,
// subsidiary hazards and packing groups, and finds them in the transport section of a
// sheet.
//
// Source: the Japanese ministerial notice on the carriage of dangerous goods by sea (2023),
// which follows the UN model regulations.
package unnumber

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
	"anzen/shared/text/tsv"
)

//go:embed unnumbers.tsv
var file string

// Goods is an entry of the list of dangerous goods.
type Goods struct {
	Number string // four digits
	Ja, En string
	Class  string   // "3", "2.2"
	Sub    []string // subsidiary hazards
	Groups []string // packing groups: "I", "II", "III"
	// Marine is set for marine pollutants.
	Marine bool
}

var goods = sync.OnceValue(func() map[string][]Goods {
	m := map[string][]Goods{}
	for row := range tsv.Embedded("unnumber/unnumbers.tsv", file).Rows() {
		number := row.Text("number")
		m[number] = append(m[number], Goods{
			Number: number, Ja: row.Text("ja"), En: row.Text("en"), Class: row.Text("class"),
			Sub: row.List("subsidiary", "/"), Groups: groups(row.List("groups", "/")), Marine: row.Flag("marine"),
		})
	}
	return m
})

// groups are the packing groups of an entry. With the first and the third it may be of the
// second, which the source sometimes lacks.
func groups(listed []string) []string {
	if len(listed) == 2 && slices.Contains(listed, "I") && slices.Contains(listed, "III") {
		return []string{"I", "II", "III"}
	}
	return listed
}

// Lookup returns the entries of a number, one for each of its classes.
func Lookup(number string) []Goods { return goods()[number] }

// NotRegulated replaces the number where a sheet states that the product is not dangerous
// goods.
const NotRegulated = "not_regulated"

var (
	marked = pattern.MustCompile(`(?i)(?:UN|国連番号|国連No\.?|ID)[ ]?(?:No\.?|Number|番号)?[ ]*[:.]?[ ]*([0-9]{4})(?:[^0-9]|$)`)
	plain  = pattern.MustCompile(`(?:^|[^0-9.\-])([0-9]{4})(?:[^0-9\-]|$)`)
	none   = pattern.MustCompile(`(?i)not (?:be )?(?:regulated|restricted|dangerous|classified|subject|applicable|hazardous|considered|assigned|relevant)|non[- ]?(?:regulated|hazardous|dangerous)|unrestricted|unregulated|no dangerous good|is not a dangerous|規制されていない|規制されない|規制なし|規定なし|規定されていない|非該当|該当しない|該当せず|該当なし|非危険物|危険物ではない|危険物に該当しない|対象外|適用外|適用されない|分類されない|国連番号なし|規制対象外|なし|無し|n/a`)
)

// Read returns the UN number in the text beside its label, or in a line that names it: four
// digits on the list, or NotRegulated. ok is false where the text has neither.
func Read(s string) (number string, ok bool) {
	folded := fold.Printed(s)
	for _, re := range []*pattern.Pattern{marked, plain} {
		for _, m := range re.FindAllStringSubmatch(folded, -1) {
			if m[1] == "0000" || len(goods()[m[1]]) == 0 && re == plain && !strings.HasPrefix(folded, m[1]) {
				continue
			}
			return m[1], true
		}
	}
	if none.MatchString(folded) {
		return NotRegulated, true
	}
	return "", false
}

var classRE = pattern.MustCompile(`(?:^|[^0-9.])([1-9](?:\.[1-6])?)[A-S]?(?:[^0-9.A-Za-z%]|\.?$|\.? )`)

// classificationCode is the code that ADR, RID and ADN add to a class: "F1", "CT2", "M6".
var classificationCode = pattern.MustCompile(`^ *[A-Z]{1,3}[0-9]{1,2} *$`)

// ReadClass returns the hazard class or division in the text beside its label ("3", "2.2",
// "クラス 9"), and the subsidiary hazards in brackets after it: "8 (6.1)".
func ReadClass(s string) (class string, sub []string) {
	folded := fold.Printed(s)
	at := classRE.FindStringSubmatchIndex(folded)
	if at == nil {
		return "", nil
	}
	class = folded[at[2]:at[3]]
	if i := strings.IndexByte(folded[at[3]:], '('); i >= 0 && i < 3 {
		if inner, _, _ := strings.Cut(folded[at[3]+i+1:], ")"); !classificationCode.MatchString(inner) {
			sub = ReadClasses(inner)
		}
	}
	return class, sub
}

// ReadClasses returns all classes that a text lists.
func ReadClasses(s string) []string {
	var out []string
	folded := fold.Printed(s)
	for folded != "" {
		at := classRE.FindStringSubmatchIndex(folded)
		if at == nil {
			break
		}
		out = append(out, folded[at[2]:at[3]])
		folded = folded[at[3]:]
	}
	return out
}

var groupRE = pattern.MustCompile(`(?i)(?:^|[^A-Za-z0-9])(?:PG[ ]?)?(III|II|I|3|2|1|Ⅲ|Ⅱ|Ⅰ)(?:[^A-Za-z0-9.]|$)`)

// ReadGroup returns the packing group in the text beside its label: "I", "II", "III", or
// empty.
func ReadGroup(s string) string {
	m := groupRE.FindStringSubmatch(fold.Printed(s))
	if m == nil {
		return ""
	}
	switch strings.ToUpper(m[1]) {
	case "1", "I":
		return "I"
	case "2", "II":
		return "II"
	}
	return "III"
}

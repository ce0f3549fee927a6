package lawcheck

import (
	"regexp"
	"strings"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// ofMany are the words by which a statutory name is that of a group.
var ofMany = regexp.MustCompile(`化合物|塩類|[其そ]の.*塩|の塩|塩(?:$|[(（])|エステル|関連物質|類(?:$|[(（及])|石綿|アルキル鉛|(?i:compounds|salts|esters|and its)`)

// isGroup reports whether an entry names a group of substances, of which a rule tells the
// members. Rules of names alone may be those of one substance: 黄燐, 黄りん.
func isGroup(e *regulation.Entry) bool {
	return e.Group.Decides() && !e.Group.Look && (e.Group.Element != "" || ofMany.MatchString(e.Ja) || ofMany.MatchString(e.En))
}

// sayGroup adds to the reason that the entry is of a group, and by what each ingredient belongs
// to it.
func sayGroup(p *verdict.Proof, e *regulation.Entry) {
	var ja, en []string
	for i := range p.Parts {
		part := &p.Parts[i]
		name, by := either(part.Name, part.CAS), belongs[part.How]
		by[0], by[1] = strings.ReplaceAll(by[0], "{element}", e.Group.Element), strings.ReplaceAll(by[1], "{element}", e.Group.Element)
		ja, en = append(ja, name+" — "+by[0]), append(en, name+": "+by[1])
	}
	p.Reason.Set(verdict.Group+"_ja", strings.Join(ja, "、"))
	p.Reason.Set(verdict.Group+"_en", strings.Join(en, "; "))
}

// belongs are words for how an ingredient belongs to a group, in Japanese and English.
var belongs = map[string][2]string{
	byCAS: {"収載リストのCAS登録番号", "a CAS number of the list"}, byName: {"名称が示すCAS登録番号", "the CAS number that its name stands for"},
	byGroup: {"名称", "its name"}, byElement: {"元素{element}を含む化合物", "a compound of {element}"},
}

package extract

import (
	"strings"

	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// withoutOrgans are statements without the lists of organs that stand below those on damage to organs:
// they are parts of these.
func withoutOrgans(texts []string) (out []string) {
	for i, t := range texts {
		if i == 0 || !organsOnly.MatchString(strings.TrimSpace(fold.Printed(t))) {
			out = append(out, t)
		}
	}
	return out
}

// organsOnly matches a list of organs, and nothing else.
var organsOnly = func() *pattern.Pattern {
	const organs = `(?:中枢|末梢|自律)?神経系?|呼吸器系?|気道|上気道|肺|血液系?|造血系|骨髄|血管系?|心血管系|循環器系?|心臓|肝臓|腎臓|膀胱|泌尿器系?|脾臓|膵臓|副腎|甲状腺|内分泌系|消化器系?|消化管|胃腸|生殖器系?|精巣|卵巣|免疫系|眼|視覚器|視神経|聴覚器?|皮膚|骨|歯|筋肉|鼻腔?|全身毒性|全身|(?:central |peripheral )?nervous system|respiratory (?:tract|system)|lungs?|blood|h(?:a)?ematopoietic system|cardiovascular system|heart|liver|kidneys?|bladder|spleen|thyroid|gastrointestinal tract|reproductive organs|immune system|eyes?|skin|bones?|teeth`
	const list = `(?:` + organs + `)(?:(?: ?[、,，・;及びと] ?|び| and | or )+(?:` + organs + `))*`
	return pattern.MustCompile(`(?i)^[（(\[〔]?` + list + `(?:など|等)?[）)\]〕]?[。.]?$`)
}()

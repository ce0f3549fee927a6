package lawcheck

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"anzen/shared/domain/verdict"
	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed articles.tsv
var articleFile string

// article is a kind of substance that a law's table names: chlorates, sulfur.
type article struct {
	class      string // regulation.Class.Key
	number     string
	ja, en     string
	deemed     bool    // the name decides, without a test
	from, sure float64 // per cent: the content from which it counts, and from which the product is the article itself
	numbers    []string
	names, not []string
	maybe      []string // numbers of several forms: phosphorus, aluminium
	entry      int      // the id of the entry in the list; 0 where the law has none among ours
}

var articles = sync.OnceValue(func() map[string][]article {
	m := map[string][]article{}
	for row := range tsv.Embedded("lawcheck/articles.tsv", articleFile).Rows() {
		a := article{
			class: row.Text("class"), number: row.Text("number"), ja: row.Text("ja"), en: row.Text("en"), deemed: row.Flag("deemed"),
			numbers: row.List("cas", ";"), names: row.List("names", ";"), not: row.List("not", ";"), maybe: row.List("maybe", ";"),
		}
		if row.Text("entry") != "" {
			a.entry = row.Int("entry")
		}
		if from := row.Optional("from"); from != nil {
			a.from = *from
		}
		if sure := row.Optional("sure"); sure != nil {
			a.sure = *sure
		}
		for i := range a.names {
			a.names[i] = fold.Squeezed(a.names[i])
		}
		for i := range a.not {
			a.not[i] = fold.Squeezed(a.not[i])
		}
		m[a.class] = append(m[a.class], a)
	}
	return m
})

// nameArgs is the article's name as arguments of a reason.
func (a *article) nameArgs() []string { return []string{"name_ja", a.ja, "name_en", a.en} }

// kind is a class that is decided by articles, with its further conditions.
type kind struct {
	key     string
	article string
	hazards []string // GHS classes that show the properties for which the law tests
	solid   bool     // solids only
	liquid  bool     // liquids only
	notGas  bool
	open    bool // what is not named may belong to it by its properties
}

var kinds = []kind{
	{key: "JP-FSA/HAZMAT1/DEFAULT", article: "別表第一第一類", hazards: []string{"oxidizing_solids"}, solid: true, open: true},
	{key: "JP-FSA/HAZMAT2/DEFAULT", article: "別表第一第二類", hazards: []string{"flammable_solids"}, solid: true, open: true},
	{key: "JP-FSA/HAZMAT3/DEFAULT", article: "別表第一第三類", hazards: []string{"pyrophoric_liquids", "pyrophoric_solids", "water_reactive"}, notGas: true, open: true},
	{key: "JP-FSA/HAZMAT5/DEFAULT", article: "別表第一第五類", hazards: []string{"self_reactive", "organic_peroxides"}, notGas: true, open: true},
	{key: "JP-FSA/HAZMAT6/DEFAULT", article: "別表第一第六類", hazards: []string{"oxidizing_liquids"}, liquid: true, open: true},
	{key: "JP-ISHA/DANGER/EXPLOSIVE", article: "施行令別表第1第1号", hazards: []string{"explosives", "organic_peroxides", "self_reactive"}, notGas: true, open: true},
	{key: "JP-ISHA/DANGER/IGNITABLE", article: "施行令別表第1第2号", hazards: []string{"pyrophoric_solids", "water_reactive", "flammable_solids"}, notGas: true},
	{key: "JP-ISHA/DANGER/OXIDIZING", article: "施行令別表第1第3号", hazards: []string{"oxidizing_solids", "oxidizing_liquids"}, notGas: true},
}

// articles adds the verdicts of the classes that name articles.
func (p *physical) articles() {
	for i := range kinds {
		p.kind(&kinds[i])
	}
}

func (p *physical) kind(k *kind) {
	if code := p.wrongState(k); code != "" {
		p.add(k.key, &verdict.Proof{Verdict: verdict.NotListed, Article: k.article, Reason: p.reason(code), Inputs: ofState})
		return
	}
	hazard, category := p.shown(k)
	before := p.calls
	if p.listed {
		named := articles()[k.key]
		for i := range named {
			if proof, ok := p.member(k, &named[i], hazard, category); ok {
				p.add(k.key, &proof)
			}
		}
	}
	if p.calls > before && p.last != verdict.NotListed {
		return
	}
	proof := verdict.Proof{Verdict: verdict.NotListed, Article: k.article, Reason: p.reason("law.property.no_article")}
	if k.open && hazard != "" {
		proof.Verdict, proof.Reason, proof.Inputs = verdict.RequiresContext, p.hazardReason("law.property.hazard", hazard, category), p.ofHazards(k)
	}
	if k.key == "JP-FSA/HAZMAT2/DEFAULT" {
		if flash := (band{-endless, 40}).within(p.FlashPoint); p.FlashPoint != nil && flash != no && p.liquid == no && !p.meltsSoon() {
			proof = verdict.Proof{
				Verdict: verdict.Applies, Article: "別表第一備考第7号", Entry: "引火性固体", EntryEn: "Flammable solids", Number: "9", Threshold: "flash_point < 40 degC", Inputs: ofFlash,
				Reason: p.flashReason(flash, p.FlashPoint, "", band{-endless, 40}),
			}
			if flash == unsure {
				proof.Verdict = verdict.RequiresContext
			}
		}
	}
	p.add(k.key, &proof)
}

// wrongState is the reason code where the product is certainly not in the state of the
// class, else empty.
func (p *physical) wrongState(k *kind) string {
	gas := p.State == "gas" || p.State == "" && p.hazard("gases_under_pressure") != ""
	switch {
	case gas && (k.notGas || k.solid || k.liquid):
		return "law.property.not_solid_gas"
	case k.solid && p.liquid == yes:
		return "law.property.not_solid_liquid"
	case k.liquid && p.liquid == no:
		return "law.property.not_liquid_solid"
	}
	return ""
}

// shown is the first hazard class that shows the properties of a kind. Type G of
// self-reactive substances and organic peroxides has none of them.
func (p *physical) shown(k *kind) (hazard, category string) {
	for _, h := range k.hazards {
		if c := p.hazard(h); c != "" && c != "G" {
			return h, c
		}
	}
	return "", ""
}

// ofHazards are the rows of the classification that decide a kind.
func (p *physical) ofHazards(k *kind) []verdict.Input {
	if p.silent {
		return nil
	}
	return ofHazards(k.hazards...)
}

// belongs returns how an ingredient belongs to an article; name is its squeezed name.
func (a *article) belongs(i *Ingredient, name string) (is membership, ok bool) {
	in := func(w string) bool { return strings.Contains(name, w) }
	for _, cas := range i.CAS {
		if slices.Contains(a.numbers, cas) {
			return membership{a, cas, byCAS, false}, true
		}
	}
	if slices.ContainsFunc(a.not, in) {
		return membership{}, false
	}
	if slices.ContainsFunc(a.names, in) {
		return membership{a, "", byName, false}, true
	}
	for _, cas := range i.CAS {
		if slices.Contains(a.maybe, cas) {
			return membership{a, cas, byCAS, true}, true
		}
	}
	return membership{}, false
}

// member judges one article; ok is false where no ingredient belongs to it.
func (p *physical) member(k *kind, a *article, hazard, category string) (proof verdict.Proof, ok bool) {
	anyForm := false
	for i := range p.Ingredients {
		for _, is := range p.facts[i].articles {
			if is.article == a {
				anyForm = anyForm || is.anyForm
				proof.Parts = append(proof.Parts, p.Ingredients[i].part(is.cas, is.how))
			}
		}
	}
	if len(proof.Parts) == 0 {
		return proof, false
	}
	sum := sumOf(proof.Parts)
	proof.EntryID, proof.Entry, proof.EntryEn, proof.Number, proof.Article, proof.Share = a.entry, a.ja, a.en, a.number, k.article, &sum
	if !p.silent {
		proof.Inputs = append(slices.Clone(ofState), ofHazards(k.hazards...)...)
	}
	itself := p.Substance && len(proof.Parts) == len(p.Ingredients) && (!sum.Known || sum.Low >= a.sure) || sum.Known && sum.Low >= a.sure
	stateless := (k.solid || k.liquid) && p.liquid == unsure
	switch {
	case a.from > 0 && sum.Known && sum.High < a.from:
		proof.Verdict, proof.Threshold, proof.Reason = verdict.BelowThreshold, ">= "+figure(a.from), p.reason("law.property.article_below", append(a.nameArgs(), "from", figure(a.from))...)
	case stateless && (itself || hazard != ""):
		proof.Verdict, proof.Reason, proof.Missing = verdict.Unknown, p.reason("law.property.state_missing"), []string{"state"}
	case anyForm && (itself || hazard != ""):
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.article_form", a.nameArgs()...)
	case anyForm:
		proof.Verdict, proof.Reason = verdict.NotListed, p.reason("law.property.article_harmless", a.nameArgs()...)
	case itself && a.deemed:
		proof.Verdict, proof.Reason = verdict.Applies, p.reason("law.property.article", a.nameArgs()...)
	case itself && hazard != "":
		proof.Verdict, proof.Reason = verdict.Applies, p.hazardReason("law.property.article_hazard", hazard, category, a.nameArgs()...)
	case itself:
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.article_test", a.nameArgs()...)
	case hazard != "":
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.hazardReason("law.property.article_mixture", hazard, category, a.nameArgs()...)
	case len(p.GHSCategories) == 0 && sum.High >= 10:
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.article_contained", a.nameArgs()...)
	default:
		proof.Verdict, proof.Reason = verdict.NotListed, p.reason("law.property.article_harmless", a.nameArgs()...)
	}
	return proof, true
}

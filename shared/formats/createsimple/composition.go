package createsimple

import (
	"regexp"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// component is an ingredient as the tool takes it.
type component struct {
	name, cas, content Value
	also               []string // further numbers of the row
	names              []string // squeezed, by which section 8 may call it
	fact               *fact
	number             chem.CAS
	// product: the sheet is of this substance, so what it states of the product holds for it.
	product bool
}

// share is what a row states of a content, in mass per cent.
type share struct{ low, high *float64 }

var (
	restRE   = regexp.MustCompile(`(?i)残[部り分量]|残余|バランス|balance|remainder|\brest\b`)
	secretRE = regexp.MustCompile(`(?i)営業(?:上の)?秘密|企業秘密|非公開|非開示|社外秘|trade secret|proprietary|confidential|withheld`)
)

// components are the rows of section 3 that name something.
func (b *builder) components() []component {
	section := b.section(3)
	if section == nil {
		return nil
	}
	rows := sds.IngredientRows(section)
	var record sds.Sheet // what the rows mean, whenever the sheet's own head was made
	record.Derive([]sds.Section{*section})
	shares := make([]share, len(rows))
	for i := range rows {
		shares[i] = shareOf(fieldIn(rows[i].Fields, "concentration"))
	}
	list := make([]component, len(rows))
	for i := range rows {
		list[i] = b.component(rows[i])
		list[i].content = b.content(i, rows[i], record.Ingredients[i], shares)
	}
	b.markProduct(list)
	return list
}

func (b *builder) component(r *sds.Row) component {
	var c component
	if f := fieldIn(r.Fields, "cas"); f != nil && len(f.Value.List) > 0 {
		at := 0
		for i, n := range f.Value.List { // the first that the table knows
			if known, ok := facts()[chem.CAS(n)]; ok {
				at, c.fact = i, &known
				break
			}
		}
		c.number = chem.CAS(f.Value.List[at])
		for i, n := range f.Value.List {
			if i != at {
				c.also = append(c.also, n)
			}
		}
		note := ""
		if len(c.also) > 0 {
			note = words{"SDSには他のCAS RNも記載されています：{more}", "The SDS names more CAS RNs: {more}"}.in(b.lang, "{more}", strings.Join(c.also, ", "))
		}
		c.cas = text(string(c.number), b.origin(3, f), note)
	} else {
		c.cas = text("", "", words{"SDSにCAS RNの記載がありません。", "The SDS states no CAS RN."}.in(b.lang))
	}
	known, there := chem.ByCAS(c.number)
	if f := fieldIn(r.Fields, "name"); f != nil && f.Value.Text != "" {
		c.name = text(f.Value.Text, b.origin(3, f), "")
		c.names = append(c.names, fold.Squeezed(f.Value.Text))
	} else if there {
		c.name = text(known.Name("ja"), words{"物質名辞書（CAS RNから）", "Dictionary of names (by CAS RN)"}.in(b.lang), "")
	}
	if there {
		for _, n := range append([]string{known.Ja, known.En}, known.Others...) {
			if s := fold.Squeezed(n); s != "" {
				c.names = append(c.names, s)
			}
		}
	}
	return c
}

// markProduct finds the substance that the sheet is of, where it is of one: of
// several rows, impurities among them, the one with the largest content.
func (b *builder) markProduct(list []component) {
	if len(list) == 0 {
		return
	}
	kind := b.field(3, "composition_type")
	substance := kind != nil && kind.Value.Text == "substance"
	if !substance && (len(list) > 1 || kind != nil && kind.Value.Text == "mixture") {
		return
	}
	most := 0
	for i := range list {
		if list[i].content.Given() && (!list[most].content.Given() || list[i].content.Cell.Number > list[most].content.Cell.Number) {
			most = i
		}
	}
	list[most].product = true
}

// shareOf is what a field states in mass per cent. Parts of the volume are none: they
// cannot be converted without densities.
func shareOf(f *sds.Field) (s share) {
	if f == nil || f.Value.Quantity == nil {
		return s
	}
	q := f.Value.Quantity
	factor, ok := map[string]float64{"": 1, "%": 1, "wt%": 1, "w/w%": 1, "%w/w": 1, "mass%": 1, "質量%": 1, "重量%": 1, "ppm": 1e-4, "ppb": 1e-7}[strings.ToLower(strings.ReplaceAll(q.Unit, " ", ""))]
	if !ok || sds.ByVolume(f) {
		return s
	}
	in := func(v *float64) *float64 {
		if v == nil || *v < 0 {
			return nil
		}
		p := min(*v*factor, 100)
		return &p
	}
	return share{in(q.Low), in(q.High)}
}

// content is what is entered as the content: the upper end of a range. Where the
// sheet states none, what the others leave at most is one, if the row is the rest.
func (b *builder) content(i int, r *sds.Row, means sds.Ingredient, shares []share) Value {
	const unit = "wt%"
	f := fieldIn(r.Fields, "concentration")
	raw := ""
	if f != nil {
		raw = strings.TrimSpace(stated(f))
	}
	is := shares[i]
	balance := means.Balance || f != nil && is.low == nil && is.high == nil && restRE.MatchString(raw)
	switch {
	case is.high != nil:
		v := number(is.high, unit, b.origin(3, f), "")
		if is.low == nil || *is.low != *is.high {
			v.Note = words{"SDSの記載：{raw}。リスクを低く見積もらないよう上限値としています。", "The SDS states {raw}; the upper end is given so that the risk is not underestimated."}.in(b.lang, "{raw}", raw)
		}
		return v
	case is.low != nil || balance:
		if raw == "" {
			raw = words{"残部", "balance"}.in(b.lang)
		}
		left := 100.0
		for k, s := range shares {
			if k != i && s.low != nil {
				left -= *s.low
			}
		}
		if is.low != nil {
			left = max(left, *is.low)
		}
		left = max(left, 0)
		origin := words{"計算値", "Calculated"}.in(b.lang)
		if f != nil {
			origin = b.join(origin, words{"（", "("}.in(b.lang)+b.origin(3, f)+words{"の記載から）", ")"}.in(b.lang))
		}
		return number(&left, unit, origin, words{"SDSの記載：{raw}。100 %から他の成分の下限値の合計を引いた、とりうる最大の値です。", "The SDS states {raw}; this is the most it can be: 100 % less the lower ends of the other ingredients."}.in(b.lang, "{raw}", raw))
	case means.Withheld || secretRE.MatchString(raw):
		return Value{Unit: unit, Note: words{"営業秘密のため、SDSに含有率の記載がありません。提供者に確認してください。", "The content is withheld as a trade secret. Please ask the supplier."}.in(b.lang)}
	case f != nil && sds.ByVolume(f):
		return Value{Unit: unit, Note: words{"SDSの記載：{raw}。質量比（wt%）に換算して入力してください。", "The SDS states {raw}. Please convert it into parts of the mass (wt%)."}.in(b.lang, "{raw}", raw)}
	case raw != "":
		return Value{Unit: unit, Note: words{"SDSの記載：{raw}。", "The SDS states {raw}."}.in(b.lang, "{raw}", raw)}
	}
	return Value{Unit: unit, Note: words{"SDSに含有率の記載がありません。", "The SDS states no content."}.in(b.lang)}
}

// band is the choice of ver.2 that a content belongs to.
func (b *builder) band(c Value) Value {
	if c.Cell.Kind != export.Number {
		return Value{Note: c.Note}
	}
	choice := contentBands[3]
	switch v := c.Cell.Number; {
	case v >= 25:
		choice = contentBands[0]
	case v >= 5:
		choice = contentBands[1]
	case v >= 1:
		choice = contentBands[2]
	}
	return text(choice, c.Origin, words{"含有率 {v} wt% から選択しています。", "Chosen by a content of {v} wt%."}.in(b.lang, "{v}", plain(c.Cell.Number)))
}

// contentBands are the choices of ver.2, the largest first.
var contentBands = []string{"25%以上", "5%以上25%未満", "1%以上5%未満", "1%未満"}

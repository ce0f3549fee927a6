package createsimple

import (
	"strconv"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
)

// The versions of the tool for which there are workbooks.
const (
	Version2 = 2
	Version3 = 3
)

// Sections are the numbers of those that a workbook reads.
var Sections = []int{1, 2, 3, 8, 9}

// Options are the choices for a workbook.
type Options struct {
	Version int       // Version2 or Version3
	Lang    string    // "ja" or "en"; with "en" the items' names stand in English too
	At      time.Time // when it is made: it stands in the workbook, and rules are those of the day
}

// Book is the contents of a workbook.
type Book struct {
	Tabs    []Tab
	Missing int // items that somebody has to look up
	at      time.Time
	english bool
}

// Tab is a page of a workbook: lines of items, or a table where it has columns.
type Tab struct {
	Name    string
	Columns []Column
	Rows    [][]export.Cell
	Lines   []Line
}

// Column is a column of a table.
type Column struct {
	Name  string
	width float64
}

// Line is an item with its value. One without an item begins a block.
type Line struct {
	Block         string
	Item, English string
	Value         Value
}

// builder makes one book.
type builder struct {
	head     *sds.Sheet
	sections []sds.Section
	version  int
	lang     string
	today    string
	missing  []Line
}

// New is the workbook of a sheet.
func New(record *sds.Sheet, sections []sds.Section, o Options) Book {
	at := o.At.In(export.Japan)
	b := &builder{head: record, sections: sections, version: o.Version, lang: o.Lang, today: at.Format(time.DateOnly)}
	components := b.components()
	assessment, list, details, product := b.assessment(components), b.list(components), b.details(components), b.product()
	book := Book{at: o.At, english: o.Lang != "ja"}
	book.Missing = len(b.missing)
	book.Tabs = []Tab{
		{Name: "はじめに", Columns: []Column{{"", 110}}, Rows: b.introduction(at)},
		{Name: "リスクアセスメントシート", Lines: assessment},
		list,
		{Name: "成分情報", Lines: details},
		{Name: "製品情報", Lines: product},
		{Name: "未入力項目", Lines: b.missing},
	}
	return book
}

// line adds an item to a block.
func line(to *[]Line, name words, v Value) {
	*to = append(*to, Line{Item: name.ja, English: name.en, Value: v})
}

// needed adds an item that the tool cannot do without, and notes where it is missing.
func (b *builder) needed(to *[]Line, block string, name words, v Value) {
	line(to, name, v)
	b.lacks(block, name, v)
}

func (b *builder) lacks(block string, name words, v Value) {
	if !v.Given() {
		b.missing = append(b.missing, Line{Block: block, Item: name.ja, English: name.en, Value: v})
	}
}

func (b *builder) block(name words) Line { return Line{Block: name.in(b.lang)} }

// assessment is STEP 1 and the questions on the work.
func (b *builder) assessment(components []component) []Line {
	lines := []Line{b.block(words{"【STEP 1】対象製品の基本情報", "STEP 1: the product"})}
	var product Value
	if f := b.field(1, "product_name"); f != nil {
		product = text(f.Value.Text, b.origin(1, f), "")
	} else {
		product = text(b.head.Name, words{"SDSの管理名", "Name of the SDS"}.in(b.lang), "")
	}
	codes := Value{}
	if f := b.field(1, "product_codes"); f != nil && len(f.Value.List) > 0 {
		codes = text(f.Value.List[0], b.origin(1, f), "")
		if len(f.Value.List) > 1 {
			codes.Note = words{"SDSには他の製品コードも記載されています。", "The SDS states more product codes."}.in(b.lang)
		}
	}
	line(&lines, words{"タイトル", "Title"}, b.entered())
	line(&lines, words{"実施場所", "Place"}, b.entered())
	line(&lines, words{"製品ID等", "Product ID"}, codes)
	b.needed(&lines, "STEP 1", words{"製品名等", "Product name"}, product)
	line(&lines, words{"作業内容等", "Work"}, b.entered())
	line(&lines, words{"備考", "Remarks"}, b.remarks())
	b.needed(&lines, "STEP 1", words{"性状", "State"}, b.productState())
	if b.version >= Version3 {
		n := float64(len(components))
		v := number(&n, "", words{"SDS 第3項の成分の数", "Number of ingredients in section 3 of the SDS"}.in(b.lang), "")
		if len(components) > maxComponents {
			v.Note = words{"ツールが一度に評価できるのは10成分までです。11番目以降は分けて評価してください。", "The tool assesses ten components at once. Please assess the others by themselves."}.in(b.lang)
		}
		line(&lines, words{"成分数", "Number of components"}, v)
	}
	line(&lines, words{"リスクアセスメント対象", "What is assessed"}, b.entered("吸入", "経皮吸収", "危険性（爆発・火災等）"))
	lines = append(lines, b.block(words{"【STEP 3】作業内容等（事業場で入力）", "STEP 3: the work (to be entered at the workplace)"}))
	for _, q := range b.questions() {
		line(&lines, q.name, b.entered(q.choices...))
	}
	return lines
}

// maxComponents is how many components version 3 assesses at once.
const maxComponents = 10

// remarks name the supplier and the sheet's date, by which an assessment is found again.
func (b *builder) remarks() Value {
	origin, s := "", ""
	if f := b.field(1, "supplier_name"); f != nil && f.Value.Text != "" {
		s, origin = words{"供給者：", "Supplier: "}.in(b.lang)+f.Value.Text, b.origin(1, f)
	}
	for _, d := range []struct {
		key  string
		name words
	}{{"revision_date", words{"SDS改訂日：", "SDS revised on "}}, {"issue_date", words{"SDS作成日：", "SDS issued on "}}} {
		f := b.field(1, d.key)
		if f == nil || f.Value.Text == "" {
			continue
		}
		if s != "" {
			s += words{"、", "; "}.in(b.lang)
		}
		if origin == "" {
			origin = b.origin(1, f)
		}
		s += d.name.in(b.lang) + b.day(f.Value.Text)
		break
	}
	return text(s, origin, "")
}

// list is STEP 2: the components in columns.
func (b *builder) list(components []component) Tab {
	names := []words{{"No.", "No."}, {"CAS RN", "CAS RN"}, {"物質名", "物質名 (Substance)"}, {"含有率 [wt%]", "含有率 [wt%] (Content)"}}
	if b.version < Version3 {
		names = append(names, words{"含有率（選択肢）", "含有率（選択肢） (Content, choice)"})
	}
	names = append(names, words{"揮発性／飛散性", "揮発性／飛散性 (Volatility, dustiness)"},
		words{"出典：CAS RN", "Origin: CAS RN"}, words{"出典：物質名", "Origin: name"}, words{"出典：含有率", "Origin: content"}, words{"出典：揮発性／飛散性", "Origin: volatility"}, words{"備考", "Notes"})
	t := Tab{Name: "成分一覧"}
	for i, n := range names {
		width := 22.0
		switch {
		case i == 0:
			width = 5
		case i == len(names)-1:
			width = 70
		}
		t.Columns = append(t.Columns, Column{n.in(b.lang), width})
	}
	for i := range components {
		c := &components[i]
		volatile := b.volatility(c, b.property(c, &properties[boilingAt]), b.property(c, &properties[pressureAt]))
		row := []export.Cell{export.NumberOf(float64(i + 1)), c.cas.Cell, c.name.Cell, c.content.Cell}
		if b.version < Version3 {
			row = append(row, b.band(c.content).Cell)
		}
		note := b.join(c.cas.Note, c.content.Note, volatile.Note)
		row = append(row, volatile.Cell, export.TextOf(c.cas.Origin), export.TextOf(c.name.Origin), export.TextOf(c.content.Origin), export.TextOf(volatile.Origin), export.TextOf(note))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// details are the blocks of the components.
func (b *builder) details(components []component) []Line {
	limits := b.statedLimits()
	var lines []Line
	for i := range components {
		lines = append(lines, b.detail(i, &components[i], limits, len(components) == 1)...)
	}
	if rest := b.unplaced(limits); len(rest) > 0 {
		lines = append(append(lines, b.block(words{"成分に対応付けできないばく露限界値", "Exposure limits of no component"})), rest...)
	}
	return lines
}

func (b *builder) detail(i int, c *component, limits []limit, only bool) []Line {
	called := c.name.Cell.Text
	if called == "" {
		called = c.cas.Cell.Text
	}
	number := words{"成分{n}", "Component {n}"}.in(b.lang, "{n}", strconv.Itoa(i+1))
	heading := func(part words) words {
		return words{number + "：" + called + "｜" + part.ja, number + ": " + called + " | " + part.en}
	}
	lines := []Line{b.block(heading(words{"【STEP 2】成分", "STEP 2: the component"}))}
	b.needed(&lines, number, words{"CAS RN", "CAS RN"}, c.cas)
	b.needed(&lines, number, words{"物質名", "Substance"}, c.name)
	b.needed(&lines, number, words{"含有率", "Content"}, c.content)
	if b.version < Version3 {
		line(&lines, words{"含有率（選択肢）", "Content (choice)"}, b.band(c.content))
	}
	lines = append(lines, b.block(heading(words{"GHS分類", "GHS classification"})))
	sheet := make([]Value, len(classes))
	if c.product {
		sheet = b.ofSheet()
	}
	for k, class := range classes {
		v := sheet[k]
		if !v.Given() {
			if table := b.ofTable(c.fact, k); v.Note == "" || table.Given() {
				table.Note = b.join(v.Note, table.Note)
				v = table
			}
		}
		line(&lines, class.name, v)
	}
	lines = append(lines, b.block(heading(words{"ばく露限界値", "Exposure limits"})))
	values := b.limitsOf(c, limits, only)
	for _, item := range limitItems {
		name := item.name
		if item.since3 && b.version < Version3 {
			name = words{name.ja + "（参考）", name.en + " (for reference)"}
		}
		line(&lines, name, values[item.key])
	}
	lines = append(lines, b.block(heading(words{"物理化学的性状", "Physicochemical properties"})))
	found := make([]Value, len(properties))
	for k := range properties {
		found[k] = b.property(c, &properties[k])
		line(&lines, properties[k].name, found[k])
	}
	volatile := b.volatility(c, found[boilingAt], found[pressureAt])
	if b.state() != "gas" {
		b.lacks(number, words{"揮発性／飛散性", "Volatility or dustiness"}, volatile)
	}
	line(&lines, words{"揮発性／飛散性", "Volatility or dustiness"}, volatile)
	lines = append(lines, b.block(heading(words{"関係法令（参考：ツールが表示する内容）", "Rules (for reference: as the tool shows them)"})))
	return append(lines, b.rules(c)...)
}

// product is what the sheet states of the product as a whole.
func (b *builder) product() []Line {
	lines := []Line{b.block(words{"製品のGHS分類", "GHS classification of the product"})}
	for k, v := range b.ofSheet() {
		line(&lines, classes[k].name, v)
	}
	lines = append(lines, b.block(words{"製品の物理化学的性状", "Physicochemical properties of the product"}))
	for k := range properties {
		v := properties[k].sheet(b)
		if v.Unit == "" {
			v.Unit = properties[k].unit
		}
		line(&lines, properties[k].name, v)
	}
	return lines
}

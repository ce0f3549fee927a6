package findings

import (
	"slices"
	"strings"

	"anzen/shared/reader/extract"
	"anzen/shared/reference/ghs"
)

var labelRules = []rule{
	{
		id: "signal_word_missing", severity: Info, source: ghsLabel, absence: true,
		what:   "no signal word, although the classes call for one",
		fields: []string{"signal_word", "classification"},
		ja:     "GHS分類から求められる注意喚起語「{want}」が見つかりません。", en: "The classification calls for the signal word “{want}”, but none was found.",
		look: signalWordMissing,
	},
	{
		id: "signal_word_without_class", severity: Warning, source: ghsLabel,
		what:   "a signal word, although no class calls for one",
		fields: []string{"signal_word", "classification"},
		ja:     "注意喚起語「{word}」が記載されていますが、GHS分類からは求められません。", en: "The signal word “{word}” is stated, but no class calls for one.",
		look: signalWordWithoutClass,
	},
	{
		id: "signal_word_several", severity: Warning, source: ghsLabel,
		what:   "more than one signal word",
		fields: []string{"signal_word"},
		ja:     "注意喚起語が複数記載されています（{words}）。", en: "More than one signal word is stated ({words}).",
		look: signalWordSeveral,
	},
	{
		id: "hazard_statements_missing", severity: Info, source: ghsLabel, absence: true,
		what:   "classes, but no hazard statement at all",
		fields: []string{"h_codes", "classification"},
		ja:     "GHS分類が記載されていますが、危険有害性情報が見つかりません。", en: "The sheet states a classification, but no hazard statements were found.",
		look: statementsMissing,
	},
	{
		id: "classification_missing", severity: Info, source: jis7253, absence: true,
		what:   "hazard statements, but no class",
		fields: []string{"classification", "h_codes"},
		ja:     "危険有害性情報が記載されていますが、GHS分類が見つかりません。", en: "The sheet prints hazard statements, but no classification was found.",
		look: classificationMissing,
	},
	{
		id: "precautions_missing", severity: Info, source: ghsLabel, absence: true,
		what:   "classes, but nothing on precautions in section 2",
		fields: []string{"p_codes", "classification"},
		ja:     "GHS分類が記載されていますが、注意書きが見つかりません。", en: "The sheet states a classification, but no precautionary statements were found.",
		look: precautionsMissing,
	},
}

// strongest is the signal word that the classes demand at least.
func strongest(stated []class) string {
	want := ""
	for _, c := range stated {
		// Several statements of one class may have different words; the weakest must be
		// met.
		weakest := ""
		for i, h := range ghs.HazardsFor(c.class, c.category) {
			if i == 0 || h.Signal == ghs.Warning && weakest == ghs.Danger || h.Signal == "" {
				weakest = h.Signal
			}
		}
		if weakest == ghs.Danger || weakest == ghs.Warning && want == "" {
			want = weakest
		}
	}
	return want
}

func signalWordMissing(in *Input, found report) {
	stated := slices.DeleteFunc(classes(in), optional)
	if want := strongest(stated); want != "" && in.Result.Text("signal_word") == "" {
		found(map[string]string{"want": wordName(want)}, field("signal_word"), field("classification"))
	}
}

func signalWordWithoutClass(in *Input, found report) {
	word := in.Result.Text("signal_word")
	stated := classes(in)
	if word == "" || word == ghs.NoSignal || len(stated) == 0 {
		return
	}
	for _, c := range stated {
		hazards := ghs.HazardsFor(c.class, c.category)
		// A code that the table lacks may demand one.
		if len(hazards) == 0 || slices.ContainsFunc(hazards, func(h ghs.Hazard) bool { return h.Signal != "" }) {
			return
		}
	}
	found(map[string]string{"word": wordName(word)}, field("signal_word"), field("classification"))
}

func signalWordSeveral(in *Input, found report) {
	v := in.Result.Get("signal_word")
	if v == nil || len([]rune(v.Raw)) > 24 {
		return
	}
	raw := strings.ToLower(v.Raw)
	for _, pair := range [][2]string{{"危険", "警告"}, {"danger", "warning"}} {
		if strings.Contains(strings.ReplaceAll(raw, "危険有害性", ""), pair[0]) && strings.Contains(raw, pair[1]) {
			found(map[string]string{"words": v.Raw}, field("signal_word"))
		}
	}
}

func statementsMissing(in *Input, found report) {
	stated := slices.DeleteFunc(classes(in), optional)
	if strongest(stated) != "" && len(codes(in)) == 0 && len(in.Result.Rows("hazard_statements")) == 0 && counted(in) == 0 {
		found(nil, field("h_codes"), field("classification"))
	}
}

func counted(in *Input) float64 {
	if v := in.Result.Get("hazard_statement_count"); v != nil && v.Kind == extract.Quantity {
		return v.Quantity.Low
	}
	return 0
}

func classificationMissing(in *Input, found report) {
	if len(in.Result.List("h_codes")) > 0 && len(classes(in)) == 0 {
		found(nil, field("classification"), field("h_codes"))
	}
}

func precautionsMissing(in *Input, found report) {
	if strongest(classes(in)) != "" && len(in.Result.List("p_codes")) == 0 && len(in.Printed.Order) > 0 && in.Printed.Wordings["precautions"] == "" {
		found(nil, field("p_codes"), field("classification"))
	}
}

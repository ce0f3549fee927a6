// Package verdict defines the verdicts of checks of a product against regulations, with
// their proofs. Package judgement/lawcheck makes them; others show, export, store and
// mail them.
package verdict

import (
	"cmp"
	"maps"
	"strconv"
	"strings"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Verdict is the result of a check.
type Verdict string

// The verdicts, the strongest last.
const (
	NotListed       Verdict = "not_listed"       // the list is loaded, and no ingredient is on it
	BelowThreshold  Verdict = "below_threshold"  // listed, but below the content or in an exempt form
	Unknown         Verdict = "unknown"          // the sheet or the reference data lack what Missing names
	Scheduled       Verdict = "scheduled"        // applies from a later date (From)
	RequiresContext Verdict = "requires_context" // depends on quantity, use, form, or the value within a stated range
	Applies         Verdict = "applies"
)

// All are the verdicts by strength, the strongest last.
var All = [...]Verdict{NotListed, BelowThreshold, Unknown, Scheduled, RequiresContext, Applies}

// Strength orders the verdicts: the higher, the stronger; 0 for NotListed and unknown values.
func (v Verdict) Strength() int {
	switch v {
	case Applies:
		return 5
	case RequiresContext:
		return 4
	case Scheduled:
		return 3
	case Unknown:
		return 2
	case BelowThreshold:
		return 1
	}
	return 0
}

// Proof is a verdict with everything that it is based on.
type Proof struct {
	Law      string  `json:"law_code" dynamodbav:"Law"`
	Category string  `json:"category_code" dynamodbav:"Category"`
	Class    string  `json:"class_code" dynamodbav:"Class"`
	Verdict  Verdict `json:"verdict" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies" dynamodbav:"Verdict"`
	// EntryID, Entry and Number are the statutory substance; empty for a verdict by a property or a sum over a class.
	EntryID int    `json:"entry_id,omitempty" dynamodbav:"EntryID"`
	Entry   string `json:"entry,omitempty" doc:"the statutory name, in Japanese where the law is" dynamodbav:"Entry"`
	EntryEn string `json:"entry_en,omitempty" dynamodbav:"EntryEn"`
	Number  string `json:"statutory_number,omitempty" dynamodbav:"Number"`
	// Parts are the ingredients that count, with their shares.
	Parts []Part `json:"parts,omitempty" dynamodbav:"Parts"`
	// Share is the sum that was compared.
	Share     *Content `json:"share,omitempty" dynamodbav:"Share"`
	Threshold string   `json:"threshold,omitempty" doc:"as compared: \">= 1\", \"> 0.1\" mass per cent; a property's in its unit: \"flash_point < 21 degC\"" dynamodbav:"Threshold"`
	Element   string   `json:"element,omitempty" doc:"the share is counted as that of this element" dynamodbav:"Element"`
	// Reason is a message of the catalog (law.*).
	Reason Reason `json:"reason" dynamodbav:"Reason"`
	// Missing is the missing data: cas, concentration, name, flash_point, state, solubility, ph, un_number, list.
	Missing []string `json:"missing,omitempty" dynamodbav:"Missing"`
	Inputs  []Input  `json:"inputs,omitempty" dynamodbav:"Inputs"`

	Article    string `json:"article,omitempty" doc:"where the law says so" dynamodbav:"Article"`
	Version    string `json:"version,omitempty" doc:"of the list: the date from which it is in force; that of the source where it does not say" dynamodbav:"Version"`
	From       string `json:"effective_from,omitempty" dynamodbav:"From"`
	Transition string `json:"transition_to,omitempty" doc:"the last day of a transition, until which the reason says what the law leaves alone" dynamodbav:"Transition,omitempty"`
	Source     string `json:"source,omitempty" dynamodbav:"Source"`
	AsOf       string `json:"source_as_of,omitempty" dynamodbav:"AsOf"`
	Confidence string `json:"confidence,omitempty" enum:"official,derived,knowledge" dynamodbav:"Confidence"`
}

// Key is the key of the proof's class, as regulation.Class.Key.
func (p *Proof) Key() string { return p.Law + "/" + p.Category + "/" + p.Class }

// ByClass is the strongest verdict of each class, by its key.
func ByClass(proofs []Proof) map[string]Verdict {
	out := make(map[string]Verdict, len(proofs))
	for i := range proofs {
		key := proofs[i].Key()
		if v, ok := out[key]; !ok || proofs[i].Verdict.Strength() > v.Strength() {
			out[key] = proofs[i].Verdict
		}
	}
	return out
}

// Part is an ingredient's part in a verdict.
type Part struct {
	Row  int     `json:"row" doc:"counts the ingredients, from 0" dynamodbav:"Row"`
	Name string  `json:"name,omitempty" dynamodbav:"Name"`
	CAS  string  `json:"cas,omitempty" dynamodbav:"CAS"`
	How  string  `json:"how" enum:"cas,name,group,element" doc:"by what it belongs to the entry" dynamodbav:"How"`
	Has  Content `json:"share" dynamodbav:"Has"`
	// Factor is the element's share of the ingredient's mass, 1 without conversion, 0 where it is unknown.
	Factor float64 `json:"factor,omitempty" dynamodbav:"Factor"`
	// EntryID is the ingredient's statutory substance, for a verdict by the sum over a class.
	EntryID int `json:"entry_id,omitempty" dynamodbav:"EntryID"`
}

// Content is a share as shown: "10-20 %", "< 1 %".
type Content struct {
	Low      float64 `json:"low" dynamodbav:"Low"`
	High     float64 `json:"high" dynamodbav:"High"`
	LowOpen  bool    `json:"low_open,omitempty" dynamodbav:"LowOpen"`
	HighOpen bool    `json:"high_open,omitempty" dynamodbav:"HighOpen"`
	Known    bool    `json:"known" dynamodbav:"Known"`
}

// String is the share in mass per cent: "10-20", "< 1"; empty where it is unknown.
func (c Content) String() string {
	lower, upper := ">= ", "<= "
	if c.LowOpen {
		lower = "> "
	}
	if c.HighOpen {
		upper = "< "
	}
	switch {
	case !c.Known && c.Low == 0:
		return ""
	case !c.Known:
		return lower + number(c.Low)
	case c.Low == c.High:
		return number(c.Low)
	case c.Low == 0:
		return upper + number(c.High)
	case c.High >= 100:
		return lower + number(c.Low)
	case !c.LowOpen && !c.HighOpen:
		return number(c.Low) + "-" + number(c.High)
	}
	return lower + number(c.Low) + ", " + upper + number(c.High)
}

// Reason is a message of the catalog with its arguments, which several proofs may share: only Set changes them, where a
// reason is made.
type Reason struct {
	Code string            `json:"code" dynamodbav:"Code"`
	Args map[string]string `json:"args,omitempty" dynamodbav:"Args"`
	Text string            `json:"text,omitempty" doc:"in the caller's language" dynamodbav:"Text"`
}

// Set sets an argument.
func (r *Reason) Set(name, value string) {
	if r.Args == nil {
		r.Args = map[string]string{}
	}
	r.Args[name] = value
}

// propertyReasons begin the codes of reasons that have all their arguments (see Proof.Explained).
const propertyReasons = "law.property."

// Explained is the reason with all its arguments. Those that the proof states itself are not kept in it: the entry, the
// share and the threshold that were compared, and the ingredient that cannot be identified.
func (p *Proof) Explained() Reason {
	r := Reason{Code: p.Reason.Code, Args: maps.Clone(p.Reason.Args), Text: p.Reason.Text}
	if strings.HasPrefix(r.Code, propertyReasons) || p.Verdict == NotListed {
		return r
	}
	r.fill("entry_ja", p.Entry)
	r.fill("entry_en", cmp.Or(p.EntryEn, p.Entry))
	r.fill("threshold", p.Threshold)
	if len(p.Parts) == 0 {
		return r
	}
	switch r.Code {
	case "law.unidentified", "law.check_name", "law.alternative_name":
		r.fill("part", p.Parts[0].Name)
	}
	share := p.Parts[0].Has
	if p.Share != nil {
		share = *p.Share
	}
	if text := share.String(); text != "" {
		r.fill("share", text)
	} else {
		r.fill("share_ja", "不明")
		r.fill("share_en", "not stated")
	}
	return r
}

// Explain is the reason in a language ("ja" or "en").
func (p *Proof) Explain(locale string) string {
	r := p.Explained()
	return r.In(locale)
}

// fill sets an argument that is missing.
func (r *Reason) fill(name, value string) {
	if _, has := r.Args[name]; !has && value != "" {
		r.Set(name, value)
	}
}

// Input is a value of the sheet that a verdict is based on, with its place in the PDF.
type Input struct {
	Section int          `json:"section" dynamodbav:"Section"`
	Field   string       `json:"field" doc:"the field's id" dynamodbav:"Field"`
	Text    string       `json:"text,omitempty" dynamodbav:"Text"`
	State   string       `json:"state,omitempty" doc:"whose word it is: machine, confirmed, edited" dynamodbav:"State"`
	Sources []sds.Source `json:"sources,omitempty" dynamodbav:"Sources"`
}

// Add adds another ingredient's share; a sum with an unknown part is unknown.
func (c *Content) Add(d Content) {
	c.Low += d.Low
	c.High += d.High
	c.LowOpen = c.LowOpen || d.LowOpen
	c.HighOpen = c.HighOpen || d.HighOpen
	c.Known = c.Known && d.Known
}

// Whole limits a sum to 100 per cent.
func (c Content) Whole() Content {
	c.Low, c.High = min(c.Low, 100), min(c.High, 100)
	return c
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// In is the reason in a language ("ja" or "en"). Arguments that differ by language are given as entry_ja and
// entry_en, and fill {entry}.
func (r *Reason) In(locale string) string {
	args := make(message.Args, len(r.Args))
	for name, value := range r.Args {
		switch base, found := strings.CutSuffix(name, "_"+locale); {
		case found:
			args[base] = value
		case strings.HasSuffix(name, "_ja") || strings.HasSuffix(name, "_en"):
		case name == "share" || name == "threshold":
			args[name] = percent(locale, value)
		case name == "flash" || name == "band" || name == "ignition":
			args[name] = degrees(locale, value)
		case name == "ph" && locale == "ja":
			args[name] = japanese(value, "", " ")
		default:
			args[name] = value
		}
	}
	text := message.Text(locale, message.Code(r.Code), args)
	for _, remark := range []struct {
		arg  string
		code message.Code
	}{{Converted, "law.converted"}, {Group + "_" + locale, "law.group"}, {Activity + "_" + locale, "law.activity"}, {TransitionTo, "law.transition"}, {CompleteTo, "law.overdue"}} {
		if r.Args[remark.arg] == "" {
			continue
		}
		if locale != "ja" {
			text += " "
		}
		text += message.Text(locale, remark.code, args)
	}
	return text
}

// The arguments of a reason that add a remark to it.
const (
	// CompleteTo is of a list past its revision rhythm: the day up to which it is known to be complete.
	CompleteTo = "complete_to"
	// TransitionTo is the last day of a transition; Transition (_ja, _en) is what the law leaves alone until then.
	TransitionTo = "transition_to"
	Transition   = "transition"
	// Group (_ja, _en) is of an entry that names a group: by what each ingredient belongs to it.
	Group = "group"
	// Activity (_ja, _en) is what the duties depend on beside the substance, which no sheet tells.
	Activity = "activity"
	// Converted is of a share that is calculated from parts of the volume, which the sheet states.
	Converted = "converted"
)

// comparisons are the signs before a bound in arguments of reasons, with what is printed for them in English, and the word
// behind the bound in Japanese.
var comparisons = [][3]string{{">= ", "≥ ", "以上"}, {"<= ", "≤ ", "以下"}, {"> ", "> ", "超"}, {"< ", "< ", "未満"}, {"≥ ", "≥ ", "以上"}, {"≤ ", "≤ ", "以下"}}

// percent is a share or a threshold (">= 10, < 20") as a phrase of the language: 10%以上20%未満.
func percent(locale, s string) string {
	if locale == "ja" {
		return strings.ReplaceAll(japanese(s, "%", ""), "-", "～")
	}
	parts := strings.Split(s, ", ")
	for i, part := range parts {
		sign, value := cut(part)
		parts[i] = sign[1] + value + " %"
	}
	return strings.Join(parts, " and ")
}

// degrees is a temperature or a band of them ("23~60", "≥ 0, < 30") as a phrase of the language: 0 ℃以上30 ℃未満.
func degrees(locale, s string) string {
	if locale == "ja" {
		return strings.ReplaceAll(japanese(s, " ℃", ""), "~", "～")
	}
	return s + " °C"
}

// japanese is a value, or its bounds, with the unit, and behind a gap the words for the comparisons.
func japanese(s, unit, gap string) string {
	var out strings.Builder
	for part := range strings.SplitSeq(s, ", ") {
		sign, value := cut(part)
		out.WriteString(value + unit)
		if sign[2] != "" {
			out.WriteString(gap + sign[2])
		}
	}
	return out.String()
}

// cut divides a bound into its comparison, empty of a plain value, and the value.
func cut(part string) (sign [3]string, value string) {
	for _, c := range comparisons {
		if value, is := strings.CutPrefix(part, c[0]); is {
			return c, value
		}
	}
	return sign, part
}

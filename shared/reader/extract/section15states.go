package extract

import (
	"maps"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// usStates are the states with lists of their own under the right to know.
var usStates = map[string]string{
	"california": "California", "massachusetts": "Massachusetts", "minnesota": "Minnesota", "newjersey": "New Jersey", "pennsylvania": "Pennsylvania",
	"rhodeisland": "Rhode Island", "illinois": "Illinois", "florida": "Florida", "michigan": "Michigan", "connecticut": "Connecticut", "newyork": "New York",
}

// anyState matches the name of one, as alternatives of a regular expression.
var anyState = strings.Join(slices.Sorted(maps.Values(usStates)), "|")

// stateLists reads the matrix of a section's right-to-know lists: a column for each state, a
// row for each ingredient, a mark where the state lists it.
func stateLists(sec *doc.Section) []lawUnit {
	var out []lawUnit
	if !strings.Contains(strings.ToLower(strings.NewReplacer("-", "", " ", "").Replace(sec.Text())), "righttoknow") {
		return nil
	}
	for _, t := range sec.Tables {
		for r := 0; r < min(3, len(t.Rows)-1); r++ {
			if names := stateNames(t.Rows[r]); len(names) > 1 || len(names) == 1 && r == 0 {
				out = append(out, stateColumns(t, r, names)...)
				break
			}
		}
	}
	return out
}

// stateNames are the names of the lists in a row of headings by column: states, or their letters.
func stateNames(row []doc.Cell) map[int]string {
	names := map[int]string{}
	letters := 0
	for c := 1; c < len(row); c++ {
		text := strings.TrimSpace(fold.Printed(row[c].Text()))
		if state := usStates[fold.Squeezed(text)]; state != "" {
			names[c] = state + " Right-to-Know"
		} else if stateLetters.MatchString(text) {
			names[c] = text + " Right to Know"
			letters++
		}
	}
	if letters == 1 {
		return nil // two letters of anything
	}
	return names
}

var stateLetters = pattern.MustCompile(`^(?:CA|CT|FL|IL|LA|MA|MI|MN|NJ|NY|PA|RI|WI)$`)

// stateColumns are the lists whose columns have a mark below their headings.
func stateColumns(t doc.Table, heading int, names map[int]string) []lawUnit {
	var out []lawUnit
	for c := range t.Cols() {
		if names[c] == "" {
			continue
		}
		for r := heading + 1; r < len(t.Rows); r++ {
			mark := strings.ToLower(strings.Trim(t.Rows[r][c].Text(), " .*"))
			if mark == "x" || mark == "yes" || strings.HasPrefix(mark, "listed") {
				out = append(out, stateLaw(names[c], t.Rows[heading][c].Lines))
				break
			}
		}
	}
	return out
}

// stateLaw is a state's list that names an ingredient.
func stateLaw(name string, lines []doc.Line) lawUnit {
	return lawUnit{law: law.Law{Code: fold.Squeezed(name), Ja: name, En: name}, printed: name, content: "listed", lines: lines}
}

// stateSentence matches a state's list, by its name, with the announcement of what it lists.
var stateSentence = pattern.MustCompile(`\b((?:California|Connecticut|Florida|Illinois|Louisiana|Massachusetts|Michigan|Minnesota|New Jersey|New York|Pennsylvania|Rhode Island|Washington|Wisconsin)(?: (?:[A-Z][A-Za-z]+|to|of|and)){0,6}) ?:? ?The following (?:components?|ingredients?|chemicals?|substances?) (?:is|are) listed ?:? ?([A-Za-z]*)`)

// listHeading matches the heading of a list that a law has, with the substances below it: "US - Minnesota Haz Subs: Listed
// substance", "Regulation (EC) No. 166/2006 Annex II ..., as amended".
var listHeading = pattern.MustCompile(`^(?:US - ([^:]{4,60}?)(?: - Substances?)?: ?Listed substance|((?:Regulation \(E[CU]\)(?: No\.?)? ?|Directive )[0-9]+/[0-9]+(?:/E[CU])?)\b.* as amended)$`)

// substanceLine matches a substance by its name and number.
var substanceLine = pattern.MustCompile(`\(CAS (?:No\.? ?)?[0-9]{2,7}-[0-9]{2}-[0-9]\)`)

// listedBelow are the laws whose lists have a substance right below their headings.
func listedBelow(lines []doc.Line) []lawUnit {
	var out []lawUnit
	for i, l := range lines[:max(0, len(lines)-1)] {
		m := listHeading.FindStringSubmatch(fold.Printed(l.Text))
		if m == nil || !substanceLine.MatchString(fold.Printed(lines[i+1].Text)) {
			continue
		}
		if name := m[1] + m[2]; len(law.Find(name)) == 0 {
			out = append(out, stateLaw(name, lines[i:i+1]))
		}
	}
	return out
}

// stateSentences are the lists of states told line by line: "New Jersey Spill: The following
// components are listed: ...".
func stateSentences(lines []doc.Line) []lawUnit {
	var out []lawUnit
	for i, l := range lines {
		text := fold.Printed(l.Text)
		if i+1 < len(lines) {
			text += " " + fold.Printed(lines[i+1].Text)
		}
		for _, m := range stateSentence.FindAllStringSubmatchIndex(text, -1) {
			if m[0] >= len(l.Text) || strings.EqualFold(text[m[4]:m[5]], "none") {
				continue
			}
			if name := text[m[2]:m[3]]; law.Find(name) == nil {
				out = append(out, stateLaw(name, lines[i:i+1]))
			}
		}
	}
	return out
}

// stateItem matches an item that is a state's list alone: "U.S. - Pennsylvania - RTK (Right to Know) List".
var stateItem = pattern.MustCompile(`^U\.S\. - [A-Z][a-z]+(?: [A-Z][a-z]+)? - .{3,60} List$`)

// listOfState matches an item that is a list of a state, by its name: "U.S. - Texas - Effects Screening Levels - Long Term".
var listOfState = pattern.MustCompile(`^U\.S\. - ([A-Z][a-z]+(?: [A-Z][a-z]+)?) - ([A-Z][^:.]{3,60})$`)

// listsOfStates are the lists of states that stand by their names below a substance.
func listsOfStates(lines []doc.Line) []lawUnit {
	var out []lawUnit
	for i, l := range lines {
		m := listOfState.FindStringSubmatch(fold.Printed(l.Text))
		if m == nil {
			continue
		}
		if name := m[1] + " " + m[2]; len(law.Find(name)) == 0 {
			out = append(out, stateLaw(name, lines[i:i+1]))
		}
	}
	return out
}

// ofSubstances matches the words that a state's list on hazardous substances has behind its name.
var ofSubstances = pattern.MustCompile(`^ Hazardous Substances?(?: List)?\b`)

// withSubstances is the name of a state's list with those words, where the text has them wherever it names the list.
func withSubstances(name, text string) string {
	if !strings.HasSuffix(name, "RTK") && !strings.HasSuffix(name, "Right to Know") {
		return name
	}
	words := ""
	for rest := text; ; {
		_, behind, found := strings.Cut(rest, name)
		if !found {
			return name + words
		}
		if words = ofSubstances.FindString(behind); words == "" {
			return name
		}
		rest = behind
	}
}

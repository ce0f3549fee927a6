package gen

import (
	"strconv"
	"strings"
)

// header precedes the columns of the derived table.
const header = `# Entries of the laws. Made by gen from the lists: change those.
# source: as each row says; own selection of facts from MHLW, NITE, METI and e-Gov (government open data), ECHA, US EPA, OEHHA, IARC and the laws' texts
# as of: as each row says
# of: the entry that this one is a copy of. Flags: p the substance itself, g a high-pressure gas, a all numbers of it together. links: ids of the CAS numbers.
# CAS Registry Number is a trademark of the American Chemical Society.
`

const derivedColumns = "id of class number ja en threshold certain flags element context_ja context_en group from to source as_of confidence cas links"

// encode writes the derived table.
func encode(entries []*entry, known *ids) []byte {
	var rows strings.Builder
	for _, e := range entries {
		of := ""
		if e.of != 0 {
			of = strconv.Itoa(e.of)
		}
		rows.WriteString(strings.Join([]string{
			strconv.Itoa(e.ID), of, e.Class, e.Number, e.Ja, e.En, e.Threshold, e.Certain, e.flags(), e.Element, e.ContextJa, e.ContextEn, e.group,
			e.From, e.To, e.Origin.Source, e.Origin.AsOf, e.Origin.Confidence, strings.Join(e.CAS, " "), known.of(e),
		}, "\t") + "\n")
	}
	return []byte(header + nextEntryMark + strconv.Itoa(known.nextEntry) + "\n" + nextLinkMark + strconv.Itoa(known.nextLink) + "\n" +
		strings.ReplaceAll(derivedColumns, " ", "\t") + "\n" + rows.String())
}

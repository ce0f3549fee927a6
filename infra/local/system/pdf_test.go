package system_test

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"strings"
)

// textPDF makes a PDF of lines of ASCII text, a list per page. With a password it is
// encrypted: RC4 with 40 bits, the standard security handler's revision 2 (ISO 32000-1,
// 7.6.3).
func textPDF(password string, pages ...[]string) []byte {
	var out bytes.Buffer
	var offsets []int
	var lock *padlock
	if password != "" {
		lock = newPadlock(password)
	}
	object := func(body string) int {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", len(offsets), body)
		return len(offsets)
	}
	out.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	kids := make([]string, len(pages))
	for i := range pages {
		kids[i] = fmt.Sprintf("%d 0 R", 5+2*i)
	}
	object(fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(pages), strings.Join(kids, " ")))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for _, lines := range pages {
		var text strings.Builder
		text.WriteString("BT /F1 10 Tf 50 800 Td 14 TL\n")
		for _, line := range lines {
			fmt.Fprintf(&text, "(%s) Tj T*\n", strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(line))
		}
		text.WriteString("ET")
		body := text.String()
		if lock != nil {
			body = lock.close(len(offsets)+1, body)
		}
		stream := object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(body), body))
		object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", stream))
	}
	trailer := ""
	if lock != nil {
		trailer = fmt.Sprintf("/Encrypt << /Filter /Standard /V 1 /R 2 /O <%x> /U <%x> /P %d >> /ID [<%x> <%x>]", lock.owner, lock.user, int32(permissions), fileID, fileID)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, trailer, start)
	return out.Bytes()
}

// padlock is a password with the keys derived from it.
type padlock struct{ key, owner, user []byte }

const (
	filler      = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"
	fileID      = "anzen-test-sheet"
	permissions = -4
)

func newPadlock(password string) *padlock {
	padded := []byte((password + filler)[:32])
	half := md5.Sum(padded) //nolint:gosec // as the format demands
	p := &padlock{owner: cipher(half[:5], padded)}
	var flags [4]byte
	allowed := int32(permissions)
	binary.LittleEndian.PutUint32(flags[:], uint32(allowed))
	whole := md5.Sum(bytes.Join([][]byte{padded, p.owner, flags[:], []byte(fileID)}, nil)) //nolint:gosec // as the format demands
	p.key = whole[:5]
	p.user = cipher(p.key, []byte(filler))
	return p
}

// close encrypts the stream of an object.
func (p *padlock) close(object int, body string) string {
	key := md5.Sum(append(append([]byte(nil), p.key...), byte(object), byte(object>>8), byte(object>>16), 0, 0)) //nolint:gosec // as the format demands
	return string(cipher(key[:10], []byte(body)))
}

func cipher(key, body []byte) []byte {
	c, err := rc4.NewCipher(key) //nolint:gosec // as the format demands
	if err != nil {
		panic(err) // the key is 5 to 16 bytes long
	}
	out := make([]byte, len(body))
	c.XORKeyStream(out, body)
	return out
}

// titles are the sixteen headings in the wording of OSHA's Appendix D to 1910.1200.
var titles = []string{
	"Identification", "Hazard(s) identification", "Composition/information on ingredients", "First-aid measures", "Fire-fighting measures",
	"Accidental release measures", "Handling and storage", "Exposure controls/personal protection", "Physical and chemical properties",
	"Stability and reactivity", "Toxicological information", "Ecological information", "Disposal considerations", "Transport information",
	"Regulatory information", "Other information",
}

var contents = map[int][]string{
	1: {
		"Product name: {name}", "Product code: AQ-12", "Manufacturer: Midori Chemical Works Inc.", "Address: 12 Harbor Street, Springfield",
		"Telephone: 555-0100-2000", "Emergency telephone: 555-0100-3000", "Issue date: 2024-04-01", "Revision date: 2025-06-15",
	},
	2: {
		"GHS classification", "Flammable liquids   Category 2", "Eye irritation   Category 2A", "Signal word: Danger", "Hazard statements",
		"H225 Highly flammable liquid and vapor", "H319 Causes serious eye irritation",
	},
	3: {"Chemical name              CAS No.        Concentration (wt%)", "Ethanol                    64-17-5        60 - 70", "Water                      7732-18-5      30 - 40"},
	9: {"Physical state: Liquid", "Flash point: 16 C", "pH: 7.0", "Boiling point: 78 C"},
	14: {
		"UN number: UN1170", "Proper shipping name: ETHANOL SOLUTION", "Transport hazard class: 3", "Packing group: II",
	},
}

// sheetPDF is a sheet of a product with about that many pages of text.
func sheetPDF(name string, pages int) []byte {
	const linesPerPage = 54
	lines := []string{"SAFETY DATA SHEET", name, ""}
	for i, title := range titles {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, title))
		for _, line := range contents[i+1] {
			lines = append(lines, strings.ReplaceAll(line, "{name}", name))
		}
		for fill := 0; len(lines) < pages*linesPerPage*(i+1)/len(titles); fill++ {
			lines = append(lines, fmt.Sprintf("Keep containers tightly closed in a cool, dry and well-ventilated place, note %d of this section.", fill+1))
		}
	}
	var split [][]string
	for len(lines) > 0 {
		n := min(len(lines), linesPerPage)
		split = append(split, lines[:n])
		lines = lines[n:]
	}
	return textPDF("", split...)
}

package mail

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"anzen/shared/text"
)

// toStrangers are the mails that can be sent to an unverified address, or to people who
// need not know the sender. They quote only names of what the sender entered, made plain.
var toStrangers = map[Kind]bool{Activation: true, Invitation: true, InvitationSAML: true, SAMLSignIn: true, InquiryReceived: true, QuotationReceived: true}

// quoted are the arguments that are names given by the sender.
var quoted = []string{"company", "inviter"}

// maxPlain is how much of a name such a mail quotes, in characters.
const maxPlain = 40

var (
	sentenceEnd = regexp.MustCompile(`[。！？!?;；].*$|[:：]\s.*$`)
	// fullStop ends a sentence behind a word; behind a letter or two it ends an abbreviation ("St. Mary").
	fullStop = regexp.MustCompile(`([\pL\pN]{3})\.\s.*$`)
	numbers  = regexp.MustCompile(`[+＋]?[0-9０-９][0-9０-９\-－−‐ー()（） ]{5,}[0-9０-９]`)
)

// linking replaces the characters by which mail programs detect links and addresses by
// their full-width forms.
var linking = strings.NewReplacer(".", "．", "/", "／", "@", "＠", ":", "：", "\\", "＼", "#", "＃", "%", "％", "=", "＝", "<", "＜", ">", "＞", "[", "［", "]", "］")

// abbreviations keep their full stops: they are not detected as a host.
var abbreviations = regexp.MustCompile(`(?i)\b(?:co|ltd|inc|corp|k\.k|g\.k|llc|plc|s\.a|gmbh|pty)\.(?:,? ?(?:co|ltd|inc|corp|llc)\.)*$`)

// plain reduces a name to one line without links, addresses, telephone numbers or more
// than one sentence.
func plain(name string) string {
	name = oneLine(text.Clean(name))
	end := abbreviations.FindString(name)
	name = strings.TrimSuffix(name, end)
	first := fullStop.ReplaceAllString(sentenceEnd.ReplaceAllString(name, ""), "$1")
	if first != name {
		end = "" // it ended the part that was cut
	}
	name = linking.Replace(numbers.ReplaceAllString(first, "…"))
	if utf8.RuneCountInString(name+end) > maxPlain {
		name, end = string([]rune(name + end)[:maxPlain]), "…"
	}
	return name + end
}

// quotable are the arguments of a mail as it may quote them.
func quotable(k Kind, args Args) Args {
	if !toStrangers[k] {
		return args
	}
	out := Args{}
	for name, value := range args {
		out[name] = value
	}
	for _, name := range quoted {
		if value, ok := args[name]; ok {
			out[name] = plain(value)
		}
	}
	return out
}

package mail

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"anzen/shared/text"
)

// toStrangers are the mails that somebody can have sent to any address before it is
// known to be theirs, or to people who have not said that they know the sender. Of
// what the sender wrote they quote no more than names, made plain.
var toStrangers = map[Kind]bool{Activation: true, Invitation: true, InquiryReceived: true, QuotationReceived: true}

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

// linking are the characters by which programs find links and addresses in a text;
// their wide forms read the same and make none.
var linking = strings.NewReplacer(".", "．", "/", "／", "@", "＠", ":", "：", "\\", "＼", "#", "＃", "%", "％", "=", "＝", "<", "＜", ">", "＞", "[", "［", "]", "］")

// abbreviations keep their full stops: nothing takes them for a host.
var abbreviations = regexp.MustCompile(`(?i)\b(?:co|ltd|inc|corp|k\.k|g\.k|llc|plc|s\.a|gmbh|pty)\.(?:,? ?(?:co|ltd|inc|corp|llc)\.)*$`)

// plain is a name that can be taken for nothing else: one line without links,
// addresses, telephone numbers or more than one sentence.
func plain(name string) string {
	name = oneLine(text.Clean(name))
	end := abbreviations.FindString(name)
	name = strings.TrimSuffix(name, end)
	first := fullStop.ReplaceAllString(sentenceEnd.ReplaceAllString(name, ""), "$1")
	if first != name {
		end = "" // which ended what is left out
	}
	name = linking.Replace(numbers.ReplaceAllString(first, "…"))
	if utf8.RuneCountInString(name+end) > maxPlain {
		name, end = string([]rune(name + end)[:maxPlain]), "…"
	}
	return name + end
}

// made are the arguments of a mail as it may quote them.
func made(k Kind, args Args) Args {
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

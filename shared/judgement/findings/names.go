package findings

import (
	"regexp"
	"strings"

	"anzen/shared/reference/ghs"
)

// Arguments name hazard classes, categories and signal words by their keys, in braces; a
// message writes them in the reader's language, whatever language the sheet has:
// "{class:carcinogenicity}", "{category:carcinogenicity/1A}", "{word:danger}".
var namedByKey = regexp.MustCompile(`\{(class|category|word):([^{}]*)\}`)

// className is an argument that names a hazard class.
func className(key string) string { return "{class:" + key + "}" }

// categoryName is an argument that names a category of a hazard class.
func categoryName(c class) string { return "{category:" + c.class + "/" + c.category + "}" }

// wordName is an argument that names a signal word.
func wordName(word string) string { return "{word:" + word + "}" }

// signalWords are the signal words in Japanese and English.
var signalWords = map[string][2]string{ghs.Danger: {"危険", "Danger"}, ghs.Warning: {"警告", "Warning"}, ghs.NoSignal: {"なし", "none"}}

// named is an argument with the names of its keys in a language, "ja" or English. What is
// unknown stays as its key.
func named(language, value string) string {
	return namedByKey.ReplaceAllStringFunc(value, func(token string) string {
		kind, key := namedByKey.FindStringSubmatch(token)[1], namedByKey.FindStringSubmatch(token)[2]
		ja, en := key, key
		switch kind {
		case "class":
			if c, ok := ghs.ClassByKey(key); ok {
				ja, en = c.Ja, c.En
			}
		case "category":
			of, category, _ := strings.Cut(key, "/")
			ja, en = category, category
			if k, ok := ghs.CategoryOf(of, category); ok {
				ja, en = k.Ja, k.En
			}
		case "word":
			if w, ok := signalWords[key]; ok {
				ja, en = w[0], w[1]
			}
		}
		if language == "ja" {
			return ja
		}
		return en
	})
}

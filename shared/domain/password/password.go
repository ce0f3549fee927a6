// Package password refuses passwords that are easily guessed. The rules of composition
// (company.Password) accept "Password1!"; this package estimates how many guesses find a
// password, by the method of zxcvbn (Wheeler, "zxcvbn: Low-Budget Password Strength
// Estimation", USENIX Security 2016): leaked passwords, words, names, keyboard patterns,
// repetitions, sequences and dates, also reversed and with digits for letters. Words of the
// person and the company count as known to the guesser, and so do the words of common.txt.
//
// No part of a password leaves the program: the lists are compiled in.
package password

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/trustelem/zxcvbn"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/text/fold"
)

// The codes of passwords that are easily guessed.
const (
	// CodeGuessable: found with fewer than MinGuesses guesses.
	CodeGuessable message.Code = "password.guessable"
	// CodePersonal: the same, because of the words of the person or the company.
	CodePersonal message.Code = "password.personal"
)

// MinGuesses is the fewest guesses that an accepted password takes. From this figure
// zxcvbn rates a password as safe against guessing over the network (score 3 of 4).
const MinGuesses = 1e8

// perCommon is how many guesses a further common word takes: there are about as many.
const perCommon = 1000

// estimated is how many characters of a password are estimated: the time of an estimate
// grows with the cube of the length.
const estimated = 64

// Limits of the words that are known about a person.
const (
	shortestWord = 3
	longestWord  = 64
	mostWords    = 60
)

//go:embed common.txt
var commonText string

// product are words of the product, which everyone who attacks it knows.
var product = []string{"anzen", "安全", "sds", "msds", "chemical", "kagaku"}

// common are the words of common.txt, after the recent years.
var common = append(years(1950, 2049), lines(commonText)...)

func lines(text string) []string {
	var words []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			words = append(words, strings.Fields(line)...)
		}
	}
	return words
}

// years are the years of a range, as people append them to a word.
func years(first, last int) []string {
	var all []string
	for y := last; y >= first; y-- {
		all = append(all, strconv.Itoa(y))
	}
	return all
}

// Validate is the code of a password that breaks a rule: of composition, or because it is
// easily guessed by someone who knows the texts (a company's name, a person's name and
// address). It is empty for a password that is accepted.
func Validate(password string, known ...string) message.Code {
	if code := company.Password(password); code != "" {
		return code
	}
	if guessable(password, product) {
		return CodeGuessable
	}
	if guessable(password, append(words(known), product...)) {
		return CodePersonal
	}
	return ""
}

// guessable reports whether a password is found with fewer than MinGuesses guesses, also
// by someone who tries one listed word with additions: the known words and the first
// common one add nothing, each further common one a factor of perCommon.
func guessable(password string, known []string) bool {
	text := fold.Widths(password) // full-width letters are no other password to a guesser
	if runes := []rune(text); len(runes) > estimated {
		text = string(runes[:estimated])
	}
	text = without(text, known)
	estimate := zxcvbn.PasswordStrength(text, slices.Concat(known, common))
	rest, factor, first := "", 1.0, true
	for _, m := range estimate.Sequence {
		switch listed := m.DictionaryName == "user_inputs"; {
		case listed && m.Rank <= len(known):
		case listed && first:
			first = false
		case listed:
			factor *= perCommon
		default:
			rest += m.Token
		}
	}
	return min(estimate.Guesses, factor*zxcvbn.PasswordStrength(rest, common).Guesses) < MinGuesses
}

// without is a text without the words that are not of ASCII letters, which the estimate
// does not recognise.
func without(text string, words []string) string {
	for _, w := range words {
		if strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxASCII }) {
			text = strings.ReplaceAll(text, w, "")
		}
	}
	return text
}

// words are the words of texts, and each text's words written as one.
func words(texts []string) []string {
	var all []string
	for _, text := range texts {
		parts := strings.FieldsFunc(fold.Caseless(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, w := range append(parts, strings.Join(parts, "")) {
			if n := len([]rune(w)); n >= shortestWord && n <= longestWord && !slices.Contains(all, w) && len(all) < mostWords {
				all = append(all, w)
			}
		}
	}
	return all
}

// Known are the texts about a person that count against their password.
func Known(u company.User, c company.Company) []string {
	return []string{u.Email, u.FirstName, u.LastName, u.MiddleName, c.Name}
}

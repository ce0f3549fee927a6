package scim

import (
	"cmp"
	"strings"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/formats/scim"
)

func applyName(u *company.User, before, after scim.Resource, wrong *fields) {
	part := func(r scim.Resource, name string) string {
		inner, _ := scim.Get(r, "name").(scim.Resource)
		return scim.Text(inner, name)
	}
	name, _ := scim.Get(after, "name").(scim.Resource)
	family, _ := wrong.text(name, "name.familyName", "familyName", company.MaxPersonName)
	first, _ := wrong.text(name, "name.givenName", "givenName", company.MaxPersonName)
	middle, _ := wrong.text(name, "name.middleName", "middleName", company.MaxPersonName)
	whole := cmp.Or(scim.Text(after, "displayName"), scim.Text(name, "formatted"))
	if before != nil && family == part(before, "familyName") && first == part(before, "givenName") {
		// A provider that knows only whole names has changed one.
		for _, one := range [][2]string{{scim.Text(before, "displayName"), scim.Text(after, "displayName")}, {part(before, "formatted"), part(after, "formatted")}} {
			if one[0] != one[1] && len(strings.Fields(company.Clean(one[1]))) == 2 {
				first, _, family = split(one[1])
			}
		}
	}
	if family == "" || first == "" {
		f, m, l := split(whole)
		first, family, middle = cmp.Or(first, f), cmp.Or(family, l), cmp.Or(middle, m)
	}
	if company.Clean(family) == "" || company.Clean(first) == "" {
		wrong.Add("name", CodeName)
		return
	}
	for path, one := range map[string]string{"name.familyName": family, "name.givenName": first, "name.middleName": middle} {
		wrong.Add(path, company.PersonName(one, false))
		if len([]rune(one)) > company.MaxPersonName {
			wrong.Cell(message.Field{Path: path, Code: message.CodeTooLong, Args: message.Args{"length": company.MaxPersonName}})
		}
	}
	u.LastName, u.FirstName, u.MiddleName = company.Clean(family), company.Clean(first), company.Clean(middle)
}

// split splits a whole name: names in Chinese characters, kana or hangul, and those with a
// comma, begin with the family name. One word cannot be split.
func split(whole string) (first, middle, family string) {
	head, rest, comma := strings.Cut(whole, ",")
	words := strings.Fields(company.Clean(whole))
	if comma {
		words = append(strings.Fields(company.Clean(rest)), company.Clean(head))
	} else if strings.ContainsFunc(whole, func(r rune) bool { return r >= 0x2E80 }) && len(words) > 1 {
		words = append(words[1:], words[0])
	}
	if len(words) < 2 {
		return "", "", ""
	}
	return words[0], strings.Join(words[1:len(words)-1], " "), words[len(words)-1]
}

package grant

import (
	"reflect"
	"slices"
)

// Tag names the resource to which a field of a struct of services gives access, as
// `grant:"bucket/sheets/*"`. Of a map the resources are the tag followed by each key.
const Tag = "grant"

// Restrict returns a struct of services without those whose resources no grant names:
// their fields are zero. It also returns the names of these, with their resources. So a
// function's code can only reach what it declares, wherever it runs.
func Restrict[S any](services S, grants []Grant) (granted S, withheld []string) {
	has := func(resource string) bool {
		return slices.ContainsFunc(grants, func(g Grant) bool { return string(g.Resource) == resource })
	}
	v := reflect.ValueOf(&services).Elem()
	for i := range v.NumField() {
		field, at := v.Type().Field(i), v.Field(i)
		resource, tagged := field.Tag.Lookup(Tag)
		switch {
		case !tagged:
		case at.Kind() == reflect.Map:
			kept := reflect.MakeMap(at.Type())
			for _, key := range at.MapKeys() {
				if name := resource + key.String(); has(name) {
					kept.SetMapIndex(key, at.MapIndex(key))
				} else {
					withheld = append(withheld, field.Name+" ("+name+")")
				}
			}
			at.Set(kept)
		case !has(resource):
			at.SetZero()
			withheld = append(withheld, field.Name+" ("+resource+")")
		}
	}
	slices.Sort(withheld)
	return services, withheld
}

// Package laws is the API of the regulations that sheets are checked against, for every
// signed-in user: laws, categories, classes, the versions of their lists, and the
// substances they name. The set is part of the program: the functions touch no data.
package laws

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListRoute, List),
		rest.Handle(GetRoute, Get),
		rest.Handle(GHSRoute, GHSClasses),
	}
}

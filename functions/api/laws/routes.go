// Package laws is the set of regulations that sheets are checked against, for
// everybody who is signed in: which laws, categories and classes there are, from
// when which list holds, and which substances it names. It is part of the program:
// the functions touch no data.
package laws

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListRoute, List),
		rest.Handle(GetRoute, Get),
	}
}

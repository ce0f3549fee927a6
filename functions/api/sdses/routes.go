package sdses

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Links, CreateLinks),
		rest.Handle(Registering, Register),
		rest.Handle(Listing, List),
		rest.Handle(Counting, Count),
		rest.Handle(Getting, Get),
		rest.Handle(GettingPDF, PDF),
		rest.Handle(Editing, Edit),
		rest.Handle(Reanalysing, Reanalyse),
		rest.Handle(GettingEdits, Edits),
	}
}

package info

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(InquireRoute, Inquire),
		rest.Handle(InquireEnglishRoute, InquireEnglish),
		rest.Handle(QuoteRoute, Quote),
	}
}

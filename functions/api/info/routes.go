package info

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Inquiring, Inquire),
		rest.Handle(InquiringEnglish, InquireEnglish),
		rest.Handle(Quoting, Quote),
	}
}

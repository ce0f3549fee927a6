package rest

// Paged is embedded in the inputs of lists that are answered as a whole unless a page is asked
// for: users, departments and tags of a company are few, and forms need all of them.
type Paged struct {
	Page  int `query:"page" minimum:"1" maximum:"100000" default:"1" doc:"the page, from 1"`
	Limit int `query:"limit" minimum:"1" maximum:"100" doc:"the items of a page; absent: all items"`
}

// PageView is the page of an answer.
type PageView struct {
	Page  int `json:"page" doc:"the page, from 1"`
	Limit int `json:"limit" doc:"the items of a page; without a page, as many as there are"`
}

// PageOf returns the items of the page, and the page as answered.
func PageOf[T any](in Paged, items []T) ([]T, PageView) {
	view := PageView{max(in.Page, 1), in.Limit}
	if view.Limit == 0 {
		view.Limit = max(len(items), 1)
	}
	from := min((view.Page-1)*view.Limit, len(items))
	return items[from:min(from+view.Limit, len(items))], view
}

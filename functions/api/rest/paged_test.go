package rest_test

import (
	"slices"
	"testing"

	"anzen/functions/api/rest"
)

func TestPageOf(t *testing.T) {
	all := []int{1, 2, 3, 4, 5}
	for _, tt := range []struct {
		in   rest.Paged
		want []int
		view rest.PageView
	}{
		{rest.Paged{}, all, rest.PageView{Page: 1, Limit: 5}},
		{rest.Paged{Page: 1, Limit: 2}, []int{1, 2}, rest.PageView{Page: 1, Limit: 2}},
		{rest.Paged{Page: 3, Limit: 2}, []int{5}, rest.PageView{Page: 3, Limit: 2}},
		{rest.Paged{Page: 4, Limit: 2}, nil, rest.PageView{Page: 4, Limit: 2}},
		{rest.Paged{Page: 2}, nil, rest.PageView{Page: 2, Limit: 5}},
	} {
		got, view := rest.PageOf(tt.in, all)
		if !slices.Equal(got, tt.want) || view != tt.view {
			t.Errorf("%+v: %v %+v, want %v %+v", tt.in, got, view, tt.want, tt.view)
		}
	}
}

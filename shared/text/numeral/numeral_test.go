package numeral_test

import (
	"testing"

	"anzen/shared/text/numeral"
)

func TestValue(t *testing.T) {
	for s, want := range map[string]int{
		"〇": 0, "一": 1, "九": 9, "十": 10, "十一": 11, "十六": 16, "二十": 20, "二十五": 25, "九十九": 99, "百": 100, "百五": 105, "五百七十七": 577, "千二百": 1200,
		"二〇": 20, "一〇五": 105, "五七七": 577, "〇五": 5,
	} {
		if n, ok := numeral.Value(s); !ok || n != want {
			t.Errorf("%s is %d, %v, not %d", s, n, ok, want)
		}
	}
	for _, s := range []string{"", "十十", "十百", "五二十", "〇十", "十〇", "一の二", "12", "塩", "一二三四五六七八九〇"} {
		if n, ok := numeral.Value(s); ok {
			t.Errorf("%q is %d", s, n)
		}
	}
}

func TestPrefix(t *testing.T) {
	for s, want := range map[string]struct {
		n    int
		rest string
	}{"十一 廃棄上の注意": {11, " 廃棄上の注意"}, "三、成分": {3, "、成分"}, "廃棄": {0, "廃棄"}, "": {0, ""}, "十": {10, ""}, "十十": {0, "十十"}} {
		if n, rest := numeral.Prefix(s); n != want.n || rest != want.rest {
			t.Errorf("%q is %d and %q", s, n, rest)
		}
	}
}

func TestArabic(t *testing.T) {
	for s, want := range map[string]string{
		"二・四-ジクロル": "2・4-ジクロル", "十二-アミノ": "12-アミノ", "第五百七十七条の二": "第577条の2", "二〇": "20", "〇・一": "0・1", "〇〇五": "005", "ナフタレン-一・五-ジイル": "ナフタレン-1・5-ジイル",
		"トルエン": "トルエン", "十十": "十十", "toluene": "toluene", "": "",
	} {
		if got := numeral.Arabic(s); got != want {
			t.Errorf("%q is %q, not %q", s, got, want)
		}
	}
}

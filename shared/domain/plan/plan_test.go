package plan_test

import (
	"testing"

	"anzen/shared/domain/plan"
)

func TestPlans(t *testing.T) {
	for id, want := range map[plan.ID]struct{ uploads, yen, attachments int }{
		0: {10, 0, 1}, 100: {100, 15000, 10}, 250: {250, -1, 10}, 1000: {1000, 40000, 10}, 10000: {10000, 100000, 10}, 50000: {50000, -1, 10},
		plan.Unlimited: {-1, -1, 50}, 12345: {10, 0, 1},
	} {
		p := plan.Get(id)
		value := func(n *int) int {
			if n == nil {
				return -1
			}
			return *n
		}
		if value(p.MaxUploads) != want.uploads || value(p.MonthlyYen) != want.yen || p.AttachmentsPerSheet != want.attachments {
			t.Errorf("plan %d: uploads %d, yen %d, attachments %d", id, value(p.MaxUploads), value(p.MonthlyYen), p.AttachmentsPerSheet)
		}
	}
	if plan.Get(12345).Paid() || !plan.Get(100).Paid() {
		t.Error("the free plan is not paid, the others are")
	}
	if free := plan.Get(plan.Free); !free.Allows(9, 1) || free.Allows(9, 2) || !plan.Get(plan.Unlimited).Allows(1<<30, 1) {
		t.Error("the limit differs from the plan's")
	}
}

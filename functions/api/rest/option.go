package rest

import (
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
)

// Option returns an error where the caller's company has not bought the option; its
// text names the option and whom to contact.
func (c *Call) Option(f plan.Feature) error {
	if c.Company.Has(f) {
		return nil
	}
	return message.New(message.PlanLimit, message.Code("option."+string(f)))
}

package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// terms are those of a contract as they were typed; empty: they stay.
type terms struct{ plan, options, attachments, customer, subscription, payment string }

// listCompanies prints the companies whose name has a text, with what they have bought.
func listCompanies(ctx context.Context, o *operation) error {
	text := fold.Caseless(strings.Join(o.args, " "))
	n := 0
	err := o.companies(ctx, func(id sds.CompanyID) error {
		c, err := o.table.Company(ctx, id)
		if err != nil || !strings.Contains(fold.Caseless(c.Name), text) {
			return err
		}
		n++
		return o.printContract(ctx, c)
	})
	if err == nil && n == 0 {
		o.print("no company has such a name\n")
	}
	return err
}

// printContract prints what a company has bought and how much of it it uses.
func (o *operation) printContract(ctx context.Context, c company.Company) error {
	usage, err := o.table.Usage(ctx, c.ID)
	if err != nil {
		return err
	}
	o.print("%s  %s\n  %s, %d sheets used, %d attachments a sheet, options: %s\n", c.ID, c.Name, planName(c.Plan), usage.UploadedSheets, c.AttachmentsPerSheet(), optionNames(c.Features))
	for _, line := range []struct{ what, value string }{
		{"customer", c.CustomerID}, {"subscription", c.SubscriptionID}, {"subscribed on", day(c.SubscribedAt)}, {"renewed on", day(c.RenewedAt)}, {"next payment on", day(c.NextPaidAt)}, {"closed on", day(c.ClosedAt)},
	} {
		if line.value != "" {
			o.print("  %s %s\n", line.what, line.value)
		}
	}
	return nil
}

// planName is a plan as people call it.
func planName(id plan.ID) string {
	switch p := plan.Get(id); {
	case !p.Paid():
		return "free plan"
	case p.MaxUploads == nil:
		return "unlimited plan"
	default:
		return fmt.Sprintf("plan of %d", *p.MaxUploads)
	}
}

func optionNames(options []plan.Feature) string {
	if len(options) == 0 {
		return "none"
	}
	names := make([]string, len(options))
	for i, f := range options {
		names[i] = string(f)
	}
	return strings.Join(names, ",")
}

func day(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.In(japan).Format(time.DateOnly)
}

// changeContract sets what a company has bought, and prints it. The company's audit log names the change.
func changeContract(ctx context.Context, o *operation) error {
	if o.company == "" {
		return misunderstood("contract needs -company; `companies` lists their ids")
	}
	c, err := o.known(ctx, o.company)
	if err != nil {
		return err
	}
	if o.terms == (terms{}) {
		return o.printContract(ctx, c)
	}
	if err := o.terms.apply(&c, o.now()); err != nil {
		return err
	}
	if err := o.printContract(ctx, c); err != nil {
		return err
	}
	if err := o.confirm("is this what %s is to have from now on?", c.Name); err != nil {
		return err
	}
	x := o.table.Begin(c.ID).Audit(table.Audit{Action: "company.contract_changed", Target: string(c.ID)})
	x.WriteCompany(c)
	return explained(x.Commit(ctx))
}

// apply changes what is stated. A company that leaves the free plan has subscribed; one that returns to it has no payments.
func (t terms) apply(c *company.Company, now time.Time) error {
	now = now.UTC()
	if t.plan != "" {
		id, err := planOf(t.plan)
		if err != nil {
			return err
		}
		switch before := plan.Get(c.Plan); {
		case !plan.Get(id).Paid():
			c.SubscribedAt, c.RenewedAt, c.NextPaidAt = nil, nil, nil
		case !before.Paid() || c.SubscribedAt == nil:
			c.SubscribedAt = &now
		}
		c.Plan = id
	}
	if t.options != "" {
		options, err := optionsOf(t.options)
		if err != nil {
			return err
		}
		c.Features = options
	}
	if t.attachments != "" {
		n, err := attachmentsOf(t.attachments)
		if err != nil {
			return err
		}
		c.AttachmentsLimit = n
	}
	if t.payment != "" {
		next, err := time.ParseInLocation(time.DateOnly, t.payment, japan)
		if err != nil || !next.After(now) {
			return misunderstood("%q is no day to come: write 2027-01-31", t.payment)
		}
		if !plan.Get(c.Plan).Paid() {
			return misunderstood("the free plan has no payments")
		}
		next = next.UTC()
		c.RenewedAt, c.NextPaidAt = &now, &next
	}
	if t.customer != "" {
		c.CustomerID = t.customer
	}
	if t.subscription != "" {
		c.SubscriptionID = t.subscription
	}
	return nil
}

// attachmentsOf is how many attachments a sheet may have; 0: as many as the plan says.
func attachmentsOf(text string) (int, error) {
	if text == "plan" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(plan.Attachments, n) {
		return 0, misunderstood("%q is none of the numbers of attachments: plan, %s", text, strings.Trim(fmt.Sprint(plan.Attachments), "[]"))
	}
	return n, nil
}

// planOf is the plan that is meant: free, unlimited or its number of sheets.
func planOf(text string) (plan.ID, error) {
	switch text {
	case "free":
		return plan.Free, nil
	case "unlimited":
		return plan.Unlimited, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || !slices.Contains(plan.Sizes, plan.ID(n)) {
		return 0, misunderstood("there is no plan %q: free, %s or unlimited", text, strings.Trim(fmt.Sprint(plan.Sizes), "[]"))
	}
	return plan.ID(n), nil
}

// optionsOf are the options of a list; none: there are no more.
func optionsOf(text string) ([]plan.Feature, error) {
	options := []plan.Feature{}
	if text == "none" {
		return options, nil
	}
	for _, name := range strings.Split(text, ",") {
		f := plan.Feature(strings.TrimSpace(name))
		if !slices.Contains(plan.Features, f) {
			return nil, misunderstood("there is no option %q: %s, or none", name, optionNames(plan.Features))
		}
		if !slices.Contains(options, f) {
			options = append(options, f)
		}
	}
	return options, nil
}

// Package sample makes the sheets of a company for tests and benchmarks, always
// the same ones: as many as requested, distributed as they are on real sheets. How
// many ingredients, classes and laws a sheet has, and how often each hazard, law,
// state and transport class comes, was counted on the sheets of the reader's
// evaluation; substances and their names are those of shared/reference/chem, goods those of
// shared/reference/unnumber; which substance and which supplier comes falls off as 1/rank.
package sample

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/law"
)

// Now is the day on which the company is looked at.
var Now = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// Company makes the sheets of a company.
type Company struct {
	seed                     uint64
	departments, tags, users []string
	suppliers                *pick[string]
}

// New is a company with so many sheets; it has suppliers, departments, tags and
// people to go with them.
func New(seed uint64, sheets int) *Company {
	c := &Company{seed: seed}
	ids := func(kind uint64, n int) (all []string) {
		r := rand.New(rand.NewPCG(seed, kind))
		for range n {
			all = append(all, newID(r))
		}
		return all
	}
	grown := int(math.Sqrt(float64(sheets)))
	c.departments, c.tags, c.users = ids(1, 5+grown/8), ids(2, 10+grown/4), ids(3, 5+grown/3)
	var names []string
	for i := range 20 + 5*grown {
		name := towns[i%len(towns)] + trades[i/len(towns)%len(trades)]
		if i >= len(towns)*len(trades) {
			name += strconv.Itoa(i / (len(towns) * len(trades)))
		}
		names = append(names, []string{name + "株式会社", "株式会社" + name, name + "㈱"}[i%3])
	}
	c.suppliers = weighed(names, func(i int) float64 { return 1 / float64(i+5) })
	return c
}

func newID(r *rand.Rand) string {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], r.Uint64())
	binary.LittleEndian.PutUint64(b[8:], r.Uint64())
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return uuid.UUID(b).String()
}

// ID is the id of the company's sheet with the number.
func (c *Company) ID(i int) sds.SheetID {
	return sds.SheetID(newID(rand.New(rand.NewPCG(c.seed, uint64(i)<<8|0xff))))
}

func few[T ~string](r *rand.Rand, from []string, chances ...float64) (ids []T) {
	for _, chance := range chances {
		if id := T(from[int(r.Float64()*r.Float64()*float64(len(from)))]); r.Float64() < chance && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Sheet makes the company's sheet with the number, as it is in some version from
// 1 on: later versions differ a little.
func (c *Company) Sheet(i int, version int64) sds.Sheet {
	r := rand.New(rand.NewPCG(c.seed, uint64(i)<<16|uint64(version)))
	born := rand.New(rand.NewPCG(c.seed, uint64(i)<<8))
	created := Now.Add(-time.Duration(born.Int64N(int64(5 * 365 * 24 * time.Hour)))).Truncate(time.Millisecond)
	s := sds.Sheet{
		ID: c.ID(i), Version: version, Status: statuses.one(r), Language: languages.one(born), Source: sds.SourceUser,
		CreatedAt: created, UpdatedAt: created.Add(time.Duration(r.Int64N(int64(90 * 24 * time.Hour)))).Truncate(time.Millisecond),
		CreatedBy:   sds.UserID(c.users[born.IntN(len(c.users))]),
		Departments: few[sds.DepartmentID](r, c.departments, 0.95, 0.15), Assignees: few[sds.UserID](r, c.users, 0.3), Tags: few[sds.TagID](r, c.tags, 0.4, 0.2, 0.1),
	}
	if r.Float64() < 0.08 {
		s.Note = notes[r.IntN(len(notes))]
	}
	s.RevisedOn = day(created, -born.IntN(4000))
	if born.Float64() < 0.4 {
		s.IssuedOn = day(created, -4000-born.IntN(3000))
	}
	if r.Float64() < 0.15 {
		s.SupplierConfirmedOn = day(created, r.IntN(700))
	}
	if r.Float64() < 0.2 {
		s.AssessedOn = day(created, r.IntN(300))
	}
	if r.Float64() < 0.06 {
		s.Newer = c.ID(i + 1)
	}
	if r.Float64() < 0.01 {
		at := Now
		s.DeletedAt = &at
	}
	c.contents(born, &s)
	s.File = file(born, s.ProductName)
	if r.Float64() < 0.03 {
		s.Name, s.NameByPerson = s.Name+" "+strconv.Itoa(r.IntN(100)), true
	}
	s.FindingCount, s.Unreviewed = int(r.ExpFloat64()), int(r.ExpFloat64()*3)
	if r.Float64() < 0.05 {
		s.AttachmentCount = 1 + r.IntN(3)
	}
	if r.Float64() < 0.02 {
		s.DeletedItems = 1
	}
	if s.Status == sds.StatusImpossible {
		s.Reason, s.ReasonDetail = "analysis.not_sds", map[string]string{"sections": "2"}
	}
	return s
}

func day(from time.Time, days int) string { return from.AddDate(0, 0, days).Format(time.DateOnly) }

func file(r *rand.Rand, product string) sds.File {
	sum := make([]byte, 0, 32)
	for range 4 {
		sum = binary.LittleEndian.AppendUint64(sum, r.Uint64())
	}
	name := product
	switch r.IntN(4) {
	case 0:
		name = fmt.Sprintf("SDS_%06d", r.IntN(1e6))
	case 1:
		name = "SDS " + product
	}
	return sds.File{Name: name + ".pdf", Size: int64(1e5 + r.ExpFloat64()*4e5), SHA256: fmt.Sprintf("%x", sum), Pages: 4 + r.IntN(10)}
}

// contents are the values of the sheet itself.
func (c *Company) contents(r *rand.Rand, s *sds.Sheet) {
	s.Supplier = c.suppliers.one(r)
	if r.Float64() < 0.15 {
		s.Manufacturer = c.suppliers.one(r) // named beside who sells it
	}
	n := ingredients.one(r)
	left := 100.0
	for k := range n {
		is := substances().one(r)
		in := sds.Ingredient{Name: is.Name("ja"), CAS: []string{string(is.CAS)}}
		left -= share(r, &in, n, left)
		s.Ingredients = append(s.Ingredients, in)
		for _, cas := range in.CAS {
			if !slices.Contains(s.CAS, cas) {
				s.CAS = append(s.CAS, cas)
			}
		}
		if k == 0 && n <= 2 {
			s.ProductName = in.Name + grades[r.IntN(len(grades))]
		}
	}
	s.Composition = sds.CompositionMixture
	if n == 1 {
		s.Composition = sds.CompositionSubstance
	}
	if s.ProductName == "" {
		s.ProductName = fmt.Sprintf("%s%s %c%c-%d", towns[r.IntN(len(towns))], makes[r.IntN(len(makes))], 'A'+r.IntN(26), 'A'+r.IntN(26), r.IntN(1000))
	}
	s.Name = s.ProductName
	if r.Float64() < 0.9 {
		s.ProductCodes = []string{fmt.Sprintf("%c%c-%05d", 'A'+r.IntN(26), 'A'+r.IntN(26), r.IntN(1e5))}
	}
	label(r, s)
	for range lawsASheet.one(r) {
		if l := laws.one(r); !slices.Contains(s.Laws, l) {
			s.Laws = append(s.Laws, l)
			s.Regulations = append(s.Regulations, stated(r, l)...)
		}
	}
	for _, class := range []string{"JP-ISHA/SDS/DEFAULT", "JP-PRTR/CLASS1/DEFAULT", "JP-PDSCA/DELETERIOUS/DEFAULT", "JP-FSA/CLASS4/C1"} {
		if r.Float64() < 0.2 {
			s.CheckedLaws = append(s.CheckedLaws, class+":"+[]string{"applies", "applies", "requires_context", "below_threshold"}[r.IntN(4)])
		}
	}
	if r.Float64() < 0.1 {
		s.Unidentified = []string{"100", "<1", "5"}[r.IntN(3)]
	}
	s.State = states.one(r)
	if s.State == "liquid" && r.Float64() < 0.8 {
		flash := math.Round(r.NormFloat64()*40*10+400) / 10
		s.FlashPoint, s.BoilingPoint = span(flash, flash), span(math.Round(60+r.Float64()*200), math.Round(60+r.Float64()*200)+200)
	}
	if s.State == "liquid" {
		s.WaterSolubility = []string{sds.WaterSoluble, sds.WaterInsoluble, sds.WaterInsoluble, ""}[r.IntN(4)]
		if r.Float64() < 0.4 {
			auto := math.Round(150 + r.Float64()*400)
			s.AutoIgnition = span(auto, auto)
		}
	}
	if r.Float64() < 0.3 {
		ph := math.Round(r.Float64()*140) / 10
		s.PH = span(ph, math.Min(ph+float64(r.IntN(3)), 14))
	}
	if r.Float64() < 0.55 {
		g := goods().one(r)
		s.UNNumber, s.TransportClass = g.Number, g.Class
		s.PackingGroup = []string{"I", "II", "II", "III"}[r.IntN(4)]
	}
	for range r.IntN(4) {
		if a := authorities.one(r); n > 0 && !slices.Contains(s.ExposureAuthorities, a) {
			s.ExposureAuthorities = append(s.ExposureAuthorities, a)
			if first := &s.Ingredients[0]; len(first.CAS) == 1 {
				s.ExposureLimits = append(s.ExposureLimits, limit(first.CAS[0], a))
			}
		}
	}
}

// limit is what sheets state as the limit of an authority: one value for a substance.
func limit(cas, authority string) string {
	value := []float64{1, 5, 20, 50, 100, 200}[(int(cas[0])+int(cas[len(cas)-1])+len(authority))%6]
	return sds.ExposureLimit{CAS: cas, Authority: authority, Kind: "TWA", Value: sds.Quantity{Low: &value, LowOp: "=", High: &value, HighOp: "=", Unit: "ppm"}}.String()
}

// share gives an ingredient of so many what a sheet states of its content, of what is
// left of the product; used is how much of that it takes at least.
func share(r *rand.Rand, in *sds.Ingredient, of int, left float64) (used float64) {
	switch kind := r.Float64(); {
	case of == 1 && kind < 0.6:
		in.Concentration = span(99, 100)
	case kind < 0.75:
		top := math.Round(left*r.Float64()*10) / 10
		used = math.Round(top*(0.3+0.7*r.Float64())*10) / 10
		in.Concentration = span(used, top)
	case kind < 0.9: // as suppliers print it
		bounds := [][2]float64{{0, 0.1}, {0, 1}, {0.1, 1}, {1, 5}, {1, 10}, {5, 10}, {10, 20}, {20, 30}, {30, 60}}[r.IntN(9)]
		in.Concentration = span(bounds[0], bounds[1])
		if bounds[0] == 0 {
			in.Concentration.Low = nil
		}
		in.Concentration.HighOpen, in.Concentration.LowOpen = r.IntN(2) == 0, r.IntN(6) == 0 && bounds[0] > 0
		used = bounds[0]
	case kind < 0.94:
		in.Balance = of > 1
	case kind < 0.97:
		in.Withheld = true
	}
	switch hidden := r.Float64(); {
	case hidden < 0.04:
		in.CAS = nil // named, and no more
	case hidden < 0.06:
		in.Name, in.CAS = "非開示成分", nil
	}
	return used
}

// classesOf are the classes of a law, the first of which come more often.
var classesOf = sync.OnceValue(func() map[string]*pick[string] {
	codes := map[string][]string{}
	for _, one := range law.Regulations() {
		codes[one.Law] = append(codes[one.Law], one.Code)
	}
	picks := map[string]*pick[string]{}
	for name, of := range codes {
		picks[name] = weighed(of, func(i int) float64 { return 1 / float64(i+1) })
	}
	return picks
})

// stated are up to two classes of a law that a sheet names.
func stated(r *rand.Rand, name string) (codes []string) {
	for _, m := range law.Find(name) {
		if of := classesOf()[m.Law.Code]; of != nil {
			for range r.IntN(3) {
				if code := of.one(r); !slices.Contains(codes, code) {
					codes = append(codes, code)
				}
			}
		}
	}
	return codes
}

// label takes hazards and what goes with them on the label.
func label(r *rand.Rand, s *sds.Sheet) {
	s.SignalWord = "none"
	for range classes.one(r) {
		h := hazards.one(r)
		_, ok := ghs.ClassByKey(h.class)
		both := h.class + "/" + h.category
		if !ok || slices.Contains(s.GHSCategories, both) {
			continue
		}
		s.GHSCategories = append(s.GHSCategories, both)
		for _, z := range ghs.HazardsFor(h.class, h.category) {
			if !slices.Contains(s.HCodes, z.Code) {
				s.HCodes = append(s.HCodes, z.Code)
			}
			for _, p := range z.Pictograms {
				if !slices.Contains(s.Pictograms, p) {
					s.Pictograms = append(s.Pictograms, p)
				}
			}
			if signal := strings.ToLower(z.Signal); signal == "danger" || signal == "warning" && s.SignalWord == "none" {
				s.SignalWord = signal
			}
		}
	}
}

func span(low, high float64) *sds.Span { return &sds.Span{Low: &low, High: &high} }

package extract

import "anzen/shared/reference/chem"

// View is what a sheet says in the form in which answers are compared: the keys of the corpus's guide, in its
// order. A nil pointer is written as null, an empty list as [].
type View struct {
	ID       string  `json:"id,omitempty"`
	MS       float64 `json:"ms,omitempty"`
	Pages    int     `json:"pages,omitempty"`
	Error    string  `json:"error,omitempty"`
	Language *string `json:"language"`
	// Result is what the view shows, with the confidence of each value.
	Result *Result `json:"-"`

	ProductName          *string       `json:"product_name"`
	ProductCodes         []string      `json:"product_codes"`
	SDSNumber            *string       `json:"sds_number"`
	IssueDate            *string       `json:"issue_date"`
	RevisionDate         *string       `json:"revision_date"`
	SupplierName         *string       `json:"supplier_name"`
	SupplierPhone        *string       `json:"supplier_phone"`
	EmergencyPhone       *string       `json:"emergency_phone"`
	SignalWord           *string       `json:"signal_word"`
	Classification       []ViewClass   `json:"classification"`
	HCodes               []string      `json:"h_codes"`
	HazardStatementCount *int          `json:"hazard_statement_count"`
	PCodes               []string      `json:"p_codes"`
	Pictograms           []string      `json:"pictograms"`
	CompositionType      *string       `json:"composition_type"`
	Composition          []ViewPart    `json:"composition"`
	ExposureLimits       []ViewLimit   `json:"exposure_limits"`
	State                *string       `json:"state"`
	Color                *string       `json:"color"`
	Odor                 *string       `json:"odor"`
	PH                   *ViewQuantity `json:"ph"`
	MeltingPoint         *ViewQuantity `json:"melting_point"`
	BoilingPoint         *ViewQuantity `json:"boiling_point"`
	FlashPoint           *ViewQuantity `json:"flash_point"`
	AutoIgnition         *ViewQuantity `json:"auto_ignition"`
	ExplosiveLow         *ViewQuantity `json:"explosive_low"`
	ExplosiveHigh        *ViewQuantity `json:"explosive_high"`
	VaporPressure        *ViewQuantity `json:"vapor_pressure"`
	Density              *ViewQuantity `json:"density"`
	RelativeDensity      *ViewQuantity `json:"relative_density"`
	VaporDensity         *ViewQuantity `json:"vapor_density"`
	ViscosityKinematic   *ViewQuantity `json:"viscosity_kinematic"`
	ViscosityDynamic     *ViewQuantity `json:"viscosity_dynamic"`
	LogKow               *ViewQuantity `json:"log_kow"`
	SolubilityWater      *string       `json:"solubility_water"`
	UNNumber             *string       `json:"un_number"`
	ShippingName         *string       `json:"shipping_name"`
	TransportClass       *string       `json:"transport_class"`
	SubsidiaryRisks      []string      `json:"subsidiary_risks"`
	PackingGroup         *string       `json:"packing_group"`
	MarinePollutant      *bool         `json:"marine_pollutant"`
	Laws                 []string      `json:"laws"`
}

// ViewClass is a hazard class with its category.
type ViewClass struct {
	Class    string `json:"class"`
	Category string `json:"category"`
}

// ViewQuantity is a quantity; an end that is not stated is null.
type ViewQuantity struct {
	Low    *float64 `json:"low"`
	LowOp  *string  `json:"low_op"`
	High   *float64 `json:"high"`
	HighOp *string  `json:"high_op"`
	Unit   *string  `json:"unit"`
}

// ViewPart is an ingredient.
type ViewPart struct {
	Name *string  `json:"name"`
	CAS  []string `json:"cas"`
	ViewQuantity
}

// ViewLimit is an exposure limit.
type ViewLimit struct {
	Substance *string  `json:"substance"`
	Authority *string  `json:"authority"`
	Kind      *string  `json:"kind"`
	Value     *float64 `json:"value"`
	Unit      *string  `json:"unit"`
}

// GoldView puts the result into the form of the corpus's answers.
func (r *Result) GoldView() View {
	text := func(key string) *string {
		if v := r.Get(key); v != nil && v.Text != "" {
			return &v.Text
		}
		return nil
	}
	list := func(key string) []string {
		if l := r.List(key); l != nil {
			return l
		}
		return []string{}
	}
	quantity := func(key string) *ViewQuantity {
		v := r.Get(key)
		if v == nil || !v.Quantity.Stated() {
			return nil
		}
		q := viewQuantity(v.Quantity)
		return &q
	}
	v := View{
		Result: r, Language: &r.Language, ProductName: text("product_name"), ProductCodes: list("product_codes"), SDSNumber: text("sds_number"),
		IssueDate: text("issue_date"), RevisionDate: text("revision_date"), SupplierName: text("supplier_name"),
		SupplierPhone: text("supplier_phone"), EmergencyPhone: text("emergency_phone"), SignalWord: text("signal_word"),
		HCodes: list("h_codes"), PCodes: list("p_codes"), Pictograms: list("pictograms"), CompositionType: text("composition_type"),
		State: text("state"), Color: text("color"), Odor: text("odor"),
		PH: quantity("ph"), MeltingPoint: quantity("melting_point"), BoilingPoint: quantity("boiling_point"), FlashPoint: quantity("flash_point"),
		AutoIgnition: quantity("auto_ignition"), ExplosiveLow: quantity("explosive_low"), ExplosiveHigh: quantity("explosive_high"),
		VaporPressure: quantity("vapor_pressure"), Density: quantity("density"), RelativeDensity: quantity("relative_density"),
		VaporDensity: quantity("vapor_density"), ViscosityKinematic: quantity("viscosity_kinematic"), ViscosityDynamic: quantity("viscosity_dynamic"),
		LogKow: quantity("log_kow"), SolubilityWater: text("solubility_water"),
		UNNumber: text("un_number"), ShippingName: text("shipping_name"), TransportClass: text("transport_class"),
		SubsidiaryRisks: list("subsidiary_risks"), PackingGroup: text("packing_group"), Laws: list("laws"),
		Classification: []ViewClass{}, Composition: []ViewPart{}, ExposureLimits: []ViewLimit{},
	}
	if c := r.Get("hazard_statement_count"); c != nil {
		n := int(c.Quantity.Low)
		v.HazardStatementCount = &n
	}
	if m := r.Get("marine_pollutant"); m != nil {
		yes := m.Text == "true"
		v.MarinePollutant = &yes
	}
	for _, row := range r.Rows("classification") {
		if row["class"] != nil && row["category"] != nil {
			v.Classification = append(v.Classification, ViewClass{row["class"].Text, row["category"].Text})
		}
	}
	for _, row := range r.Rows("composition") {
		p := ViewPart{Name: cell(row["name"]), CAS: []string{}}
		if c := row["cas"]; c != nil && len(c.List) > 0 {
			p.CAS = c.List
		}
		if c := row["concentration"]; c != nil {
			p.ViewQuantity = viewQuantity(c.Quantity)
		}
		v.Composition = append(v.Composition, p)
	}
	for _, row := range r.Rows("exposure_limits") {
		value := row["value"]
		if value == nil {
			continue
		}
		q := viewQuantity(value.Quantity)
		l := ViewLimit{Substance: cell(row["substance"]), Authority: cell(row["authority"]), Kind: cell(row["kind"]), Unit: q.Unit, Value: q.Low}
		if l.Value == nil {
			l.Value = q.High
		}
		v.ExposureLimits = append(v.ExposureLimits, l)
	}
	return v
}

func cell(v *Value) *string {
	if v == nil || v.Text == "" {
		return nil
	}
	return &v.Text
}

func viewQuantity(q chem.Quantity) ViewQuantity {
	var v ViewQuantity
	if q.LowOp != "" {
		v.Low, v.LowOp = &q.Low, &q.LowOp
	}
	if q.HighOp != "" {
		v.High, v.HighOp = &q.High, &q.HighOp
	}
	if q.Unit != "" && q.Stated() {
		v.Unit = &q.Unit
	}
	return v
}

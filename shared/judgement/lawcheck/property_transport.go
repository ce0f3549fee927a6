package lawcheck

import (
	"slices"
	"strings"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/unnumber"
)

// carriage are the classes of dangerous goods on ships and aircraft.
var carriage = func() (all []struct{ key, class string }) {
	for _, law := range []string{"JP-SHIP", "JP-AIR"} {
		for _, class := range strings.Split("123456789", "") {
			all = append(all, struct{ key, class string }{law + "/DG/CLASS" + class, class})
		}
	}
	return all
}()

// goodsOf are the product's transport classes: of its UN number, else as section 14 states
// them.
func (p *physical) goodsOf() (classes []string) {
	entries := unnumber.Lookup(p.UNNumber)
	for _, g := range entries {
		if !slices.Contains(classes, g.Class) {
			classes = append(classes, g.Class)
		}
	}
	// Where a number has several classes, the sheet decides.
	if slices.Contains(classes, p.TransportOf) || len(classes) == 0 && p.TransportOf != "" && p.UNNumber != unnumber.NotRegulated {
		return []string{p.TransportOf}
	}
	return classes
}

// transport adds the verdicts by the UN number: on ships, in aircraft, in ports, in
// tunnels.
func (p *physical) transport() {
	classes := p.goods
	undecided, is := p.notCarried(classes)
	for i := range carriage {
		proof := &undecided
		if !is {
			carried := p.carried(classes, carriage[i].class)
			proof = &carried
		}
		p.add(carriage[i].key, proof)
	}
	port, tunnel := p.inPort(classes), p.inTunnel(classes)
	p.add("JP-PORT/DG/CLASS", &port)
	p.add("JP-ROAD/TUNNEL/DEFAULT", &tunnel)
}

// carried judges whether dangerous goods are of a class.
func (p *physical) carried(classes []string, class string) verdict.Proof {
	proof := verdict.Proof{Verdict: verdict.NotListed, Inputs: ofUN, Reason: p.numbered("law.property.transport_other", classes...)}
	for _, c := range classes {
		if strings.HasPrefix(c, class) {
			proof.Verdict, proof.Reason = verdict.Applies, p.numbered("law.property.transport", c)
			if len(classes) > 1 {
				proof.Verdict = verdict.RequiresContext
			}
		}
	}
	return proof
}

// notCarried is the proof where the sheet states no dangerous goods, or nothing on them.
func (p *physical) notCarried(classes []string) (proof verdict.Proof, undecided bool) {
	switch {
	case p.UNNumber == unnumber.NotRegulated:
		return verdict.Proof{Verdict: verdict.NotListed, Inputs: ofUN, Reason: p.reason("law.property.transport_none")}, true
	case len(classes) == 0 && p.UNNumber != "":
		return verdict.Proof{Verdict: verdict.Unknown, Inputs: ofUN, Reason: p.reason("law.property.transport_unheard", "number", p.UNNumber), Missing: noUNNumber}, true
	case len(classes) == 0:
		return verdict.Proof{Verdict: verdict.Unknown, Inputs: ofUN, Reason: p.reason("law.property.transport_missing"), Missing: noUNNumber}, true
	}
	return verdict.Proof{}, false
}

func (p *physical) numbered(code string, classes ...string) verdict.Reason {
	if p.silent {
		return verdict.Reason{}
	}
	class := strings.Join(classes, ", ")
	if p.UNNumber == "" {
		return p.reason(code+"_class", "class", class)
	}
	return p.reason(code, "number", p.UNNumber, "class", class)
}

// inPort judges whether the goods are dangerous in a port: classes 1 to 8 mostly, of which
// the notification names some and exempts others.
func (p *physical) inPort(classes []string) verdict.Proof {
	if proof, undecided := p.notCarried(classes); undecided {
		return proof
	}
	for _, c := range classes {
		switch c[0] {
		case '2', '3', '4', '5', '6', '7':
			return verdict.Proof{Verdict: verdict.Applies, Inputs: ofUN, Reason: p.numbered("law.property.transport", c)}
		case '1', '8':
			return verdict.Proof{Verdict: verdict.RequiresContext, Inputs: ofUN, Reason: p.numbered("law.property.port_named", c)}
		}
	}
	return verdict.Proof{Verdict: verdict.NotListed, Inputs: ofUN, Reason: p.numbered("law.property.transport_other", classes...)}
}

// tunnelClasses contain goods that are banned or limited in long or underwater tunnels.
var tunnelClasses = []string{"1", "2.1", "2.2", "2.3", "3", "4.2", "4.3", "5.1", "5.2", "6.1", "8"}

// inTunnel judges whether vehicles with the product may be restricted: the order names
// articles with quantities.
func (p *physical) inTunnel(classes []string) verdict.Proof {
	if proof, undecided := p.notCarried(classes); undecided {
		return proof
	}
	for _, c := range classes {
		if slices.ContainsFunc(tunnelClasses, func(t string) bool { return c == t || t == "1" && strings.HasPrefix(c, "1.") }) {
			return verdict.Proof{Verdict: verdict.RequiresContext, Inputs: ofUN, Reason: p.numbered("law.property.tunnel", c)}
		}
	}
	return verdict.Proof{Verdict: verdict.NotListed, Inputs: ofUN, Reason: p.numbered("law.property.transport_other", classes...)}
}

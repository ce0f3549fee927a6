package lawcheck

import (
	"math"

	"anzen/shared/reference/chem"
)

// denser is how much denser an ingredient of a liquid or a solid may be than the whole, or
// less dense.
const denser = 2.5

// Molar masses of gases in g/mol, hydrogen's and uranium hexafluoride's: between them are those
// of all that is sold as a gas.
const (
	lightest = 2.016
	heaviest = 352.02
)

// byMass makes parts of the volume parts of the mass: exactly in a gas whose ingredients are
// all stated with known formulas, since they are then parts of the amount of substance; else
// within the limits that the molar masses of gases, or densities, allow.
func (s *Subject) byMass() {
	any := false
	for i := range s.Ingredients {
		any = any || s.Ingredients[i].Share.Volume
	}
	if !any || s.gasByMass() {
		return
	}
	gas, _ := s.gas()
	for i := range s.Ingredients {
		share := &s.Ingredients[i].Share
		if !share.Volume || !share.Known || share.Low == 100 {
			continue
		}
		share.Converted = true
		if gas {
			light, heavy := lightest, heaviest
			if mass, known := molarMass(s.Ingredients[i].CAS); known {
				light, heavy = mass, mass
			}
			share.Low, share.High = rounded(massShare(share.Low, light, heaviest)), rounded(massShare(share.High, heavy, lightest))
			continue
		}
		share.Low = rounded(share.Low / denser)
		if share.High < 100 {
			share.High = rounded(share.High * denser)
		}
		if share.High >= 100 {
			share.High, share.HighOpen = 100, false
		}
	}
}

// rounded is a converted share to five significant digits, which is more than any sheet states.
func rounded(v float64) float64 {
	if v == 0 {
		return 0
	}
	unit := math.Pow10(4 - int(math.Floor(math.Log10(v))))
	return tidy(math.Round(v*unit) / unit)
}

// massShare is the mass share in per cent of what is a part of the amount of substance, in per
// cent too, beside something else; molar masses in g/mol.
func massShare(part, mass, other float64) float64 {
	return 100 * part * mass / (part*mass + (100-part)*other)
}

// molarMass is that of a substance in g/mol; unknown without a formula, or of several.
func molarMass(numbers []string) (mass float64, known bool) {
	if len(numbers) != 1 {
		return 0, false
	}
	atoms, known := chem.Atoms(chem.Formula(chem.CAS(numbers[0])))
	return chem.Mass(atoms), known
}

// gasByMass converts the shares of a gas by molar masses; false where it is none, or
// something is unknown.
func (s *Subject) gasByMass() bool {
	if gas, _ := s.gas(); !gas {
		return false
	}
	masses, sum, parts := make([]float64, len(s.Ingredients)), 0.0, 0.0
	for i := range s.Ingredients {
		is := &s.Ingredients[i]
		mass, known := molarMass(is.CAS)
		if !is.Share.Volume || !is.Share.Known || is.Share.Low != is.Share.High || !known {
			return false
		}
		masses[i] = is.Share.Low * mass
		sum, parts = sum+masses[i], parts+is.Share.Low
	}
	if parts < 99 || parts > 101 || sum == 0 {
		return false
	}
	for i := range s.Ingredients {
		share := &s.Ingredients[i].Share
		share.Low, share.High = rounded(100*masses[i]/sum), rounded(100*masses[i]/sum)
		share.Volume, share.Converted = false, true
	}
	return true
}

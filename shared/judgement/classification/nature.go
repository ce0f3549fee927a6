package classification

// nature is what makes the additivity of irritation doubtful for an ingredient (GHS
// 3.2.3.3.4: acids, bases, inorganic salts, aldehydes, phenols, surfactants).
type nature string

const (
	acid     nature = "acid"
	alkali   nature = "base"
	aldehyde nature = "aldehyde"
	phenol   nature = "phenol"
	tenside  nature = "surfactant"
)

func (n nature) acidOrBase() bool { return n == acid || n == alkali }

// natures are common substances of these kinds, by CAS number: own selection.
var natures = map[string]nature{
	"7647-01-0": acid, "7664-93-9": acid, "7697-37-2": acid, "7664-38-2": acid, "7664-39-3": acid, "64-19-7": acid, "64-18-6": acid,
	"10035-10-6": acid, "7601-90-3": acid, "5329-14-6": acid, "79-10-7": acid, "79-41-4": acid, "79-09-4": acid, "76-05-1": acid, "75-75-2": acid,
	"144-62-7": acid, "104-15-4": acid, "27176-87-0": acid, "79-11-8": acid, "76-03-9": acid, "16961-83-4": acid, "7738-94-5": acid, "79-33-4": acid,
	"1310-73-2": alkali, "1310-58-3": alkali, "1310-65-2": alkali, "1305-62-0": alkali, "1305-78-8": alkali, "1336-21-6": alkali, "7664-41-7": alkali,
	"6834-92-0": alkali, "497-19-8": alkali, "584-08-7": alkali, "75-59-2": alkali, "141-43-5": alkali, "111-42-2": alkali, "107-15-3": alkali,
	"7681-52-9": alkali, "1312-76-1": alkali, "1344-09-8": alkali, "7601-54-9": alkali, "109-89-7": alkali, "121-44-8": alkali, "108-91-8": alkali,
	"50-00-0": aldehyde, "111-30-8": aldehyde, "107-22-2": aldehyde, "75-07-0": aldehyde, "123-38-6": aldehyde, "107-02-8": aldehyde, "100-52-7": aldehyde,
	"108-95-2": phenol, "95-48-7": phenol, "108-39-4": phenol, "106-44-5": phenol, "1319-77-3": phenol, "108-46-3": phenol, "123-31-9": phenol, "80-05-7": phenol,
	"68424-85-1": tenside, "8001-54-5": tenside, "63449-41-2": tenside, "7173-51-5": tenside, "151-21-3": tenside, "25155-30-0": tenside,
	"68411-30-3": tenside, "112-00-5": tenside, "57-09-0": tenside, "112-02-7": tenside, "26264-06-2": tenside,
}

// nature is that of an ingredient that is one known substance.
func (is *Ingredient) nature() nature {
	for _, n := range is.CAS {
		if k := natures[n]; k != "" {
			return k
		}
	}
	return ""
}

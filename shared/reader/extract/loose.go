package extract

import "strings"

// looseRule finds a key by words in a label.
type looseRule struct {
	key  string
	all  []string // all of these
	any  []string // and one of these
	none []string // and none of these
}

// looseRules apply to labels that are in no list of wordings: the main noun identifies
// them.
var looseRules = map[int][]looseRule{
	1: {
		{key: "emergency_phone", any: []string{"緊急連絡", "緊急時", "緊急電話", "emergencytelephone", "emergencyphone", "emergencycontact", "emergencynumber"}},
		{key: "supplier_fax", any: []string{"fax", "ファックス", "ファクシミリ"}, none: []string{"tel", "電話", "phone"}},
		{key: "supplier_phone", any: []string{"電話番号", "telephone", "phonenumber"}, none: []string{"緊急", "emergency"}},
		{key: "sds_number", any: []string{"sds番号", "sdsno", "msdsno", "sdsnumber", "msds番号", "sds整理番号"}},
		{key: "product_codes", any: []string{"製品コード", "製品番号", "商品コード", "商品番号", "productcode", "productnumber", "catalognumber", "cataloguenumber", "itemnumber", "articlenumber", "materialnumber"}},
		{key: "product_name", any: []string{"製品名", "商品名", "化学品の名称", "製品の名称", "productname", "tradename", "productidentifier"}, none: []string{"会社", "コード", "番号", "英", "english"}},
		{key: "supplier_name", any: []string{"会社名", "供給者の名称", "manufacturer", "supplier", "importer", "exporter", "distributor", "製造元", "販売元", "輸入元", "製造販売", "製造者名", "製造業者名", "販売者名", "輸入者名", "companyname", "suppliername", "manufacturername", "nameofsupplier", "nameofmanufacturer"}, none: []string{"住所", "電話", "address", "phone", "tel", "fax", "mail", "contact", "code", "number", "website", "emergency", "情報", "information", "details", "part", "undertaking", "identification"}},
	},
	9: {
		{key: "odor_threshold", any: []string{"臭いのしきい", "臭いの閾", "においのしきい", "臭気閾", "odorthreshold", "odorlimit"}},
		{key: "vapor_density", any: []string{"蒸気密度", "ガス密度", "蒸気比重", "ガス比重", "vapordensity", "relativegasdensity", "vapourdensity"}},
		{key: "bulk_density", any: []string{"かさ密度", "嵩密度", "かさ比重", "嵩比重", "bulkdensity"}},
		{key: "vapor_pressure", any: []string{"蒸気圧", "vaporpressure"}},
		{key: "flash_point", any: []string{"引火点", "flashpoint"}, none: []string{"沸点"}},
		{key: "auto_ignition", any: []string{"自然発火", "発火点", "発火温度", "autoignition", "ignitiontemperature", "selfignition"}, none: []string{"引火"}},
		{key: "explosive_low", any: []string{"爆発下限", "燃焼下限", "lowerexplosi", "lowerflammab", "explosionlimitlower"}, none: []string{"上限", "upper"}},
		{key: "explosive_high", any: []string{"爆発上限", "燃焼上限", "upperexplosi", "upperflammab", "explosionlimitupper"}, none: []string{"下限", "lower"}},
		{key: "explosive_low", all: []string{"limit", "lower"}, any: []string{"explosi", "flammab"}, none: []string{"upper"}},
		{key: "explosive_high", all: []string{"limit", "upper"}, any: []string{"explosi", "flammab"}, none: []string{"lower"}},
		{key: "explosive_limits", any: []string{"爆発限界", "爆発範囲", "燃焼範囲", "可燃限界", "explosivelimit", "explosionlimit", "flammabilitylimit", "flammablelimit"}},
		{key: "decomposition_temperature", any: []string{"分解温度", "decompositiontemperature"}},
		{key: "boiling_point", any: []string{"沸点", "初留点", "boilingpoint", "boilingrange"}},
		{key: "melting_point", any: []string{"融点", "凝固点", "meltingpoint", "freezingpoint"}},
		{key: "log_kow", any: []string{"分配係数", "logpow", "logkow", "partitioncoefficient"}},
		{key: "viscosity_kinematic", any: []string{"動粘", "kinematicviscosity", "viscositykinematic"}},
		{key: "viscosity", any: []string{"粘度", "粘性率", "viscosity"}},
		{key: "solubility_other", all: []string{"溶解"}, any: []string{"溶媒", "溶剤", "有機", "エタノール", "アルコール"}, none: []string{"水"}},
		{key: "solubility_water", any: []string{"溶解度", "溶解性", "水溶性", "solubilityinwater", "watersolubility"}},
		{key: "evaporation", any: []string{"蒸発速度", "evaporationrate"}},
		{key: "density", any: []string{"比重", "密度", "specificgravity", "relativedensity"}, none: []string{"固体密度"}},
	},
	14: {
		{key: "un_number", any: []string{"国連番号", "un番号", "unno", "unnumber", "unidno"}, none: []string{"品名"}},
		{key: "subsidiary_risks", any: []string{"副次危険", "副次的危険", "subsidiaryrisk", "subsidiaryhazard", "subsidiaryclass"}},
		{key: "packing_group", any: []string{"容器等級", "包装等級", "packinggroup", "packaginggroup"}},
		{key: "marine_pollutant", any: []string{"海洋汚染物質", "marinepollutant"}, none: []string{"marpol"}},
		{key: "shipping_name", any: []string{"国連輸送名", "国連品名", "輸送品名", "propershippingname"}},
		{key: "transport_class", any: []string{"国連分類", "輸送における危険有害性クラス", "transporthazardclass", "国連危険物分類", "unclass"}},
	},
}

// looseKey finds the key of a squeezed label by its main noun.
func looseKey(section int, label string) string {
	if label == "" || len(label) > 90 {
		return ""
	}
	for _, r := range looseRules[section] {
		if holdsAll(label, r.all) && holdsAny(label, r.any) && !holdsAny(label, r.none) {
			return r.key
		}
	}
	return ""
}

func holdsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

func holdsAll(s string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(s, w) {
			return false
		}
	}
	return true
}

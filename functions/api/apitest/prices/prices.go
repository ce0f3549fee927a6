// Package prices is what AWS's services cost, for the calculations of `make costs`.
package prices

import (
	_ "embed"

	"anzen/shared/text/tsv"
)

//go:embed prices.tsv
var text string

var usd, asOf = read()

func read() (map[string]float64, string) {
	table := tsv.Embedded("prices/prices.tsv", text)
	prices := map[string]float64{}
	for row := range table.Rows() {
		key := row.Text("key")
		if prices[key] != 0 {
			row.Fail("%s stands there twice", key)
		}
		if prices[key] = row.Float("usd") / float64(row.Int("per")); prices[key] <= 0 {
			row.Fail("%s costs nothing", key)
		}
	}
	return prices, table.Comment("# as of: ")
}

// Of is the price of one unit in USD; it panics where the table has none.
func Of(key string) float64 {
	price, ok := usd[key]
	if !ok {
		panic("prices: none of " + key)
	}
	return price
}

// AsOf is the month of the prices, YYYY-MM.
func AsOf() string { return asOf }

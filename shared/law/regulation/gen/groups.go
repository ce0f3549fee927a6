package main

// group sets the rules by which names and formulas belong to an entry.
func group(_ string, all []*entry) ([]*entry, error) { return all, nil }

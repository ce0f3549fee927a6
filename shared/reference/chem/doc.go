// Package chem parses chemistry as safety data sheets print it: CAS numbers, quantities
// with their operators and units, concentrations, and the Japanese and English names of
// common substances.
//
// All parsers take text as printed and fold it first.
package chem

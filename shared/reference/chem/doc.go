// Package chem knows how safety data sheets write chemistry: CAS numbers, quantities with their
// operators and units, concentrations, and the Japanese and English names of common substances.
//
// All parsers take text as printed; Fold brings it to one form first.
package chem

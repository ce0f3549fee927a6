// Package judgement groups what follows from a sheet: findings on its consistency
// (findings), the edition of the standards that it follows (edition), the classification
// of a mixture by its ingredients (classification), verdicts of regulations on its product
// (lawcheck) and duties (duties), the numbers by which the law refers to its ingredients
// (numbers), their comparison with section 15 (compare), and what
// checklists make of both (evaluate, found).
package judgement

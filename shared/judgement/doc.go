// Package judgement is the wing of what follows from a sheet: findings about its
// consistency (findings), verdicts of regulations on its product (lawcheck), what section
// 15 says beside them (compare), and what checklists make of both (evaluate, found).
package judgement

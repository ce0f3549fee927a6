// Package createsimple makes workbooks that hold what a safety data sheet states for
// CREATE-SIMPLE (クリエイト・シンプル), the workplace risk assessment tool of the Ministry
// of Health, Labour and Welfare, for its version 2 and its version 3.
//
// A workbook is not the ministry's file and assesses nothing: it has the tool's input
// items under the tool's names and in its order, so that a person copies them block
// by block into the tool. It has these tabs:
//
//   - はじめに: what the workbook is, of which sheet and when, its sources.
//   - リスクアセスメントシート: STEP 1 (title, place, product, state, number of components) and the
//     questions on the work, which no sheet answers, with the tool's choices.
//   - 成分一覧: STEP 2, one line a component, in columns to be copied.
//   - 成分情報: for each component its GHS classification, exposure limits, properties, and the
//     rules that the tool names by itself, to compare with.
//   - 製品情報: classification and properties of the product, for an assessment of a mixture as a whole.
//   - 未入力項目: the items that are needed and that neither the sheet nor the table knows.
//
// Each value has its origin beside it: the sheet's section and page, the table of
// facts, or nothing, where somebody has to enter it. What the sheet states comes
// first; the table knows molecular weights, boiling points and the like, GHS
// classifications and concentration standards of the government, none of which are a
// product's. Limits of ACGIH, JSOH and DFG are never of the table: only those that
// the sheet itself states appear. Concentration standards are the Minister's, before those of a sheet.
//
// Values are in the tool's units (℃, Pa, mg/L, wt%, ppm or mg/m³). Of a range the end is
// entered that does not understate the risk, which a note states: the upper end of a
// content, a vapour pressure, a solubility and log Kow, the lower one of a boiling
// point and a flash point. A content that is the rest, or has no upper end, is as much as the
// other ingredients leave; one that is withheld stays empty.
//
// The items are those of version 3.2.1 (June 2026) as the tool itself names them, and
// of version 2.5.1 (November 2023) as its manual does. What changed between them: version 2 assesses one substance at a
// time and takes its content as one of four bands; version 3 takes up to ten
// components with their contents in per cent, knows concentration standards, DFG's
// limits and short-term exposure, a fourth level of volatility and another level of amounts.
// The tool's cells have no place here: which cell an item has differs from release to release.
package createsimple

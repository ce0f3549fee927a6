// Package regulation is the set of regulations that sheets are checked against: laws, their
// categories and classes, the substances that the laws' texts name, and the CAS numbers and
// group rules of each name.
//
//	law            化管法                     100010000
//	  category     第一種指定化学物質          200...
//	    class      (DEFAULT where none)       300...
//	      entry    鉛及びその化合物 1-353      400...
//	        link   7439-92-1                  500...
//
// In Japanese law the name decides; CAS numbers are for reference. So the unit of judgement
// is the entry: the shares of all ingredients that belong to it are added, and the sum is
// compared with the entry's threshold once. The set holds several versions of a list: every
// entry has its first and last day.
//
// # Contents
//
// Package lists holds the lists of the laws, a file per list and a line per substance;
// these are edited when a law changes. gen makes entries.tsv from them, which is embedded,
// like laws, categories, classes and versions, which are edited by hand.
// testdata/counts.tsv has the numbers of each class. Every entry has its source, date and
// confidence: official (the authority's table), derived (the law's names, CAS numbers
// compiled), knowledge (written from the law's text, to be verified against it).
//
//   - Industrial safety and health: label, notification and risk assessment as in the
//     ministry's list of 2025-09-19 for April 2027, with the contents until then, and what
//     is announced for April 2028; the ordinances on specified chemical substances (e-Gov
//     2026-07), organic solvents, lead, tetraalkyl lead and asbestos; carcinogens
//     (2024-04), skin (2025-10), concentration standards (2026-10), prohibited substances,
//     dangerous goods by name, the ordinance on labour standards for women.
//   - PRTR: the list in force from April 2023 (NITE), with elements and groups.
//   - Chemical substances control: class I, class II, monitoring (e-Gov and METI, 2026-06),
//     priority assessment (J-CHECK, 2026-07).
//   - Poisonous and deleterious substances: act and order as of 2025-11-01.
//   - High-pressure gases, water, soil, air, odour, sewerage, ozone layer, fluorocarbons,
//     mercury, chemical weapons, raw materials of narcotics and of stimulants, prohibited
//     agricultural chemicals, household products.
//   - On request only: SVHC (2025-12) and Annex XIV (2024-05), TRI (2020), Proposition 65
//     (2023-12), IARC (2024-11), Montreal Protocol, Stockholm Convention, the priority
//     substances among hazardous air pollutants.
//
// # Age and gaps
//
// Every list knows the day to which it is known to be complete (CompleteTo) and its revision
// rhythm; past it, its verdicts say so. Lists with known gaps are Partial and never say "not
// listed": strong mutagens (those with a CAS number), the 248 possible hazardous air
// pollutants (four numbers are missing), volatile organic compounds (typical substances).
// Entries that nothing can match automatically (Group.Look) are shown for a human look.
//
// # Not contained
//
// These categories have no list, and their verdict is unknown: substances with a guideline
// against cancer, items 1 to 16 of the export order's Table 1 and items 35-2 to 35-4 of Table
// 2, the positive list of food containers, the CSCL inventory,
// the drinking water standard, occupational diseases, noxious liquid substances,
// hazardous wastes of the Basel Act, REACH Annex XVII, CLP Annex VI, NTP, the
// TSCA inventory. `make regulations FILE=` loads an authority's own table. Limit values of
// ACGIH, JSOH and DFG are out of scope.
//
// # Decisions
//
//   - Where a law sets no content, any content counts: "> 0".
//   - Explosives, for which the list of notified substances prints "-", count from any
//     content; so does tetraalkyl lead on the label. Rows that refer to "the rows below"
//     are left out: the rows below are entries with their number.
//   - Carcinogens and concentration standards count from the content of notification of
//     their CAS number, and from 0.1 % where there is none.
//   - The list of notified substances includes isomers of alkyl groups by its remark
//     (ブタン, ペンタン, ヘキサン, ヘプタン, オクタン, ノナン ...), and prints 他 where it
//     prints one number of several: those at hand are links. A number that another list has
//     for the same name is for a human look.
//   - Specific class I substances are class I substances too, from 0.1 %.
//   - New entries have a second date where an amendment has a transition (transitions.tsv).
//   - Duties of the water, sewerage, soil, air and odour acts depend on what a site does with
//     the substance (Category.Activity): the verdict is of the substance, and asks for the rest.
//   - An entry of the poisonous substances act without 製剤 is of the pure substance. "Up to
//     x %" preparations of deleterious substances begin at any content: the poisonous entry
//     above x % excludes them. A proviso on the container, the form or the colour makes
//     Certain of its content.
//   - Compounds that a group's proviso exempts up to a content have an entry of their own.
//   - Organic solvents are judged by sums; special organic solvents both alone (from 1 %)
//     and in a class of sums with the organic solvents (TOKKA/SOLVENT).
//   - Benzene counts by volume there: between 1 and 1.5 % by mass it requires context.
//   - Lead and the ordinance for women depend on the work: they always require context.
//   - Skin, carcinogens, concentration standards and priority assessment are lists of
//     single substances, though with names of groups: no name rule.
//   - Water-soluble compounds and compounds of one valence belong by formula with a doubt;
//     metals do not belong to entries of compounds alone.
//   - Ranges of classes of the tree (A1..E, CLASS1-9, 1/2A/2B/3) are real classes; Node
//     returns those of a range.
package regulation

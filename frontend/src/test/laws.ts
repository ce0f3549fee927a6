import type { Checklist, Result } from '@/shared/api/checklists'
import type { Comparison, Due, Law, Proof, SheetLaws, SheetNumbers } from '@/shared/api/laws'

const at = '2026-04-01T00:00:00Z'

/** A proof that toluene falls under its entry of PRTR, with overrides. */
export function proof(given: Partial<Proof> = {}): Proof {
  return {
    law_code: 'JP-PRTR',
    category_code: 'CLASS1',
    class_code: 'DEFAULT',
    law_name: { ja: '化管法', en: 'PRTR law' },
    category_name: { ja: '第一種指定化学物質', en: 'Class I designated chemical substances' },
    class_name: { ja: '', en: '' },
    verdict: 'applies',
    entry_id: 400000353,
    entry: 'トルエン',
    entry_en: 'Toluene',
    statutory_number: '1-300',
    parts: [{ row: 0, name: 'トルエン', cas: '108-88-3', how: 'cas', share: { low: 10, high: 20, known: true }, factor: 1 }],
    share: { low: 10, high: 20, known: true },
    threshold: '>= 1',
    reason: { code: 'law.at_or_above', text: '含有率の下限が裾切値以上です。' },
    inputs: [{ section: 3, field: 'composition/r1/concentration', text: '10～20 %', state: 'confirmed' }],
    article: '法第2条第2項',
    version: '2023-04-01',
    source: '経済産業省',
    source_as_of: '2023-04',
    confidence: 'official',
    ...given,
  }
}

export const unknownProof = proof({
  law_code: 'JP-ISHA',
  category_code: 'ORGANIC',
  class_code: 'C2',
  law_name: { ja: '労働安全衛生法', en: 'Industrial Safety and Health Act' },
  category_name: { ja: '有機溶剤', en: 'Organic solvents' },
  class_name: { ja: '第2種', en: 'Class 2' },
  verdict: 'unknown',
  entry_id: undefined,
  entry: undefined,
  entry_en: undefined,
  parts: [],
  share: undefined,
  threshold: undefined,
  missing: ['concentration'],
  reason: { code: 'law.missing', text: '含有率の記載がないため判定できません。' },
  inputs: [],
})

/** A duty of the ordinance on organic solvents, with overrides. */
export function due(given: Partial<Due> = {}): Due {
  return {
    id: 600000034,
    kind: 'measurement',
    what: { ja: '作業環境測定（有機溶剤の濃度）', en: 'Measure the working environment' },
    condition: { ja: '有機溶剤業務を行う屋内作業場', en: 'indoor workplaces' },
    interval: { ja: '6か月以内ごと', en: 'every 6 months' },
    retention_years: 3,
    article: '有機則第28条',
    instrument: { ja: '有機溶剤中毒予防規則', en: 'Organic Solvents Ordinance' },
    link: 'https://laws.e-gov.go.jp/law/347M50002000036',
    verification: 'text',
    source_as_of: '2026-11-22',
    force: 'conditional',
    because: [{ class_key: 'JP-ISHA/YUKI/T2', law_name: { ja: '労働安全衛生法', en: '' }, category_name: { ja: '有機溶剤中毒予防規則', en: '' }, class_name: { ja: '有機則 第2種有機溶剤等', en: '' } }],
    ...given,
  }
}

export function comparison(given: Partial<Comparison> = {}): Comparison {
  return {
    class_key: 'JP-PRTR/CLASS1/DEFAULT',
    law_code: 'JP-PRTR',
    category_code: 'CLASS1',
    class_code: 'DEFAULT',
    law_name: { ja: '化管法', en: 'PRTR law' },
    category_name: { ja: '第一種指定化学物質', en: 'Class I designated chemical substances' },
    class_name: { ja: '', en: '' },
    outcome: 'agrees',
    verdict: 'applies',
    stated: [],
    note: { code: 'law.compare.agrees', text: '記載と判定が一致しています。' },
    ...given,
  }
}

export const sheetNumbers = (given: Partial<SheetNumbers> = {}): SheetNumbers => ({
  tables: [
    { kind: 'cscl', source: 'J-CHECK', as_of: '2026-07', complete: false },
    { kind: 'isha', source: 'MHLW', as_of: '2026-07-01', complete: true },
    { kind: 'prtr', complete: false },
  ],
  ingredients: [{ row: 0, name: 'トルエン', cas_numbers: ['108-88-3'], cscl: ['3-2', '3-60'], isha: [], prtr: [] }],
  ...given,
})

export const sheetLaws = (given: Partial<SheetLaws> = {}): SheetLaws => ({ as_of: '2026-04-01', set_version: '1', verdicts: [proof(), unknownProof], duties: [due()], comparison: [comparison()], numbers: sheetNumbers(), ...given })

/** Two laws: one of two categories, of which one has two classes, and one without a list. */
export const laws: Law[] = [
  {
    id: 100010000,
    code: 'JP-PRTR',
    jurisdiction: 'JP',
    name: { ja: '化管法', en: 'PRTR law' },
    categories: [
      {
        id: 200000001,
        code: 'CLASS1',
        name: { ja: '第一種指定化学物質', en: 'Class I' },
        basis: 'composition',
        article: '法第2条',
        loaded: true,
        default: true, complete_to: '2025-09-19', rhythm_months: 12, overdue_from: '2026-09-20', overdue: true, partial: false,
        versions: [
          { from: '2023-04-01', source: '経済産業省', as_of: '2023-04', state: 'in_force' },
          { from: '2027-04-01', source: '経済産業省', as_of: '2026-03', state: 'announced' },
        ],
        classes: [
          { id: 300000001, code: 'DEFAULT', key: 'JP-PRTR/CLASS1/DEFAULT', name: { ja: '第一種', en: 'Class I' }, entries: 515, scheduled: 2 },
          { id: 300000002, code: 'SPECIFIED', key: 'JP-PRTR/CLASS1/SPECIFIED', name: { ja: '特定第一種', en: 'Specified class I' }, entries: 23, scheduled: 0 },
        ],
      },
      {
        id: 200000002,
        code: 'CLASS2',
        name: { ja: '第二種指定化学物質', en: 'Class II' },
        basis: 'composition',
        article: '法第2条',
        loaded: true,
        default: true, overdue: false, partial: false,
        versions: [],
        classes: [{ id: 300000003, code: 'DEFAULT', key: 'JP-PRTR/CLASS2/DEFAULT', name: { ja: '', en: '' }, entries: 134, scheduled: 0 }],
      },
    ],
  },
  {
    id: 100020000,
    code: 'US-TSCA',
    jurisdiction: 'US',
    name: { ja: '有害物質規制法（米国）', en: 'TSCA' },
    categories: [
      {
        id: 200000003,
        code: 'INVENTORY',
        name: { ja: 'インベントリー', en: 'Inventory' },
        basis: 'composition',
        article: '',
        loaded: false,
        default: false, overdue: false, partial: false,
        versions: [],
        classes: [{ id: 300000004, code: 'DEFAULT', key: 'US-TSCA/INVENTORY/DEFAULT', name: { ja: '', en: '' }, entries: 0, scheduled: 0 }],
      },
    ],
  },
]

const counts = { applies: 3, requires_context: 1, scheduled: 0, unknown: 2, below_threshold: 4 }

export function checklist(given: Partial<Checklist> = {}): Checklist {
  return {
    id: 'l1',
    version: 4,
    kind: 'laws',
    state: 'created',
    title: '化管法の確認',
    description: '年次の届出に使うリスト',
    extraction_targets: ['composition', 'section_15'],
    law_ids: [],
    regulation_ids: [200000001],
    law_regulation_ids: [200000001],
    dbt_types: ['laws'],
    substances: [],
    targets: [{ id: 200000001, tier: 'category', key: 'JP-PRTR/CLASS1', name: { ja: '第一種指定化学物質', en: 'Class I' } }],
    created_by: 'u1',
    created_by_name: '鈴木 健太',
    created_at: at,
    updated_at: at,
    checked_at: at,
    counts,
    new_hits: 0,
    ...given,
  }
}

export function result(given: Partial<Result> = {}): Result {
  return {
    id: 's1',
    version: 0,
    sheet: { id: 's1', name: 'シンナーA', supplier: '東西化学株式会社', revised_on: '2024-10-01', revision_status: 'REVISED', product_codes: ['T-100'] },
    verdict: 'applies',
    proofs: [proof()],
    stated: [],
    judgement: '',
    note: '',
    ground_changed: false,
    excluded: false,
    is_new: false,
    checked_at: at,
    ...given,
  }
}

export const resultCounts = counts

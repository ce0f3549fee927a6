import type { Field, Section, SheetRow, WholeSheet } from '@/shared/api/sheets'

const at = '2026-04-01T00:00:00Z'

/** A sheet in a list, with overrides. */
export function sheetRow(given: Partial<SheetRow> = {}): SheetRow {
  return {
    id: 's1',
    version: 5,
    name: 'トルエン',
    product_name: 'トルエン',
    product_code_list: ['T-100'],
    supplier: '東西化学株式会社',
    status: 60000,
    status_group: 'completed',
    revision_status: 'REVISED',
    language_id: 44,
    source_type: 1,
    composition_type: 101,
    department_id_list: ['d1'],
    assignee_id_list: [],
    tag_id_list: ['t1'],
    note: '',
    issued_at: '2020-04-01',
    revised_at: '2024-10-01',
    supplier_confirmed_at: '',
    assessed_at: '',
    created_at: at,
    updated_at: at,
    file: { name: 'toluene.pdf', size: 120_000, sha256: 'ab', pages: 3 },
    signal_word: 'danger',
    pictograms: ['GHS02', 'GHS08'],
    h_codes: ['H225'],
    cas_numbers: ['108-88-3'],
    un_number: '1294',
    unreviewed_count: 1,
    finding_count: 0,
    may_edit: true,
    attachment_count: 0,
    may_request: true,
    ...given,
  }
}

export function field(id: string, value: Field['value'], given: Partial<Field> = {}): Field {
  return {
    id,
    key: id.split('/').at(-1) ?? id,
    value,
    confidence: 0.95,
    state: 'machine',
    sources: [{ page: 1, boxes: [{ x0: 100, y0: 200, x1: 180, y1: 212 }] }],
    ...given,
  }
}

export const section = (number: number, given: Partial<Section> = {}): Section => ({ number, fields: [], groups: [], ...given })

/** A complete sheet: a name, an uncertain flash point, a signal word and one ingredient. */
export function wholeSheet(given: Partial<WholeSheet> = {}): WholeSheet {
  return {
    ...sheetRow(),
    findings: [],
    attachments: [],
    versions: [],
    sections: [
      section(1, { fields: [field('product_name', { kind: 'text', text: 'トルエン' })] }),
      section(2, { fields: [field('signal_word', { kind: 'choice', text: 'danger' })] }),
      section(3, {
        groups: [
          {
            key: 'composition',
            rows: [
              {
                id: 'r1',
                fields: [
                  field('composition/r1/name', { kind: 'text', text: 'トルエン' }),
                  field('composition/r1/cas', { kind: 'list', list: ['108-88-3'] }),
                  field('composition/r1/concentration', { kind: 'quantity', quantity: { low: 99, low_op: '>=', unit: '%' } }, { confidence: 0.6 }),
                ],
              },
            ],
          },
        ],
      }),
      section(9, {
        fields: [
          field('flash_point', { kind: 'quantity', quantity: { low: 4, low_op: '=', high: 4, high_op: '=', unit: 'C' } }, { confidence: 0.5, sources: [{ page: 2, boxes: [{ x0: 50, y0: 60, x1: 90, y1: 70 }] }] }),
        ],
      }),
    ],
    ...given,
  }
}

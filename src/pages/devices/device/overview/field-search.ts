import type { FieldCard, FieldItem, FieldTable } from '#pages/devices/device/record-fields.ts'
import { shown } from '#components/devices/field-value.ts'
import { textOf } from '#contract/words/value-text.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Searchable text of a field: label, wire name, note and value, except secrets. */
function textsOf({ path, label, name, field, value, differs }: FieldItem): string[] {
  const seen = shown(name, field, value)
  if (seen.as === 'secret') return [path, label]
  const words = seen.as === 'meaning' ? [seen.meaning] : seen.as === 'flag' ? [seen.value ? 'yes' : 'no'] : []
  return [path, label, field?.note ?? '', textOf(value), ...words, ...differs.map((copy) => textOf(copy.value))]
}

/** Cards reduced to matching fields; cards without a match are omitted. */
export function findFields(cards: FieldCard[], wanted: string): FieldCard[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean)
  if (words.length === 0) return cards
  const matches = (texts: string[]) => {
    const all = folded(texts.join('\n'))
    return words.every((word) => all.includes(word))
  }
  const narrowed = (table: FieldTable): FieldTable[] => {
    if (matches([table.label, table.path])) return [table]
    const rows = table.rows.filter((row) =>
      matches([table.label, table.path, ...Object.keys(row), ...Object.values(row).map(textOf)]),
    )
    return rows.length > 0 ? [{ ...table, rows }] : []
  }
  return cards
    .map((card) => ({
      ...card,
      items: card.items.filter((item) => matches(textsOf(item))),
      tables: card.tables.flatMap(narrowed),
      missing: card.missing.filter((name) => matches([name])),
    }))
    .filter(({ items, tables, missing }) => items.length + tables.length + missing.length > 0)
}

export const countOf = (cards: FieldCard[]) =>
  cards.reduce((sum, { items, tables }) => sum + items.length + tables.length, 0)

export const columnNames = [
  'name',
  'serial',
  'model',
  'platform',
  'version',
  'user',
  'office',
  'status',
  'owner',
  'address',
  'tag',
  'seen',
] as const
export type Row = Readonly<Record<'id' | (typeof columnNames)[number], string>>

const pick = (at: number, ...texts: string[]) => texts[at % texts.length] ?? ''

/** Like devices; in no order, and always the same. */
export const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => {
    const mixed = (at * 7919) % count
    return {
      id: `row-${at}`,
      name: `Device ${String(mixed).padStart(6, '0')}`,
      serial: `SN${(mixed * 104_729).toString(36)}`,
      model: pick(at, 'Slate 11', 'Pocket 5', 'Pocket 6', 'Desk 2'),
      platform: pick(at, 'Platform A', 'Platform B', 'Platform C'),
      version: `${10 + (at % 9)}.${at % 7}`,
      user: `user${(mixed * 31) % 5000}@example.com`,
      office: pick(at, 'Ulm', 'Bonn', 'Kiel', 'Jena', 'Lisbon'),
      status: pick(at, 'Enrolled', 'Removed', 'Waiting'),
      owner: pick(at, 'Corporate', 'Personal'),
      address: `10.${at % 250}.${(at * 3) % 250}.${(at * 7) % 250}`,
      tag: `T-${(mixed * 17) % 9999}`,
      seen: new Date(Date.UTC(2026, 10, 1) + mixed * 60_000).toISOString(),
    }
  })

/** Rows with the text in any column. */
export const matching = (rows: readonly Row[], text: string) =>
  text === '' ? rows : rows.filter((row) => columnNames.some((name) => row[name].includes(text)))

import type { Json } from '#contract/json.ts'

/** An entry of a key store that is not managed yet. */
export type Entry = { key: string; file: string; number: string }

/** Splits `<file_name>::<number>` at the last separator, because file names can contain it. */
export function entriesOf(record: Readonly<Record<string, unknown>> | undefined): Entry[] {
  return Object.keys(record ?? {}).map((key) => {
    const at = key.lastIndexOf('::')
    return at === -1 ? { key, file: key, number: '' } : { key, file: key.slice(0, at), number: key.slice(at + 2) }
  })
}

/** The list with the entered passwords; entries without one keep their placeholder and are skipped by the service. */
export const filledList = (record: Readonly<Record<string, unknown>>, passwords: ReadonlyMap<string, string>): Json =>
  Object.fromEntries(Object.entries(record).map(([key, place]) => [key, passwords.get(key) ?? (place as Json)]))

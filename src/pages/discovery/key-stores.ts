import type { Json } from '#contract/json.ts'

/** An entry of a key store that nobody manages yet. */
export type Entry = { key: string; file: string; number: string }

/** `<file_name>::<number>`: a file's own name may hold the same signs, so the last pair counts. */
export function entriesOf(record: Readonly<Record<string, unknown>> | undefined): Entry[] {
  return Object.keys(record ?? {}).map((key) => {
    const at = key.lastIndexOf('::')
    return at === -1 ? { key, file: key, number: '' } : { key, file: key.slice(0, at), number: key.slice(at + 2) }
  })
}

/** The list as it came, with the passwords entered; an entry without one keeps its placeholder and is passed over. */
export const filledList = (record: Readonly<Record<string, unknown>>, passwords: ReadonlyMap<string, string>): Json =>
  Object.fromEntries(Object.entries(record).map(([key, place]) => [key, passwords.get(key) ?? (place as Json)]))

import type { Plan } from '#components/bulk/plan.ts'
import { placeText, type SshKeyRow } from '#contract/keys/rules/ssh-key-list.ts'

export const keyNouns = ['key', 'keys'] as const

/** Plans by key. Operations identify keys by name. */
export const plansFor = (
  rows: readonly SshKeyRow[],
  said: (row: SshKeyRow) => Pick<Plan<string>, 'effects' | 'refusal'>,
): Plan<string>[] =>
  rows.map((row) => {
    const name = row.key.KeyName ?? ''
    return {
      id: name || (row.key.FingerPrint ?? ''),
      name: name || 'Unnamed key',
      item: name,
      ...(name === ''
        ? { effects: [], refusal: 'The service identifies keys by name, and this key has none.' }
        : said(row)),
    }
  })

/** Plan of a deletion. A key is unused if it is known to be deployed to no account. */
export function deletionOf({ places }: SshKeyRow) {
  const effects = ['Deleted with its private key and passphrase. This cannot be undone.']
  if (places === undefined) return { effects, refusal: 'Accounts that it grants access to are unknown.' }
  const [place, ...more] = places
  if (!place) return { effects }
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  return { effects, refusal: `Grants access to ${placeText(place)}${others}. Dissociate it first.` }
}

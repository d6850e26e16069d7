import type { Plan } from '#components/bulk/plan.ts'
import { nameOf, type VaultKey } from '#pages/vault/vault-key.ts'

export const vaultNouns = ['key', 'keys'] as const

export const plansFor = (rows: readonly VaultKey[], effect: string): Plan<string>[] =>
  rows.map((key) => ({
    // Operations identify vault keys by name only.
    id: nameOf(key) || String(key['Key Store ID']),
    name: nameOf(key) || `Unnamed (ID ${key['Key Store ID'] ?? 'unknown'})`,
    item: nameOf(key),
    effects: [effect],
    refusal: nameOf(key) === '' ? 'The service identifies keys by name, and this key has none.' : undefined,
  }))

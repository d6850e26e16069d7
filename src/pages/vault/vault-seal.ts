import { queryIfOffered } from '#api/query.ts'
import { getVaultStatus } from '#contract/keys/api-keys.ts'

const everyMs = 2000

/** Polls while sealed: others may unseal it, and processes unseal one after the other. */
export const vaultSeal = {
  ...queryIfOffered(getVaultStatus, {}),
  refetchInterval: ({ state }: { state: { data?: { sealed?: boolean } | null | undefined } }) =>
    state.data?.sealed ? everyMs : false,
} as const

const openings: Record<string, string> = {
  'key-file': 'The vault is unsealed by the master key of the server, also after a restart.',
  passphrase: 'The vault is unsealed by a passphrase. After a restart without it, the vault is sealed again.',
}

/** How the vault is unsealed; undefined for an undocumented value. */
export const openingText = (openedBy: string | undefined) => openings[openedBy ?? '']

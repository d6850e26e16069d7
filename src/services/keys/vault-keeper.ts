import { createSecretKey, hkdfSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Refusal } from '#crypto/refusal.ts'
import { createKeyRing, masterKeySource, readKeyRing } from '#crypto/vault/key-ring.ts'
import { type MasterKey, newPassphraseKey, passphraseKey } from '#crypto/vault/master-key.ts'
import { Vault } from '#crypto/vault/vault.ts'
import type { LeaseTables } from '#platform/lease.ts'
import type { Log } from '#platform/log.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import { refused } from './refused.ts'
import type { KeyTables } from './tables.ts'
import { vaultGuesses } from './vault-guesses.ts'
import { shareVault } from './vault-sharing.ts'

export type VaultKeeper = Awaited<ReturnType<typeof openVault>>
type Options = {
  /** Master key of the installation, from which the vault's key is derived unless there is a passphrase. */
  masterKey: Buffer
  passphrase?: string | undefined
  log: Log
}

/**
 * Opens and unseals the vault. It is open at once with the master key. With a wrong or missing passphrase, it remains
 * sealed until unsealed in any process on the database; other mismatches end the start, and nothing is overwritten.
 */
export async function openVault(db: Kysely<KeyTables & LeaseTables>, { masterKey, passphrase, log }: Options) {
  const vault = new Vault()
  const ring = (await storedRing(db)) ?? (await createRing(db, masterKey, passphrase))
  const source = sourceOf(ring)
  const keyFrom = (guess: string) => passphraseKey(guess, source)
  /** Key of a vault opened by passphrase. */
  let openKey: MasterKey | undefined
  if (source.kind === 'key-file') {
    if (passphrase !== undefined) {
      throw new Error('The vault of key management opens by the master key; unset TRIPTYCH_VAULT_PASSPHRASE_FILE')
    }
    unlockByFile(vault, ring, masterKey)
  } else if (passphrase === undefined) log('vault sealed', { reason: 'no passphrase is set' })
  else {
    const key = await keyFrom(passphrase)
    if (fits(ring, key)) vault.unlock(ring, (openKey = key))
    else log('vault sealed', { reason: 'the passphrase is not the one it was sealed with' })
  }

  let whenFirstOpen: () => Promise<unknown> = () => Promise.resolve()
  const oneByOne = oneAtATime()
  const open = (key: MasterKey) =>
    oneByOne('open', async () => {
      if (!vault.isSealed) return
      vault.unlock(ring, key)
      try {
        await whenFirstOpen()
        openKey = key
      } catch (error) {
        vault.lock() // either everything is opened, or it remains sealed
        throw error
      }
    })
  const guess = vaultGuesses(db)
  const stopSharing =
    source.kind === 'passphrase'
      ? shareVault(db, { masterKey, openKey: () => openKey?.key, open: (key) => open({ source, key }), log })
      : undefined

  return {
    vault,
    isSealed: () => vault.isSealed,
    openedBy: source.kind,
    /** Runs work once the vault is open. */
    whenOpen: async (work: () => Promise<unknown>) => {
      if (!vault.isSealed) await work()
      else whenFirstOpen = work
    },
    /** Takes the same time and returns the same message whether sealed or open. */
    unseal: async (text: string) => {
      const key = await guess(async () => {
        const guessed = await keyFrom(text)
        return fits(ring, guessed) ? guessed : undefined
      })
      if (!key) throw refused('passphrase', 'It cannot unseal the vault')
      await open(key)
    },
    close: async () => stopSharing?.(),
  }
}

function fits(ring: string, key: MasterKey): boolean {
  try {
    readKeyRing(ring, key)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'wrong-master-key') return false
    throw error
  }
}

const storedRing = async (db: Kysely<KeyTables>) =>
  (await db.selectFrom('key_vault').select('ring').executeTakeFirst())?.ring

/** First start. If two processes start, one creates the ring. */
async function createRing(db: Kysely<KeyTables>, masterKey: Buffer, passphrase: string | undefined): Promise<string> {
  const sealedBefore = await db.selectFrom('key_setting').select('name').executeTakeFirst()
  if (sealedBefore)
    throw new Error('The key ring of the vault is missing, but the database contains data that it encrypted')
  const master = passphrase === undefined ? fileKey(masterKey) : await firstPassphrase(passphrase)
  await db
    .insertInto('key_vault')
    .values({ id: 1, ring: createKeyRing(master) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await storedRing(db)) ?? ''
}

const firstPassphrase = (passphrase: string) =>
  newPassphraseKey(passphrase).catch((cause: Error) => {
    throw new Error(`The file named by TRIPTYCH_VAULT_PASSPHRASE_FILE cannot be used for a vault: ${cause.message}`, {
      cause,
    })
  })

function sourceOf(ring: string) {
  try {
    return masterKeySource(ring)
  } catch (error) {
    throw new Error('The key ring of the vault is damaged; restore the database from a backup', { cause: error })
  }
}

function unlockByFile(vault: Vault, ring: string, masterKey: Buffer) {
  try {
    vault.unlock(ring, fileKey(masterKey))
  } catch (error) {
    throw new Error('The master key is not the one with which the vault of key management was sealed', { cause: error })
  }
}

/** A separate key, so that sealed values are not interchangeable. */
const fileKey = (masterKey: Buffer): MasterKey => ({
  source: { kind: 'key-file' },
  key: createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych key vault', 32))),
})

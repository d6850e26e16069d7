import * as z from 'zod/mini'
import { call } from '#api/call.ts'
import { change } from '#api/change.ts'
import type { Output } from '#contract/endpoint.ts'
import { type addVaultKey, exportVaultKey, type listVaultKeys, type updateVaultKey } from '#contract/keys/vault.ts'
import { type StatedReason, withReason } from '#contract/reason.ts'
import { saveFile } from '#ui/values/save-file.ts'

export type VaultKey = Output<typeof listVaultKeys>['rows'][number]

export const nameOf = (key: VaultKey) => key['Key Name'] ?? ''

/** Limit of the embedded service; other servers report their own. */
const text = z.string().check(z.maxLength(1000, 'At most 1000 characters'))
export const vaultKeyForm = z.object({
  keyName: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(255, 'At most 255 characters')),
  file: z.string().check(z.minLength(1, 'Choose a key file')),
  keyType: text,
  datacenter: text,
  instanceName: text,
  description: text,
  passphrase: z.string().check(z.maxLength(1024, 'At most 1024 characters')),
})
type Entered = z.output<typeof vaultKeyForm>

/** Stores a key. An empty passphrase is omitted; other empty text is sent, so that it clears the stored value. */
export async function storeKey(endpoint: typeof addVaultKey | typeof updateVaultKey, entered: Entered, chosen: File) {
  const { file, passphrase, ...texts } = entered
  const File = { name: file, bytes: new Uint8Array(await chosen.arrayBuffer()) }
  await change(endpoint, { ...texts, ...(passphrase !== '' && { passphrase }), File })
}

export async function exportKey(key: VaultKey, why: StatedReason): Promise<void> {
  const { name, bytes } = await call(withReason(exportVaultKey), { keyName: nameOf(key), ...why })
  saveFile(name || nameOf(key), bytes.slice().buffer, 'application/octet-stream')
}

import {
  addSshKey,
  applyCredentials,
  associateKey,
  createSshKey,
  deleteSshKey,
  dissociateKey,
  enumerateUsers,
  exportSshKey,
  getPgpKey,
  getSshKeyPassphrase,
} from '#contract/keys/ssh.ts'
import { addVaultKey, deleteVaultKey, exportVaultKey, updateVaultKey } from '#contract/keys/vault.ts'
import { fileIn, type Made, type Step, textFile } from './write-step.ts'

/** An account of a host that is not there. */
const nobody = ({ name }: Made) => ({ userName: name, resourceName: `${name}.invalid` })
const deleted: Step = {
  endpoint: deleteSshKey,
  input: ({ name }) => ({ key_name: name, withoutDisassociation: 'true' }),
}
const vaultKey = ({ name, passphrase }: Made, description: string) => ({
  keyName: name,
  description,
  datacenter: '',
  passphrase,
  keyType: 'check',
  instanceName: '',
  File: textFile('check.txt', name),
})

export const sshSteps: readonly Step[] = [
  {
    endpoint: createSshKey,
    input: ({ name, passphrase }) => ({
      keyName: name,
      passPhrase: passphrase,
      comment: name,
      length: '256',
      keyType: 'ecdsa',
    }),
  },
  {
    endpoint: exportSshKey,
    input: ({ name }) => ({ keyName: name, keyExportType: 'private' }),
    learn: (made, asked) => {
      const file = fileIn(asked)
      if (file) made.keyFile = file
    },
  },
  { endpoint: getSshKeyPassphrase, input: ({ name }) => ({ keyName: name }) },
  {
    endpoint: applyCredentials,
    input: (made) => ({ ...nobody(made), password: 'none', isAdmin: 'false' }),
    mayRefuse: true,
  },
  { endpoint: enumerateUsers, input: nobody, mayRefuse: true },
  { endpoint: associateKey, input: (made) => ({ keyName: made.name, ...nobody(made) }), mayRefuse: true },
  { endpoint: dissociateKey, input: (made) => ({ keyName: made.name, ...nobody(made) }), mayRefuse: true },
  deleted,
  {
    endpoint: addSshKey,
    input: ({ name, passphrase, keyFile }) => keyFile && { keyName: name, passphrase, File: keyFile },
  },
  { ...deleted, input: (made) => made.keyFile && deleted.input(made) },
  { endpoint: getPgpKey, input: ({ name }) => ({ User: name, keyExportType: 'public' }), mayRefuse: true },
  { endpoint: addVaultKey, input: (made) => vaultKey(made, 'made by a check') },
  { endpoint: updateVaultKey, input: (made) => vaultKey(made, 'changed by a check') },
  { endpoint: exportVaultKey, input: ({ name }) => ({ keyName: name }) },
  { endpoint: deleteVaultKey, input: ({ name }) => ({ keyName: name }) },
]
